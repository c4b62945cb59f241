"""More walls: nothing of a log, a version, a face or a vote is deleted, and what is settled stays so (invariant 8).

On SQLite a wall looks at its own row alone: a trigger that names another table stands in the way of every migration that
makes that table anew. PostgreSQL looks further, and its TRUNCATE is refused as well. `studio/log/walls.py` lowers them.
"""

from django.db import migrations

KEPT = {
    "studio_entry": "an entry is never deleted",
    "cards_version": "a version is never deleted",
    "cards_face": "a face is never deleted, it is only withdrawn",
    "cards_proposal": "a proposal is never deleted",
    "cards_wording": "a wording is never deleted",
    "cards_vote": "a vote is never deleted",
}
# table, the condition under which an update is let through, what PostgreSQL asks besides, the sentence
WALLS = [
    ("cards_wording", "1=0", "", "a wording never changes"),
    (
        "cards_vote",
        "NEW.id = OLD.id AND NEW.wording_id = OLD.wording_id AND NEW.voter_id = OLD.voter_id",
        " AND EXISTS (SELECT 1 FROM cards_wording w JOIN cards_proposal p ON p.id = w.proposal_id "
        "WHERE w.id = OLD.wording_id AND p.wording = w.number AND p.state = 'open')",
        "a vote changes only while its ballot is open",
    ),
    (
        "cards_proposal",
        "OLD.state IN ('queued', 'open') AND NEW.id = OLD.id AND NEW.deck_id = OLD.deck_id "
        "AND NEW.number = OLD.number AND NEW.by_id = OLD.by_id",
        "",
        "what is settled stays so",
    ),
]


def _create(apps, editor):
    if editor.connection.vendor == "sqlite":
        for table, allowed, _, sentence in WALLS:
            editor.execute(
                f"CREATE TRIGGER {table}_wall BEFORE UPDATE ON {table} WHEN NOT ({allowed}) "
                f"BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
            )
        for table, sentence in KEPT.items():
            editor.execute(
                f"CREATE TRIGGER {table}_kept BEFORE DELETE ON {table} BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
            )
    elif editor.connection.vendor == "postgresql":
        for table, allowed, further, sentence in WALLS:
            editor.execute(
                f"CREATE FUNCTION {table}_wall() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                f"IF NOT ({allowed}{further}) THEN RAISE EXCEPTION '{sentence}'; END IF; RETURN NEW; END $$"
            )
            editor.execute(
                f"CREATE TRIGGER {table}_wall BEFORE UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_wall()"
            )
        for table, sentence in KEPT.items():
            editor.execute(
                f"CREATE FUNCTION {table}_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                f"RAISE EXCEPTION '{sentence}'; END $$"
            )
            editor.execute(
                f"CREATE TRIGGER {table}_kept BEFORE DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_kept()"
            )
            editor.execute(
                f"CREATE TRIGGER {table}_kept_whole BEFORE TRUNCATE ON {table} "
                f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_kept()"
            )


def _drop(apps, editor):
    is_postgresql = editor.connection.vendor == "postgresql"
    named = [(f"{table}_wall", table) for table, *_ in WALLS]
    for table in KEPT:
        named += [(f"{table}_kept", table), (f"{table}_kept_whole", table)]
    for name, table in named:
        editor.execute(f"DROP TRIGGER IF EXISTS {name}" + (f" ON {table}" if is_postgresql else ""))
    if is_postgresql:
        for name in [*(f"{table}_wall" for table, *_ in WALLS), *(f"{table}_kept" for table in KEPT)]:
            editor.execute(f"DROP FUNCTION IF EXISTS {name}()")


class Migration(migrations.Migration):
    dependencies = [("cards", "0006_lineage"), ("studio", "0001_initial")]
    operations = [migrations.RunPython(_create, _drop)]
