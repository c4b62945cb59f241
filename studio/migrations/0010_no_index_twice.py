"""Entries and request keys had an index on their stream alone, beside one that begins with the stream: each command wrote
both. By name they go, for to alter the column would make the table anew on SQLite, without its triggers."""

import django.db.models.deletion
from django.db import migrations, models

TABLES = ("studio_entry", "studio_requestkey")


def indexes_on_stream(connection, table):
    """The names of plain indexes on the stream and nothing else."""
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, table)
    return [
        name
        for name, about in found.items()
        if about["index"] and about["columns"] == ["stream_id"] and not about["unique"] and not about["foreign_key"]
    ]


def drop(apps, schema_editor):
    for table in TABLES:
        for name in indexes_on_stream(schema_editor.connection, table):
            schema_editor.execute(f"DROP INDEX {schema_editor.quote_name(name)}")


def make_again(apps, schema_editor):
    for table in TABLES:
        name, at = schema_editor.quote_name(f"{table}_stream_id_again"), schema_editor.quote_name(table)
        schema_editor.execute(f"CREATE INDEX {name} ON {at} (stream_id)")


def stream(related_name):
    return models.ForeignKey(
        "studio.stream", on_delete=django.db.models.deletion.CASCADE, related_name=related_name, db_index=False
    )


class Migration(migrations.Migration):
    dependencies = [("studio", "0009_unfinished")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(drop, make_again)],
            state_operations=[
                migrations.AlterField("entry", "stream", stream("entries")),
                migrations.AlterField("requestkey", "stream", stream("+")),
            ],
        )
    ]
