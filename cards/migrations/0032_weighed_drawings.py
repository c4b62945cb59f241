"""Drawings are weighed: those that are just being drawn, and from now on those that are kept for good."""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models.functions import Cast, Length


def weigh_what_is_there(apps: Any, _editor: Any) -> None:
    drawn = apps.get_model("cards", "Sketch").objects.order_by()
    drawn.update(size=Length(Cast("strokes", models.TextField())))


class Migration(migrations.Migration):
    dependencies = [("cards", "0031_pictures_of_versions"), ("studio", "0012_pulse")]

    operations = [
        migrations.CreateModel(
            name="KeptDrawing",
            fields=[
                ("face", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("size", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="studio.member"),
                ),
                (
                    "deck",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="cards.deck"),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["by", "size"], name="drawing_of_member"),
                    models.Index(fields=["deck", "size"], name="drawing_in_deck"),
                ]
            },
        ),
        migrations.AddField("sketch", "size", models.PositiveIntegerField(null=True)),
        migrations.AddIndex("sketch", models.Index(fields=["member", "size"], name="sketch_of_member")),
        migrations.RunPython(weigh_what_is_there, migrations.RunPython.noop),
    ]
