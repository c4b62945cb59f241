"""Since when a deck stands in the archive with its newest version, beside the deck itself: pages order by it."""

from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def _fill(apps, editor):
    deck, version = apps.get_model("cards", "Deck"), apps.get_model("cards", "Version")
    newest = version.objects.filter(deck=OuterRef("pk"), number=OuterRef("last_version")).values("at")
    public = deck.objects.filter(visibility="public", deleted_at__isnull=True)
    public.update(archived_at=Subquery(newest[:1]))


class Migration(migrations.Migration):
    dependencies = [("cards", "0013_kept_for_good"), ("studio", "0004_snapshots")]
    operations = [
        migrations.AddField(
            model_name="deck", name="archived_at", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddIndex(
            model_name="deck",
            index=models.Index(
                condition=models.Q(("archived_at__isnull", False)),
                fields=["-archived_at", "-id"],
                name="deck_archived_lately",
            ),
        ),
        migrations.AddIndex(
            model_name="deck",
            index=models.Index(
                condition=models.Q(("archived_at__isnull", False)), fields=["title", "id"], name="deck_archived_by_title"
            ),
        ),
        migrations.RunPython(_fill, migrations.RunPython.noop),
    ]
