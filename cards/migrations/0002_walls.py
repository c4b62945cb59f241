"""Walls in the database itself: entries and versions never change; a face only by a take-down (invariant 8)."""

from django.db import migrations

# table, the condition under which an update is let through, the sentence
WALLS = [
    ("studio_entry", "1=0", "an entry is never edited"),
    ("cards_version", "1=0", "a version never changes"),
    (
        "cards_face",
        "NEW.digest = OLD.digest AND OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL "
        "AND CAST(NEW.content AS text) = '{}'",
        "a face never changes, it is only withdrawn",
    ),
]


def _create(apps, editor):
    for table, allowed, sentence in WALLS:
        if editor.connection.vendor == "sqlite":
            editor.execute(
                f"CREATE TRIGGER {table}_wall BEFORE UPDATE ON {table} WHEN NOT ({allowed}) "
                f"BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
            )
        elif editor.connection.vendor == "postgresql":
            editor.execute(
                f"CREATE FUNCTION {table}_wall() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                f"IF NOT ({allowed}) THEN RAISE EXCEPTION '{sentence}'; END IF; RETURN NEW; END $$"
            )
            editor.execute(
                f"CREATE TRIGGER {table}_wall BEFORE UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_wall()"
            )


def _drop(apps, editor):
    for table, _, _ in WALLS:
        on = f" ON {table}" if editor.connection.vendor == "postgresql" else ""
        editor.execute(f"DROP TRIGGER IF EXISTS {table}_wall{on}")
        if editor.connection.vendor == "postgresql":
            editor.execute(f"DROP FUNCTION IF EXISTS {table}_wall()")


class Migration(migrations.Migration):
    dependencies = [("cards", "0001_initial"), ("studio", "0001_initial")]
    operations = [migrations.RunPython(_create, _drop)]
