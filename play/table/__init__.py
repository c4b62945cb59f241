"""The table as values (RULES.md B, C, V). Pure: no Django, no clock, no randomness of its own."""
