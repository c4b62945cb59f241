"""Whoever agreed to it has a page of their cards: the column may be empty, so no table is made anew."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("studio", "0013_weighed_drafts")]

    operations = [
        migrations.AddField("person", "maker_key", models.CharField(max_length=12, null=True, blank=True, unique=True)),
    ]
