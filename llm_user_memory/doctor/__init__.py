"""Diagnosing an installation, part by part, and repairing what can be repaired safely."""
