"""All that we take of the page engine beyond what it documents: its boxes, the notes of its progress, its fonts.

Its public API tells nothing of where words come to lie, says how far a layout is in a log's text alone, and has no way
to name a font. Nothing else of ours may reach in there, and tests/print/test_engine.py says what another version of it
has changed.
"""
