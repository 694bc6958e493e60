"""Learning from conversations that were held before memory was in use, or elsewhere."""
