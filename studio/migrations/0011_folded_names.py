"""Names as the archive looks for them. The column may be empty, so that no table is made anew on SQLite."""

from django.db import migrations, models

from studio.kernel.folding import fold


def _fill(apps, editor):
    person = apps.get_model("studio", "Person")
    some = []
    for row in person.objects.filter(name_folded=None).only("pk", "name").iterator(500):
        row.name_folded = fold(row.name)
        some.append(row)
        if len(some) == 500:
            person.objects.bulk_update(some, ["name_folded"])
            some = []
    person.objects.bulk_update(some, ["name_folded"])


class Migration(migrations.Migration):
    dependencies = [("studio", "0010_no_index_twice")]
    operations = [
        migrations.AddField("person", "name_folded", models.TextField(editable=False, null=True)),
        migrations.RunPython(_fill, migrations.RunPython.noop),
    ]
