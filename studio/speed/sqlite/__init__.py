"""Django's SQLite, which turns the words of a statement into those of `sqlite3` once."""
