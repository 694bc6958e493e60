"""Text in any language: its words, what of it was typed, secrets in it, fingerprints. Pure."""
