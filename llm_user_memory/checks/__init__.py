"""The checks that every edit proposed by a model has to pass. Pure."""
