"""Names that lead to maker's pages: of those who agreed to one, and of nobody else."""

from __future__ import annotations

from collections.abc import Mapping

from studio.models import Member
from studio.people.makers import makers_address


def makers_in(group_id: int) -> Mapping[str, str]:
    """Where the pages are of those who ever were in a group, by name. One statement."""
    agreed = Member.objects.filter(group_id=group_id, person__maker_key__isnull=False)
    return {name: makers_address(name, key) for name, key in agreed.values_list("person__name", "person__maker_key")}
