"""Static files under names that carry their content, so that a browser may keep them for ever."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class NamedByContent(CompressedManifestStaticFilesStorage):
    """Also renames what a module imports, or a page would mix modules of two releases."""

    support_js_module_import_aggregation = True
