"""Sheets and scripts as they arrive: a page family in a few files. Written by `prepare` from the plain ones."""
