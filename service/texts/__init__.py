"""The words of the service in English, Dutch and Swedish, as data."""
