"""The cards of the archive by their words, as each kind of database looks for them. They are filled in by and by."""

from django.db import migrations, models

SQLITE = (
    "CREATE TABLE cards_shelfcard (id integer PRIMARY KEY, kind varchar(4) NOT NULL, number integer NOT NULL, "
    "face varchar(64) NOT NULL, copies integer NOT NULL)",
    "CREATE INDEX cards_shelfcard_face ON cards_shelfcard (face)",
    "CREATE INDEX cards_shelfcard_head ON cards_shelfcard (id) WHERE kind = ''",
    # Of the words, which are folded, no tokenizer has anything to do: this one parts them at blanks.
    "CREATE VIRTUAL TABLE cards_shelfwords USING fts5(title, type, text, more, tokenize='ascii', columnsize=0)",
    "CREATE TABLE cards_shelfchange (deck integer PRIMARY KEY, seq integer NOT NULL)",
    "CREATE INDEX cards_shelfchange_seq ON cards_shelfchange (seq)",
)
POSTGRESQL = (
    "CREATE TABLE cards_shelfcard (id bigint PRIMARY KEY, kind varchar(4) NOT NULL, number integer NOT NULL, "
    "face varchar(64) NOT NULL, copies smallint NOT NULL, words tsvector NOT NULL)",
    "CREATE INDEX cards_shelfcard_face ON cards_shelfcard (face)",
    "CREATE INDEX cards_shelfcard_head ON cards_shelfcard (id) WHERE kind = ''",
    # Without statistics the plan is the same for every word: never one that reads the whole table for a frequent one.
    "ALTER TABLE cards_shelfcard ALTER COLUMN words SET STATISTICS 0",
    "CREATE INDEX cards_shelfcard_words ON cards_shelfcard USING gin (words) WITH (gin_pending_list_limit = 256)",
    "CREATE TABLE cards_shelfchange (deck bigint PRIMARY KEY, seq bigint NOT NULL)",
    "CREATE INDEX cards_shelfchange_seq ON cards_shelfchange (seq)",
)
TABLES = {"sqlite": SQLITE, "postgresql": POSTGRESQL}


def _create(apps, editor):
    for statement in TABLES[editor.connection.vendor]:
        editor.execute(statement)


def _drop(apps, editor):
    tables = ("cards_shelfcard", "cards_shelfchange", *(["cards_shelfwords"] * (editor.connection.vendor == "sqlite")))
    for table in tables:
        editor.execute(f"DROP TABLE {table}")


class Migration(migrations.Migration):
    dependencies = [("cards", "0032_weighed_drawings")]
    operations = [
        migrations.AddField("ShelfDeck", "facts", models.JSONField(null=True)),
        migrations.AddField("ShelfDeck", "played", models.PositiveIntegerField(default=0)),
        migrations.AddField("ShelfDeck", "printed", models.PositiveIntegerField(default=0)),
        migrations.CreateModel(
            "ShelfCard",
            [
                ("id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=4)),
                ("number", models.PositiveIntegerField()),
                ("face", models.CharField(max_length=64)),
                ("copies", models.PositiveSmallIntegerField()),
            ],
            options={"managed": False},
        ),
        migrations.CreateModel(
            "ShelfChange",
            [
                ("deck", models.BigIntegerField(primary_key=True, serialize=False)),
                ("seq", models.BigIntegerField()),
            ],
            options={"managed": False},
        ),
        migrations.RunPython(_create, _drop),
    ]
