"""A page of a PDF as a picture: PNG in exact pixels, or SVG with every letter as its outline."""
