"""Readers see the pictures of versions; those on a draft alone were marked as theirs too."""

from __future__ import annotations

from typing import Any

from django.db import migrations


def mark_those_of_versions(apps: Any, _editor: Any) -> None:
    """Deck by deck: what no version shows is its people's alone again."""
    shown_in = apps.get_model("cards", "DeckPicture").objects
    for deck_id in sorted(set(shown_in.filter(is_in=True).values_list("deck_id", flat=True))):
        archived = apps.get_model("cards", "Version").objects.filter(deck_id=deck_id)
        faces = {
            row[1]
            for content in archived.values_list("manifest", flat=True)
            for row in (*content.get("cards", ()), *content.get("rules", ()))
        }
        links = apps.get_model("cards", "FacePicture").objects.filter(face_id__in=faces)
        of_versions = set(links.values_list("picture_id", flat=True))
        shown_in.filter(deck_id=deck_id, is_in=True).exclude(picture_id__in=of_versions).update(is_in=False)


class Migration(migrations.Migration):
    dependencies = [("cards", "0030_sketches")]

    operations = [migrations.RunPython(mark_those_of_versions, migrations.RunPython.noop)]
