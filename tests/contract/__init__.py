"""The contract: the document itself, and whether the engine agrees with it."""
