"""What was said of a deck's language, beside what it is taken for."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("cards", "0024_withdrawn_faces")]

    operations = [
        migrations.AddField("deck", "language_said", models.CharField(blank=True, default="en", max_length=20)),
        migrations.AlterField("deck", "language", models.CharField(blank=True, default="en", max_length=20)),
        migrations.RunSQL("UPDATE cards_deck SET language_said = language", migrations.RunSQL.noop),
    ]
