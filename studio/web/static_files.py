"""Static files under names that carry their content, so that a browser may keep them for ever."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

from studio.web.joined import plan


class NamedByContent(CompressedManifestStaticFilesStorage):
    """Also renames what a module imports, or a page would mix modules of two releases."""

    support_js_module_import_aggregation = True


class JoinedByFamily(NamedByContent):
    """Also has the sheets and scripts of each family of pages in a few files, beside the plain ones."""

    joins = True

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Django's, with the joined files among those that were collected."""

        def source(name: str) -> str:
            storage, path = paths[name]
            with storage.open(path) as file:
                return str(file.read().decode("utf-8"))

        if not dry_run:
            for name, text in plan.all_files(source):
                path = Path(self.path(name))
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run=dry_run, **options)


def names_mark() -> str:
    """A digest of all names that pages of this process ask for: another one for each release that changed a file. ""
    where files have their plain names."""
    return str(getattr(staticfiles_storage, "manifest_hash", ""))


class SendStaticFiles(WhiteNoiseMiddleware):
    """Also sends what was put there since this process began: while a newer release takes its place (collected.py), a
    page of that one asks whichever process the proxy chooses."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if not self.autorefresh and self.static_root:  # there it looks for each request anyhow
            self.directories.append((f"{Path(self.static_root).absolute()}/", self.static_prefix))

    def __call__(self, request: HttpRequest) -> Any:
        url = request.path_info
        if url in self.files and not self.autorefresh and not self.immutable_file_test("", url):
            self._look_again(url)
        elif url not in self.files and url.startswith(self.static_prefix) and self.immutable_file_test("", url):
            if (found := self.find_file(url)) is not None:
                self.files[url] = found  # it stays what it is, by its name
        return super().__call__(request)

    def _look_again(self, url: str) -> None:
        """What has its plain name may be another file by now, of another length, or none."""
        if (found := self.find_file(url)) is not None:
            self.files[url] = found
        else:
            self.files.pop(url, None)  # another thread may have found the same
