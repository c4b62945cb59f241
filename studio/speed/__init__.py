"""What is there for time alone: without it the site does the same, later. What each layer gives: docs/speed.md.

Nobody needs to read this to read the site. Each layer can be taken out in a test run (`tests/layers.py`), and then not
a byte of what is answered is another.
"""
