"""Prints that were asked for: their rows, the press that carries them out, the card pages and files it keeps."""
