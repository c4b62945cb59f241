"""What somebody wants printed and how: one value, its walls, and how it stands in addresses, forms and files. Pure."""
