"""Values every room stands on. Pure: no Django, no clock, no randomness."""
