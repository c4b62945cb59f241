"""SQLite's REPLACE takes a row away past every wall against deleting: what is kept is not written over either.

A face that is there already stays as it is, without a word: many decks bring the same one.
"""

from django.db import migrations

# table, what makes a new row stand in an old one's place, what then happens
WALLS = [
    ("studio_entry", "stream_id = NEW.stream_id AND seq = NEW.seq", "ABORT, 'an entry is never edited'"),
    ("cards_version", "deck_id = NEW.deck_id AND number = NEW.number", "ABORT, 'a version never changes'"),
    ("cards_proposal", "deck_id = NEW.deck_id AND number = NEW.number", "ABORT, 'a proposal is never deleted'"),
    ("cards_wording", "proposal_id = NEW.proposal_id AND number = NEW.number", "ABORT, 'a wording never changes'"),
    ("cards_vote", "wording_id = NEW.wording_id AND voter_id = NEW.voter_id", "ABORT, 'a vote is never deleted'"),
    ("cards_face", "digest = NEW.digest", "IGNORE"),
]


def _create(apps, editor):
    if editor.connection.vendor == "sqlite":
        for table, place, what in WALLS:
            where = place if table == "cards_face" else f"id = NEW.id OR ({place})"
            editor.execute(
                f"CREATE TRIGGER {table}_once BEFORE INSERT ON {table} WHEN EXISTS "
                f"(SELECT 1 FROM {table} WHERE {where}) BEGIN SELECT RAISE({what}); END"
            )


def _drop(apps, editor):
    if editor.connection.vendor == "sqlite":
        for table, *_ in WALLS:
            editor.execute(f"DROP TRIGGER IF EXISTS {table}_once")


class Migration(migrations.Migration):
    dependencies = [("cards", "0008_print_owner"), ("studio", "0001_initial")]
    operations = [migrations.RunPython(_create, _drop)]
