"""SQLite makes a table anew for a column that is never empty, and the walls round wordings went with the old one."""

from importlib import import_module

from django.db import migrations

TABLE = "cards_wording"
_WALLS = import_module("cards.migrations.0007_more_walls")
_ONCE = import_module("cards.migrations.0009_no_replacing")


def _raise(apps, editor):
    if editor.connection.vendor != "sqlite":
        return
    ((allowed, sentence),) = [(allowed, said) for table, allowed, _, said in _WALLS.WALLS if table == TABLE]
    ((place, what),) = [(place, what) for table, place, what in _ONCE.WALLS if table == TABLE]
    for name in ("wall", "kept", "once"):
        editor.execute(f"DROP TRIGGER IF EXISTS {TABLE}_{name}")
    editor.execute(
        f"CREATE TRIGGER {TABLE}_wall BEFORE UPDATE ON {TABLE} WHEN NOT ({allowed}) "
        f"BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
    )
    editor.execute(
        f"CREATE TRIGGER {TABLE}_kept BEFORE DELETE ON {TABLE} "
        f"BEGIN SELECT RAISE(ABORT, '{_WALLS.KEPT[TABLE]}'); END"
    )
    editor.execute(
        f"CREATE TRIGGER {TABLE}_once BEFORE INSERT ON {TABLE} WHEN EXISTS "
        f"(SELECT 1 FROM {TABLE} WHERE id = NEW.id OR ({place})) BEGIN SELECT RAISE({what}); END"
    )


class Migration(migrations.Migration):
    dependencies = [("cards", "0026_grounds_of_wordings")]
    operations = [migrations.RunPython(_raise, migrations.RunPython.noop)]
