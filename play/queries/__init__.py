"""What the pages of a table show, read and finished."""
