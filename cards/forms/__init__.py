"""What was typed into the forms of a card, a kit and a rule's effects, read as values, and back."""
