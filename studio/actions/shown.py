"""That somebody's cards may be shown on a page of theirs, and that they may not any more."""

from __future__ import annotations

from studio.models import Person
from studio.people.makers import new_key
from studio.people.membership import refuse_stand_in


def show_my_cards(*, person_id: int) -> None:
    """Each time at a new address: one that was taken back leads nowhere again."""
    refuse_stand_in(person_id)
    Person.objects.filter(pk=person_id, maker_key=None, forgotten_at=None).update(maker_key=new_key())


def hide_my_cards(*, person_id: int) -> None:
    Person.objects.filter(pk=person_id).update(maker_key=None)
