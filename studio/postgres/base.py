"""The database engine of a site on PostgreSQL: Django's own, but a connection that failed is not lent again.

It keeps what it has planned. Where a column was made another meanwhile (a newer release took its place beside this one)
each of these plans fails for as long as the connection lasts: the pool would lend it to one after the other.
"""

from __future__ import annotations

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    def is_usable(self) -> bool:
        return not self.errors_occurred and super().is_usable()

    def _close(self) -> None:
        if self.connection is not None and self.errors_occurred:
            self.connection.close()  # the pool makes another in its place
        super()._close()  # type: ignore[misc]  # not in its stubs
