"""Finding decks and cards in the archive: what is asked (language.py), what is known of each deck (catalogue.py), which
cards have the words (index.py), and the answer (finding.py).
"""
