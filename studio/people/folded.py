"""Names as the archive looks for them, beside the names themselves."""

from __future__ import annotations

from studio.kernel.folding import fold
from studio.models import Person


def fold_names_anew() -> int:
    """Fold each name that is not, or is folded from what it was before; how many there were.

    Processes of a release that knows of no fold, beside this one while it takes their place, leave that column alone.
    """
    changed = 0
    for pk, name, folded in Person.objects.values_list("pk", "name", "name_folded").iterator(1000):
        if folded != fold(name):
            changed += Person.objects.filter(pk=pk, name=name).update(name=name)
    return changed
