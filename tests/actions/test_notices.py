"""Members who asked for it are told by their browser that a vote waits; the push service is one of our own."""

from __future__ import annotations

import io
import json
import re
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
import pytest
import requests
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone

from cards import actions
from cards import models as rows
from cards.actions import notices
from cards.face.face import Face
from cards.rules.deck import Create
from cards.verbs.votes import CastVote
from studio.kernel.refusals import Refused
from studio.models import Lease, PushSubscription
from studio.people.my_data import everything_about
from studio.people.notices import PushTarget, checked, is_known
from studio.server import push
from studio.server.push_keys import new_key, public_half
from studio.settings import PUSH_SERVICES as KNOWN_SERVICES
from studio.setup.env import EnvProblem, read_env
from tests.visitors import Visitor

pytestmark = pytest.mark.django_db
SCRIPT = {"HTTP_X_CARTE": "1"}


class PushService(ThreadingHTTPServer):
    """What a browser's maker runs: keeps what it is sent, and answers `status`."""

    status = 201
    elsewhere = ""
    silence = 0.0  # seconds before it answers
    drips = 0  # lines of its answer that come one by one, a twentieth of a second apart

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.is_cut = threading.Event()  # a drip ends with the test

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Answering(BaseHTTPRequestHandler):
    server: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
        time.sleep(self.server.silence)
        self.send_response(self.server.status)
        for number in range(self.server.drips):
            self.send_header(f"X-{number}", "drip")
            try:
                self.flush_headers()
            except OSError:
                return self._headers_buffer.clear()
            self.server.is_cut.wait(0.05)
        if self.server.elsewhere:
            self.send_header("Location", self.server.elsewhere)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


