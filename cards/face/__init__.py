"""What a card shows: text, symbols, fitting, ornament. Pure: no Django, no clock, no randomness."""
