from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("cards", "0034_kept_decks")]

    operations = [
        migrations.AddField(
            model_name="shelfdeck",
            name="played_lately",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
    ]
