"""An index by which the few kinds of entries that a reader may know of are counted without looking at the others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("studio", "0005_former_snapshots")]
    operations = [
        migrations.AddIndex(
            model_name="entry", index=models.Index(fields=["stream", "kind", "seq"], name="entry_by_kind")
        ),
    ]
