"""A star is the host's: what a group called one itself is playable. The column may be empty, so no table is made anew."""

from django.db import migrations, models


def _playable(apps, editor):
    apps.get_model("cards", "Deck").objects.filter(status="star").update(status="playable")


class Migration(migrations.Migration):
    dependencies = [("cards", "0028_shelf")]
    operations = [
        migrations.AddField("deck", "starred_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunPython(_playable, migrations.RunPython.noop),
    ]
