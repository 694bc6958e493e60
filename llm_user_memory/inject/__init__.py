"""What a prompt is given: the profile, recalled passages, and tools."""
