"""What somebody has begun is weighed: the column may be empty, so no table is made anew."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models
from django.db.models.functions import Cast, Length


def weigh_what_is_there(apps: Any, _editor: Any) -> None:
    begun = apps.get_model("studio", "Unfinished").objects.order_by()
    begun.update(size=Length(Cast("words", models.TextField())))


class Migration(migrations.Migration):
    dependencies = [("studio", "0012_pulse")]

    operations = [
        migrations.AddField("unfinished", "size", models.PositiveIntegerField(null=True)),
        migrations.AddIndex("unfinished", models.Index(fields=["person", "size"], name="unfinished_of_person")),
        migrations.AddIndex("unfinished", models.Index(fields=["stream", "size"], name="unfinished_in_room")),
        migrations.RunPython(weigh_what_is_there, migrations.RunPython.noop),
    ]
