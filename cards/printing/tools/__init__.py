"""What is run by hand when a font, a measure or a page engine changes: each writes files that the repository keeps."""
