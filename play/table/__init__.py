"""The table as values (docs/rules.md). Pure: no Django, no clock, no randomness of its own."""
