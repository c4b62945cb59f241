from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("cards", "0033_search"), ("studio", "0010_no_index_twice")]

    operations = [
        migrations.CreateModel(
            name="KeptDeck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seen", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "deck",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="cards.deck"),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="studio.person"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("person", "deck"), name="kept_deck_once")],
            },
        ),
    ]
