"""What `uitleg demo` shows: games and a tournament, played over HTTP and printed."""
