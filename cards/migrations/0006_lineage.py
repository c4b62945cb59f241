"""What a fork keeps of the decks it comes from. Of forks made before, the log tells the origin and the licence."""

import re

from django.db import migrations, models

ORIGIN = re.compile(r"([\w-]{16})(?:/[1-9]\d{0,8}|@\d{1,9})", re.ASCII)


def _fill(apps, editor):
    Deck, Entry = apps.get_model("cards", "Deck"), apps.get_model("studio", "Entry")
    for deck in Deck.objects.exclude(forked_from=""):
        if not (found := ORIGIN.fullmatch(deck.forked_from)):
            continue
        source = {"origin": deck.forked_from}
        came = Entry.objects.filter(stream_id=deck.stream_id, kind="LicenceChanged").order_by("seq").first()
        if came is not None and came.body.get("proposal") is None and came.body["to"]:
            source["licence"] = came.body["to"]
        deck.lineage, deck.source_key = [source], found[1]
        deck.save(update_fields=["lineage", "source_key"])


class Migration(migrations.Migration):
    dependencies = [("cards", "0005_makers"), ("studio", "0001_initial")]
    operations = [
        migrations.AddField("deck", "lineage", models.JSONField(default=list)),
        migrations.AddField("deck", "source_key", models.CharField(blank=True, db_index=True, max_length=16)),
        migrations.RunPython(_fill, migrations.RunPython.noop),
    ]