class Browser:
    """The keys of one that asked to be told."""

    def __init__(self, service: PushService, name: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"sixteen letters!"
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.fields = {"endpoint": f"{service.origin}/{name}", "p256dh": b64(point), "auth": b64(self.secret)}

    def reads(self, body: bytes) -> Any:
        opened = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        return json.loads(opened)


def b64(given: bytes) -> str:
    return urlsafe_b64encode(given).decode().rstrip("=")


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    made = PushService()
    threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    settings.PUSH_KEY = new_key()
    settings.PUSH_PUBLIC_KEY = public_half(settings.PUSH_KEY)
    settings.PUSH_CONTACT = "mailto:host@example.org"
    settings.PUSH_SERVICES = (made.origin,)
    yield made
    made.shutdown()
    made.server_close()


class Deck:
    """Ros and Idris share one; Idris asked to be told on his browser, and is away."""

    def __init__(self, service: PushService) -> None:
        self.ros, self.idris = Visitor("Ros"), Visitor("Idris", "192.0.2.2")
        self.row = self.ros.start("Secret Titles")
        self.idris.join(self.row.group)
        self.browser = Browser(service, "idris")
        self.idris.get(f"/decks/{self.row.slug}/workshop/")
        self.ros.get(f"/decks/{self.row.slug}/workshop/")
        assert self.idris.post("/you/notices/", self.browser.fields).status_code == 303

    def proposes(self, title: str = "Wandering Goat") -> rows.Proposal:
        face = Face(title, "Thing")
        by = self.ros.member(self.row.group).pk
        actions.propose(self.row.pk, by=by, key=None, changes=(Create("card", face.digest),), faces=(face,))
        made = rows.Proposal.objects.filter(deck=self.row).latest("number")
        self.later()
        return made

    def later(self) -> None:
        """Nobody has the page before them any more."""
        Lease.objects.all().delete()


@pytest.fixture
def deck(service: PushService, monkeypatch: pytest.MonkeyPatch) -> Deck:
    monkeypatch.setattr(notices, "QUIET", timedelta())  # each ballot has lain there long enough
    return Deck(service)


def test_who_is_away_is_told_once_for_each_ballot_and_no_name_or_title_is_in_it(
    deck: Deck, service: PushService
) -> None:
    deck.proposes()
    for _ in range(3):
        notices.tell_who_waits()
    [(path, headers, body)] = service.got
    assert path == "/idris" and headers["ttl"] == str(push.KEPT_FOR) and headers["authorization"].startswith("vapid t=")
    claims = headers["authorization"].split("t=")[1].split(",")[0].split(".")[1]
    assert json.loads(urlsafe_b64decode(claims + "=="))["aud"] == service.origin
    assert deck.browser.reads(body) == {"words": "A vote waits for you."}
    rows.BallotNotice.objects.update(at=timezone.now() - timedelta(days=9))
    notices.forget_old_notices()  # the ballot is open still
    notices.tell_who_waits()
    assert len(service.got) == 1
    deck.row.refresh_from_db()
    idris = deck.idris.member(deck.row.group).pk
    actions.do(deck.row.pk, CastVote(by=idris, proposal=1, wording=1, answer="for"), key=None)
    notices.forget_old_notices()
    assert not rows.BallotNotice.objects.exists()
    deck.idris.get(f"/decks/{deck.row.slug}/workshop/")  # he votes on what comes up while he is here
    deck.proposes("Tea Urn")
    notices.tell_who_waits()
    assert len(service.got) == 2


def test_nobody_is_told_who_is_here_has_spoken_or_just_saw_it_come(
    deck: Deck, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposal = deck.proposes()
    with monkeypatch.context() as quiet:
        quiet.setattr(notices, "QUIET", timedelta(seconds=20))
        notices.tell_who_waits()
    deck.idris.get(f"/decks/{deck.row.slug}/workshop/")
    notices.tell_who_waits()
    assert service.got == [] and not rows.BallotNotice.objects.exists()
    idris = deck.idris.member(deck.row.group).pk
    third = Visitor("Maud", "192.0.2.3")
    third.join(deck.row.group)
    actions.do(
        deck.row.pk,
        CastVote(by=idris, proposal=proposal.number, wording=1, answer="against", reason="Too wild"),
        key=None,
    )
    deck.later()
    notices.tell_who_waits()
    assert service.got == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_wants_no_more_is_forgotten(deck: Deck, service: PushService, status: int) -> None:
    service.status = status
    deck.proposes()
    notices.tell_who_waits()
    assert len(service.got) == 1 and not PushSubscription.objects.exists()


def test_a_service_that_is_broken_or_sends_elsewhere_costs_one_try_and_is_followed_nowhere(
    deck: Deck, service: PushService
) -> None:
    service.status, service.elsewhere = 307, f"{service.origin}/inside"
    deck.proposes()
    notices.tell_who_waits()
    notices.tell_who_waits()
    assert [path for path, _, _ in service.got] == ["/idris"] and PushSubscription.objects.exists()
    nowhere = PushTarget("http://127.0.0.1:1/x", deck.browser.fields["p256dh"], deck.browser.fields["auth"])
    assert push.send(nowhere, "A vote waits") == "gone"  # no address of ours


def test_a_service_that_does_not_answer_is_left_alone_in_our_own_time(
    deck: Deck, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "SECONDS", 0.05)
    service.silence = 0.3
    target = PushTarget(**deck.browser.fields)
    assert push.send(target, "A vote waits") == "failed"


def test_a_service_that_drips_has_no_more_time_than_one_that_says_nothing(
    deck: Deck, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And holds up nobody else's notices: what is still due there waits for the next time."""
    monkeypatch.setattr(push, "SECONDS", 0.3)
    service.drips = 90
    assert push.send(PushTarget(**deck.browser.fields), "A vote waits") == "failed"
    service.is_cut.set()  # five seconds of drops, each within its time, would have been an answer


def test_a_service_that_fails_is_left_alone_until_the_next_time(
    deck: Deck, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    waiting = [
        notices.WaitingVote(1, 1, number, PushTarget(f"https://{name}/{number}", "", ""))
        for number, name in enumerate(("slow.example", "slow.example", "quick.example", "slow.example"))
    ]
    monkeypatch.setattr(notices, "_waiting", lambda now: iter(waiting))
    monkeypatch.setattr(notices, "_claimed", lambda waiting, now: True)
    monkeypatch.setattr(
        push,
        "send",
        lambda target, words: asked.append(target.endpoint) or ("failed" if "slow" in target.endpoint else "sent"),
    )
    notices.tell_who_waits()
    assert asked == ["https://slow.example/0", "https://quick.example/2"]


# As the makers of browsers answer: address, status, headers, body; and what becomes of it.
ANSWERS: list[tuple[str, int, dict[str, str], str, str]] = [
    (
        "https://fcm.googleapis.com/fcm/send/dQw4:APA91bH",
        201,
        {"Location": "https://fcm.googleapis.com/0:17"},
        "",
        "sent",
    ),
    (
        "https://fcm.googleapis.com/fcm/send/dQw4:APA91bH",
        410,
        {},
        "push subscription has unsubscribed or expired.\n",
        "gone",
    ),
    (
        "https://fcm.googleapis.com/wp/dQw4:APA91bH",
        404,
        {},
        "A valid push subscription endpoint should be specified",
        "gone",
    ),
    ("https://fcm.googleapis.com/wp/dQw4:APA91bH", 403, {}, "the VAPID credentials do not correspond", "failed"),
    ("https://updates.push.services.mozilla.com/wpush/v2/gAAAA", 201, {"TTL": "14400"}, "", "sent"),
    ("https://updates.push.services.mozilla.com/wpush/v2/gAAAA", 410, {}, '{"code": 410, "errno": 106}', "gone"),
    (
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
        307,
        {"Location": "http://127.0.0.1:8000/"},
        "",
        "failed",
    ),
    ("https://web.push.apple.com/QGu8", 201, {"apns-id": "9A3E"}, "", "sent"),
    ("https://web.push.apple.com/QGu8", 410, {}, '{"reason": "Unregistered"}', "gone"),
    ("https://web.push.apple.com/QGu8", 429, {"Retry-After": "60"}, '{"reason": "TooManyRequests"}', "failed"),
    ("https://wns2-db5p.notify.windows.com/w/?token=BQY", 201, {"X-WNS-Status": "received"}, "", "sent"),
    ("https://wns2-db5p.notify.windows.com/w/?token=BQY", 500, {}, "", "failed"),
]


@pytest.mark.parametrize(("endpoint", "status", "headers", "body", "becomes"), ANSWERS)
def test_the_known_services_are_asked_as_they_want_it_and_their_answers_understood(
    deck: Deck, service: PushService, settings: Any, monkeypatch: pytest.MonkeyPatch,
    endpoint: str, status: int, headers: dict[str, str], body: str, becomes: str,
) -> None:  # fmt: skip
    settings.PUSH_SERVICES = KNOWN_SERVICES
    asked: list[tuple[requests.PreparedRequest, dict[str, Any]]] = []

    def answers(_: Any, request: requests.PreparedRequest, **how: Any) -> requests.Response:
        """In place of the line: nothing leaves this machine."""
        asked.append((request, how))
        given = requests.Response()
        given.status_code, given.raw, given.request, given.url = status, io.BytesIO(body.encode()), request, endpoint
        given.headers.update(headers)
        return given

    monkeypatch.setattr(requests.adapters.HTTPAdapter, "send", answers)
    PushSubscription.objects.update(endpoint=endpoint)
    deck.proposes()
    notices.tell_who_waits()
    [(request, how)] = asked  # once, and wherever it leads elsewhere is not followed
    assert request.url == endpoint and request.method == "POST" and how["timeout"] == push.SECONDS and how["verify"]
    assert request.headers["Content-Encoding"] == "aes128gcm" and request.headers["TTL"] == str(push.KEPT_FOR)
    assert deck.browser.reads(request.body) == {"words": "A vote waits for you."}  # type: ignore[arg-type]
    token, key = re.fullmatch(r"vapid t=([\w.-]+),\s*k=([\w-]+)", request.headers["Authorization"]).groups()  # type: ignore[union-attr]
    head, claims, mark = (urlsafe_b64decode(part + "==") for part in token.split("."))
    told = json.loads(claims)
    assert json.loads(head)["alg"] == "ES256" and told["aud"] == "/".join(endpoint.split("/")[:3])
    assert told["sub"] == settings.PUSH_CONTACT and 0 < told["exp"] - time.time() <= 24 * 3600
    assert key == settings.PUSH_PUBLIC_KEY
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), urlsafe_b64decode(key + "=="))
    signature = encode_dss_signature(int.from_bytes(mark[:32]), int.from_bytes(mark[32:]))
    public.verify(signature, ".".join(token.split(".")[:2]).encode(), ec.ECDSA(SHA256()))
    assert PushSubscription.objects.exists() == (becomes != "gone")


def test_a_vote_waits_for_no_push_service(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> Any:
        raise AssertionError("sent in the path of a commit")

    monkeypatch.setattr(push, "send", never)
    deck.proposes()
    deck.idris.post(
        f"/decks/{deck.row.slug}/do/?verb=vote&proposal=1&wording=1", {"answer": "for", "key": ""}, **SCRIPT
    )
    assert rows.Proposal.objects.get().state == "accepted"


def test_only_known_push_services_are_written_down(deck: Deck, settings: Any) -> None:
    settings.PUSH_SERVICES = ("https://fcm.googleapis.com", "https://*.push.apple.com")
    assert is_known("https://fcm.googleapis.com/fcm/send/x") and is_known("https://web.push.apple.com/Q")
    for endpoint in (
        "http://fcm.googleapis.com/x", "https://fcm.googleapis.com:8443/x", "https://fcm.googleapis.com@127.0.0.1/x",
        "https://127.0.0.1/x", "https://evil.example/fcm.googleapis.com", "https://push.apple.com.evil.example/x",
        "https://evilpush.apple.com.example/", "https://a@web.push.apple.com/x", "https://web.push.apple.com:1/x",
        "https://fcm.googleapis.com\\@127.0.0.1/x", "file:///etc/passwd", "https://[", "",
    ):  # fmt: skip
        assert not is_known(endpoint), endpoint
        assert deck.ros.post("/you/notices/", deck.browser.fields | {"endpoint": endpoint}, **SCRIPT).status_code == 422
    good = PushTarget("https://web.push.apple.com/Q", deck.browser.fields["p256dh"], deck.browser.fields["auth"])
    assert checked(good) == good
    for bad in (PushTarget(good.endpoint, "AAAA", good.auth), PushTarget(good.endpoint, good.p256dh, "é")):
        with pytest.raises(Refused):
            checked(bad)
    assert PushSubscription.objects.count() == 1


def test_it_is_on_ones_own_page_in_ones_papers_and_goes_with_the_device_and_with_being_forgotten(
    deck: Deck, service: PushService, settings: Any
) -> None:
    html = deck.idris.get("/you/").content.decode()
    assert "Tell me no more" in html and settings.PUSH_PUBLIC_KEY in html and settings.PUSH_KEY not in html
    assert "Tell me on this browser" in deck.ros.get("/you/").content.decode()
    deck.proposes()
    notices.tell_who_waits()
    papers = everything_about(deck.idris.person_id or 0)
    assert papers["told_by_browser"][0]["push_service"] == deck.browser.fields["endpoint"]
    assert [one["proposal"] for one in papers["votes_told_of"]] == [1]
    assert deck.ros.post("/you/notices/", deck.browser.fields, **SCRIPT).status_code == 422  # it is his
    deck.idris.post("/you/notices/stop/")
    assert not PushSubscription.objects.exists()
    deck.idris.post("/you/notices/", deck.browser.fields)
    deck.idris.device.delete()
    assert not PushSubscription.objects.exists() and not rows.BallotNotice.objects.exists()


def test_whoever_left_or_was_signed_out_is_told_nothing(deck: Deck, service: PushService) -> None:
    deck.proposes()
    device = deck.idris.device
    device.revoked_at = timezone.now()
    device.save()
    notices.tell_who_waits()
    device.revoked_at = None
    device.save()
    member = deck.idris.member(deck.row.group)
    member.left_at = timezone.now()
    member.save()
    notices.tell_who_waits()
    assert service.got == []


def test_without_a_key_there_is_no_word_of_it_and_a_key_that_is_none_stops_the_start(deck: Deck, settings: Any) -> None:
    settings.PUSH_PUBLIC_KEY = ""
    assert "Tell me" not in deck.idris.get("/you/").content.decode()
    assert deck.idris.post("/you/notices/", deck.browser.fields, **SCRIPT).status_code == 404
    assert read_env({}).push_key == ""
    key = new_key()
    told = read_env({"CARTE_PUSH_KEY": key, "CARTE_SITE": "https://cards.example.org"})
    assert (told.push_key, told.push_contact) == (key, "https://cards.example.org")
    assert len(urlsafe_b64decode(public_half(key) + "=")) == 65
    for given in ({"CARTE_PUSH_KEY": "abc"}, {"CARTE_PUSH_KEY": "é" * 43}, {"CARTE_PUSH_KEY": key}):
        with pytest.raises(EnvProblem):
            read_env(given)


def test_the_worker_of_the_browser_shows_what_comes_and_does_nothing_else() -> None:
    answer = Visitor().get("/push-worker.js")
    script = answer.content.decode()
    assert answer["Content-Type"].startswith("text/javascript") and "default-src" in answer["Content-Security-Policy"]
    assert (
        "showNotification" in script and "fetch" not in script.replace("fetches", "") and "importScripts" not in script
    )
