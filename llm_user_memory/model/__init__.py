"""Asking a model what the profile should now say: the request, and what its answer means."""
