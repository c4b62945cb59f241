from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("cards", "0029_star"), ("studio", "0010_no_index_twice")]

    operations = [
        migrations.CreateModel(
            name="Sketch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                ("strokes", models.JSONField()),
                ("at", models.DateTimeField()),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="studio.member"
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sketches", to="cards.proposal"
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [models.UniqueConstraint(fields=("proposal", "member"), name="sketch_once")],
            },
        ),
    ]
