"""What is looked for of a deck in the archive, folded, and its tags as rows, from what stands in its columns."""

import django.db.models.deletion
from django.db import migrations, models

from studio.kernel.folding import fold


def _fill(apps, editor):
    deck, shelf_deck, facet = (apps.get_model("cards", name) for name in ("Deck", "ShelfDeck", "ShelfFacet"))
    standing = deck.objects.filter(archived_at__isnull=False).only("pk", "title", "blurb", "tags")
    for row in standing.iterator(200):
        words = "\n".join(fold(text) for text in (row.title, row.blurb, *row.tags))
        shelf_deck.objects.create(deck=row, words=words)
        values = {value for tag in row.tags if (value := fold(tag)[:255])}
        facet.objects.bulk_create(facet(deck=row, name="tag", value=value) for value in sorted(values))


class Migration(migrations.Migration):
    dependencies = [("cards", "0027_walls_of_wordings")]
    operations = [
        migrations.CreateModel(
            "ShelfDeck",
            [
                (
                    "deck",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="shelved",
                        serialize=False, to="cards.deck",
                    ),
                ),
                ("words", models.TextField()),
            ],
        ),
        migrations.CreateModel(
            "ShelfFacet",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=10)),
                ("value", models.CharField(max_length=255)),
                (
                    "deck",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="facets", to="cards.deck"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["name", "value", "deck"], name="facet_once_a_deck")
                ]
            },
        ),
        migrations.RunPython(_fill, migrations.RunPython.noop),
    ]
