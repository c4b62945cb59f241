"""The two questions of whoever watches the site."""

from __future__ import annotations

from django.test import Client


def test_a_living_process_says_so(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"alive\n")


def test_every_answer_is_private_and_runs_only_our_own_scripts(client: Client) -> None:
    headers = client.get("/healthz").headers
    assert headers["Cache-Control"] == "private, no-store"
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
    assert "style-src-attr 'unsafe-inline'" in policy and "unsafe-eval" not in policy
    directives = {words[0]: set(words[1:]) for words in (part.split() for part in policy.split(";")) if words}
    assert directives["connect-src"] == {"'self'", "ws://testserver"}
