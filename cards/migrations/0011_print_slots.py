"""At most so many prints at once, held by the database; and who asked for one is forgotten when it ends."""

from django.db import migrations, models
from django.db.models import Q


def forget(apps, schema_editor):
    """Askers were kept for good, by a hash without a key. What is under way is queued again: it has no slot."""
    jobs = apps.get_model("cards", "PrintJob").objects.using(schema_editor.connection.alias)
    jobs.exclude(asker="").update(asker="")
    jobs.filter(state="running").update(state="queued", owner="", lease_until=None)


class Migration(migrations.Migration):
    dependencies = [("cards", "0010_order_from_the_log")]

    operations = [
        migrations.AlterField(
            model_name="printjob",
            name="asker",
            field=models.CharField(blank=True, db_index=True, default="", max_length=64),
        ),
        migrations.AddField(
            model_name="printjob",
            name="slot",
            field=models.PositiveSmallIntegerField(blank=True, null=True, unique=True),
        ),
        migrations.RunPython(forget, migrations.RunPython.noop, elidable=False),
        migrations.AddConstraint(
            model_name="printjob",
            constraint=models.CheckConstraint(
                condition=Q(state="running", slot__isnull=False) | (~Q(state="running") & Q(slot__isnull=True)),
                name="print_slot_while_running",
            ),
        ),
        migrations.AddConstraint(
            model_name="printjob",
            constraint=models.UniqueConstraint(
                fields=["asker"], condition=Q(state__in=("queued", "running")) & ~Q(asker=""),
                name="print_one_at_a_time_each",
            ),
        ),
    ]
