"""Walls round what is written once and never again: what was said about a proposal, and the steps of a card's life.

Electors have none: who counts changes while a ballot is open. A backup's audit holds them against the log.
"""

from django.db import migrations

KEPT = {"cards_remark": "a remark never changes", "cards_change": "a step of a card''s life never changes"}
PLACES = {"cards_remark": "id = NEW.id", "cards_change": "id = NEW.id OR (article_id = NEW.article_id AND seq = NEW.seq)"}


def _create(apps, editor):
    for table, sentence in KEPT.items():
        if editor.connection.vendor == "sqlite":
            for when in ("UPDATE", "DELETE"):
                editor.execute(
                    f"CREATE TRIGGER {table}_kept_{when.lower()} BEFORE {when} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
                )
            editor.execute(
                f"CREATE TRIGGER {table}_once BEFORE INSERT ON {table} WHEN EXISTS "
                f"(SELECT 1 FROM {table} WHERE {PLACES[table]}) BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
            )
        elif editor.connection.vendor == "postgresql":
            editor.execute(
                f"CREATE FUNCTION {table}_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                f"RAISE EXCEPTION '{sentence}'; END $$"
            )
            for name, when, each in (
                ("", "UPDATE OR DELETE", "ROW"),
                ("_whole", "TRUNCATE", "STATEMENT"),
            ):
                editor.execute(
                    f"CREATE TRIGGER {table}_kept{name} BEFORE {when} ON {table} "
                    f"FOR EACH {each} EXECUTE FUNCTION {table}_kept()"
                )


def _drop(apps, editor):
    for table in KEPT:
        if editor.connection.vendor == "sqlite":
            for name in ("kept_update", "kept_delete", "once"):
                editor.execute(f"DROP TRIGGER IF EXISTS {table}_{name}")
        elif editor.connection.vendor == "postgresql":
            for name in ("kept", "kept_whole"):
                editor.execute(f"DROP TRIGGER IF EXISTS {table}_{name} ON {table}")
            editor.execute(f"DROP FUNCTION IF EXISTS {table}_kept()")


class Migration(migrations.Migration):
    dependencies = [("cards", "0012_no_venue"), ("studio", "0001_initial")]
    operations = [migrations.RunPython(_create, _drop)]
