"""Every refusal the source can raise has a sentence fit to be read, and all text for people is a message."""

from __future__ import annotations

import ast
import importlib
import os
import re
import string
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath

import pytest
from django.template.base import Lexer, Token, TokenType

from studio.kernel.refusals import Refused
from studio.web.words import say
from studio.wording import REFUSALS, RefusalAnswer, Refusals, late, status
from tests.markup import VOID

PROJECT = Path(__file__).resolve().parent.parent
UNWANTED = re.compile(r"\b(approved?|failed|denied|submit|item|user|invalid|error)\b", re.I)
CODE = re.compile(r"[a-z]+(\.[a-z_]+)+")


@cache
def sources() -> dict[str, ast.Module]:
    """Every module of ours by its path."""
    return {
        path.relative_to(PROJECT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for app in ("studio", "cards", "play")
        for path in sorted((PROJECT / app).rglob("*.py"))
        if "migrations" not in path.parts
    }


@cache
def raised() -> dict[str, tuple[str, frozenset[str] | None]]:
    """Codes given to Refused as literals, where, and with which facts (None when they are not all named there)."""
    found: dict[str, tuple[str, frozenset[str] | None]] = {}
    for path, tree in sources().items():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused"):
                continue
            if node.args and isinstance(node.args[0], ast.Constant):
                named = (
                    None if any(k.arg is None for k in node.keywords) else frozenset(k.arg or "" for k in node.keywords)
                )
                found[str(node.args[0].value)] = (f"{path}:{node.lineno}", named)
    return found


def test_every_refusal_has_a_sentence() -> None:
    missing = {code: where for code, (where, _) in raised().items() if code not in REFUSALS}
    assert missing == {}


def test_every_sentence_gets_the_facts_it_names() -> None:
    for code, (where, facts) in raised().items():
        wanted = {field for _, field, _, _ in string.Formatter().parse(REFUSALS[code].sentence) if field}
        assert facts is None or wanted <= facts, f"{code} at {where} lacks {wanted - (facts or frozenset())}"


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_a_sentence_is_whole_and_says_it_in_our_words(code: str) -> None:
    sentence = REFUSALS[code].sentence
    assert CODE.fullmatch(code)
    assert sentence[0].isupper() or sentence[0] in "{“"
    assert sentence[-1] in ".?}" and "  " not in sentence and "!" not in sentence
    assert not UNWANTED.search(sentence)
    assert REFUSALS[code].status in (403, 404, 409, 413, 422, 429, 503)


def test_each_app_words_its_own_refusals() -> None:
    """A code stands with the app that raises it, or with one that app stands on."""
    rank = {"studio": 0, "cards": 1, "play": 2}
    own = {
        code: app
        for app in rank
        for name, table in vars(importlib.import_module(f"{app}.wording")).items()
        if name.isupper() and isinstance(table, dict)
        for code in table
    }
    assert own.keys() == REFUSALS.keys()
    for code, (where, _) in raised().items():
        assert rank[own[code]] <= rank[where.partition("/")[0]], f"{code} of {own[code]} is raised at {where}"


def test_a_code_is_worded_once() -> None:
    refusals = Refusals()
    refusals.register({"a.b": late("Later.")})
    with pytest.raises(ValueError, match="a.b"):
        refusals.register({"a.b": RefusalAnswer(404, "Never.")})


def test_a_sentence_is_filled_with_plain_facts() -> None:
    refused = Refused("name.taken", name="<b>{Ros}</b>")
    assert "<b>{Ros}</b>" in say(refused) and status(refused) == 409


def test_a_missing_fact_or_an_unknown_code_is_still_a_sentence() -> None:
    assert "…" in say(Refused("name.long"))
    assert status(Refused("no.such_code")) == 409
    assert say(Refused("no.such_code")).endswith(".")


def test_what_a_refusal_says_back_is_cut_where_it_would_fill_a_page() -> None:
    for code, answer in REFUSALS.items():
        facts = {field for _, field, _, _ in string.Formatter().parse(answer.sentence) if field}
        told = say(Refused(code, **dict.fromkeys(facts, "W" * 700)))
        assert ("WW…" in told) == bool(facts), code
        assert "W" * 100 not in told, code


# --- nothing finished -------------------------------------------------------------------------------------------------

# What says nothing to the readers of pages, or says it in English to everybody, and why.
SPEAKS_ENGLISH = {
    "cards/management/": "commands speak to the host",
    "studio/management/": "commands speak to the host",
    "studio/setup/": "speaks to the host before there is a Django",
    "studio/server/": "speaks to the host, and to browsers before there is a page",
    "studio/backup/": "speaks to the host",
    "studio/upgrades/": "speaks to the host",
    "studio/log/": "what it says stands in the server's log; the rest is SQL",
    "studio/settings.py": "settings",
    "studio/models.py": "answers as the host's admin shows them",
    "studio/web/joined/": "speaks to the host, and in the language of style sheets and scripts",
    "studio/middleware.py": "bare words when even the page that says it cannot be drawn",
    "studio/catalogue.py": "the catalogue's own form",
    "cards/storage/heavy.py": "SQL",
    "cards/storage/audit.py": "what does not add up is told to the host",
    "cards/storage/batch_rows.py": "the same of a first batch",
    "cards/rules/advice.py": "the words of a card in English, as they are found and mended",
    "cards/rules/wording_advice.py": "the same",
    "cards/face/": "a card is drawn alike for everybody: Special Rule, Cost, the names of symbols, (1 of 2)",
    "studio/live/bus.py": "the host's log",
    "studio/live/reach.py": "the host's log",
    "studio/web/request_numbers.py": "the host's log",
    "studio/web/collected.py": "a step of `prepare`, told to the host",
    "cards/actions/notices.py": "the host's log names a duty",
    "cards/printing/": "paper is alike for whoever prints it; the rest is PDF",
    "cards/queries/shop/extra_pages.py": "the words on such paper",
    "cards/sample_decks.py": "decks as people would have written them",
    "cards/formats/labels.py": "words that stand in files",
    "cards/rules/deck_advice.py": "words that are looked for in English texts",
    "cards/rules/upcasters.py": "a name that stood in what is stored",
    "play/storage/audit.py": "what does not add up is told to the host",
    "play/table/card_words.py": "words that are looked for on cards",
    "play/table/upcasters.py": "words that stood in what is stored",
    "play/table/events/undo.py": "a value's name",
    "cards/verbs/verb.py": "who may ask for a verb, and what is looked at first, for who reads it",
    "cards/verbs/telling.py": "what a fact touches, the same",
    "play/verbs/verb.py": "who may ask for a verb, as the docs have it",
}
# Phrases that are no sentences of ours, or that somebody may change.
NOT_OURS = {
    "words on a card, alike for everybody": ("Special Rule", "Action — ", "*The words on this card were taken down.*"),
    "names that people may change": (
        "Untitled deck", "{} ({} of {})", "Draw pile", "Discard pile", "In play", ", forked",
    ),
    "words in files": ("## Blurb", "## Notes"),
    "at the foot of a sheet": ("version {}",),
    "a name in rows of before": ("Version {}",),
    "names": ("CC BY 4.0", "CC BY-SA 4.0", "CC BY-NC 4.0", "CC BY-NC-SA 4.0", "CC0 1.0", "Mac OS", "Carte Blanche"),
    "a device, as rows of before have it": (" on ", "A browser"),
    "typed in a form": ("seat ",),
    "typed at a table, alike in every language": (
        "special rule", "special rule ", "rule ", "card ", " to ", "{} to {}", "/say {}", "loadcard {}/{}/{}",
    ),
    "words looked for in titles": ("^(?:the|a|an) ",),
    "for robots and for logs": ("Disallow: {}", "Sitemap: {}{}", "Refused({}, {})"),
}  # fmt: skip
NOT_WORDS = re.compile(
    r"[\\<]|no-store|no-cache|charset|filename=|noindex|geolocation|default-src|max-age|User-agent|PRAGMA|SELECT"
    r"|INSERT INTO|DELETE FROM|UPDATE cards|\bAND\b|\bNOT\b"
)
FOR_DEVELOPERS = {
    "debug",
    "info",
    "warning",
    "error",
    "exception",
    "critical",
    "every",
    "at_the_beginning",
    "before_the_end",
    "take_try",
}
HOW_IT_IS_TYPED = {
    "Word": 2,
    "misused": 1,
    "count_in": 2,
    "_given": 4,
    "marked_in": 3,
}  # so many arguments say how a line is typed
MAKES_MESSAGES = {"message", "counted", "gone", "late", "amiss", "often", "others"}


class Finished(ast.NodeVisitor):
    """The finished phrases of a module: strings with a blank in them that could reach people as they are."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []
        self.not_ours = {phrase for phrases in NOT_OURS.values() for phrase in phrases}

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """For developers, unless it is a refusal: its facts are read by people."""
        if isinstance(node.exc, ast.Call) and _called(node.exc) in ("Refused", "kit_amiss"):
            self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> None:
        self.visit(node.test)

    def visit_Dict(self, node: ast.Dict) -> None:
        for value in node.values:
            self.visit(value)

    def visit_Call(self, node: ast.Call) -> None:
        if _called(node) in HOW_IT_IS_TYPED:
            for argument in node.args[HOW_IT_IS_TYPED[_called(node)] :]:
                self.visit(argument)
        elif _called(node) not in FOR_DEVELOPERS | MAKES_MESSAGES:
            self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._note(node, "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values))
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self._note(node, node.value)

    def _note(self, node: ast.expr, text: str) -> None:
        is_phrase = " " in text and re.search("[A-Za-z]{2}", text.replace("{}", ""))
        if is_phrase and text not in self.not_ours and not NOT_WORDS.search(text):
            self.found.append((node.lineno, text))


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def test_text_for_people_is_a_message_and_nowhere_finished_english() -> None:
    found = []
    for name, tree in sources().items():
        if not name.startswith(tuple(SPEAKS_ENGLISH)) and not name.endswith("/wording.py"):
            finished = Finished()
            finished.visit(tree)
            found += [f"{name}:{line} {text!r}" for line, text in finished.found]
    assert found == [], "\n".join(found)


def test_every_message_is_written_where_the_catalogue_finds_it() -> None:
    """`message(words)` would be said in English for ever."""
    found = [
        f"{path}:{call.lineno}"
        for path, tree in sources().items()
        if path != "studio/kernel/messages.py"
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("message", "counted")
        if not all(isinstance(words, ast.Constant) for words in call.args[: 2 if call.func.id == "counted" else 1])
    ]
    assert found == []


# --- what is remembered -----------------------------------------------------------------------------------------------

# Every memory that outlives a drawing, of the rooms that make words, and why nobody gets another's language from it.
# (A drawing's own memories have the language of their view: studio/live/view.py.)
REMEMBERED = {
    "studio/templatetags/fragments.py _kind": "the language is part of it",
    "studio/templatetags/fragments.py _memory": "the language is part of the key",
    "studio/live/regions.py _touched": "no words: parts of pages",
    "studio/web/addresses.py _shape": "no words: addresses",
    "studio/web/joined/plan.py pages_scripts": "no words: names of files",
    "cards/storage/memory.py _known": "decks as their rules see them, with faces by digest",
    "studio/people/invitations.py _qr_svg": "its title in words is part of the key",
    "studio/people/seal.py seal_of": "a name, in no language",
    "cards/queries/faces.py _language": "no words: a tag",
    "cards/queries/long_deck.py _line": "the language is part of the key",
    "cards/queries/lineage.py _common": "numbers: how many cards two versions have in common",
    "cards/queries/proofs.py _words_of": "the deck’s own words; what their fields are called is said each time",
    "cards/queries/spoken.py spoken": "made of markup that is in some language",
    "studio/live/parts.py _key": "no words: the site's own key for digests",
    "cards/queries/effect_sheet.py _blank_sheet": "the language is part of the key",
    "cards/queries/faces.py _bare": "faces as they are kept",
    "cards/queries/faces.py _read": "faces as they are kept",
    "cards/queries/faces.py printed": "a card says the same in every language",
    "cards/queries/faces.py words_of": "the words of a card",
    "cards/templatetags/samples.py house_card": "its words are the key, and a card says the same in every language",
    "cards/templatetags/samples.py sample_card": "a card says the same in every language",
    "cards/templatetags/samples.py _listing": "the words of a sample deck",
    "play/queries/card_views.py _piece": "the language is part of the key",
    "play/queries/card_views.py _contexts": "the language is one of the things they are",
    "play/queries/board.py _hand": "the language is part of the key",
    "play/queries/board.py _place": "the language is part of its key",
    "play/queries/parts.py glance": "a card says the same in every language",
    "play/queries/table_view.py _watched": "no words of ours: what may be known of a table",
    "play/values/felt.py _plate": "its words are the key",
    "play/queries/log_lines.py _contexts": "the language is one of the things they are",
    "play/queries/log_lines.py _lines": "the language is part of the key",
    "play/queries/log.py _told_lately": "the language is one of the things it is asked with",
    "play/storage/log.py _alike": "kits and texts of cards, which are the deck's own words",
    "play/storage/store.py _cache": "tables",
    "studio/web/joined/sheets.py _in_older_words": "style sheets, which are in no language",
    "studio/web/networks.py network": "no words: where a visitor comes from",
    "studio/templatetags/limits.py limit": "numbers",
    "play/storage/store.py _told": "messages, which are no words yet",
}
ROOMS_OF_WORDS = re.compile(
    r"(cards|play|studio)/(queries|views|values|forms|storage|web|people|live|templatetags|actions)/|(cards|play)/\w+\.py"
)
KEEPS = {"OrderedDict", "defaultdict", "WeakKeyDictionary", "WeakValueDictionary", "Lately", "dict"}


def _memories(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name, decorator_list=[*decorators]):
                named = {getattr(d.func if isinstance(d, ast.Call) else d, "id", "") for d in decorators}
                if named & {"cache", "lru_cache", "weighed", "kept"}:
                    yield name
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=value)
            ):
                is_empty = isinstance(value, ast.Dict) and not value.keys
                if not name.isupper() and (is_empty or (isinstance(value, ast.Call) and _called(value) in KEEPS)):
                    yield name


def test_nothing_that_is_remembered_holds_words_in_the_language_of_another() -> None:
    found = {
        f"{path} {name}" for path, tree in sources().items() if ROOMS_OF_WORDS.match(path) for name in _memories(tree)
    }
    assert found == REMEMBERED.keys()


# --- templates -------------------------------------------------------------------------------------------------------

# Words of templates that are nobody's to translate, and why.
ALIKE = {
    "the site's name": ("Carte Blanche",),
    "names of those who show how it goes, and of fonts": (
        "Ros", "Idris", "Tomasz", "Besley", "League Gothic",
    ),
    "a card of ours, which says the same in every language": (
        "At the start of every player’s turn, the Goat moves to that player and eats their smallest Vegetable.",
        "At the start of every player’s turn, the Goat moves to that player and eats a Vegetable of theirs that has no "
        "Shelter.",
    ),
}  # fmt: skip
NOT_READ = ("print/", "cards/_hand_steps.html")  # alike for whoever prints it; attributes of an element
IN_A_TAG = ("body_class", "look", "stage", "lang")  # blocks whose words become part of a tag
READ_OUT = {"aria-label", "aria-roledescription", "aria-description", "placeholder", "title", "alt", "label", "summary"}
READ_OUT |= {"data-title", "data-hint"}
IN_TAGS = re.compile(r"""\w+="([^"]*)\"""")
A_PHRASE = re.compile(r"[A-Z][a-z’]|[a-z] [a-z]")


class Unmarked(HTMLParser):
    """`found`: the words of a template that no catalogue knows, but for those in elements that are not to be
    translated. What stands in `{% translate %}` is taken out before a page is read, and so is what a value makes."""

    def __init__(self, template: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.open: list[tuple[str, bool]] = []
        self.feed("".join(self.bare(Lexer(template).tokenize())))
        self.close()

    def bare(self, tokens: list[Token]) -> Iterator[str]:
        """The template without its tags; what they are given as words is looked at here."""
        before, inside = "", ""
        for token in tokens:
            name, _, rest = token.contents.partition(" ") if token.token_type is TokenType.BLOCK else ("", "", "")
            if inside:
                inside = "" if name == inside else inside
            elif name == "blocktranslate":
                inside = "endblocktranslate"
            elif name == "block" and rest.strip() in IN_A_TAG:
                inside = "endblock"
            elif name in ("block", "endblock"):
                yield "<br>"
            elif name and name != "translate":
                self.found |= {words for words in IN_TAGS.findall(rest) if A_PHRASE.search(words)}
            elif token.token_type is TokenType.VAR and before.endswith(("<", "</")):
                yield "h1"  # of a name that is given
            elif token.token_type is TokenType.TEXT:
                yield (before := token.contents)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        is_silent = (
            tag in ("script", "style") or given.get("translate") == "no" or any(silent for _, silent in self.open[-1:])
        )
        if not is_silent:
            self.note(*(value or "" for name, value in attrs if name in READ_OUT))
        if tag == "input" and given.get("type") in ("submit", "button"):
            self.note(given.get("value") or "")
        if tag not in VOID:
            self.open.append((tag, is_silent))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if any(tag == name for name, _ in self.open):  # a branch may close what another has closed
            while self.open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not any(silent for _, silent in self.open[-1:]):
            self.note(" ".join(data.split()))

    def note(self, *told: str) -> None:
        self.found |= {words for one in told if re.search(r"[^\W\d_]", words := one.strip())}


def unmarked(template: str) -> set[str]:
    """The words of a template that no catalogue knows and that are somebody's to translate."""
    alike = {words for several in ALIKE.values() for words in several}
    return {words for words in Unmarked(template).found if words.strip(" ,:") not in alike}


def test_every_word_of_a_template_is_a_message() -> None:
    templates = PROJECT / "templates"
    found = {
        name: words
        for path in sorted(templates.rglob("*.html"))
        if not (name := path.relative_to(templates).as_posix()).startswith(NOT_READ)
        if (words := unmarked(path.read_text(encoding="utf-8")))
    }
    assert not found, "put these in {% translate %} or {% blocktranslate %}"
    loads = [path.name for path in templates.rglob("*.html") if "load i18n" in path.read_text(encoding="utf-8")]
    assert not loads, "every template knows these tags, ours: with Django's own a catalogue is asked in English too"


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ('<p title="A card">{% translate "One" %} two</p>', {"A card", "two"}),
        ("{% blocktranslate %}One {{ x }}{% endblocktranslate %} {{ y }} deck{{ n|pluralize }}", {"deck"}),
        ('<b {% if x %}class="Two words"{% endif %}>{{ y }}</b>, Carte Blanche<br>', set()),
        ("<{{ heading }} id='x'>Head</{{ heading }}>", {"Head"}),
        ('{% include "a.html" with words="Take it" only %}', {"Take it"}),
        ('{% include "a.html" with words=_("Take it") page=page kind="thing" only %}', set()),
        ('<b translate="no">Ro</b><span>Ro</span><script>let a = "Be"</script>', {"Ro"}),
        ('{% block body_class %}crops wide{% endblock %}<input placeholder="A code"><svg /> Go', {"A code", "Go"}),
        ("{% if a %}<p>{% else %}<p class='b'>{% endif %}&nbsp;·&nbsp;12 &amp;</p><p>So</p>", {"So"}),
    ],
)
def test_words_that_are_no_message_are_found_wherever_they_stand(template: str, words: set[str]) -> None:
    assert unmarked(template) == words


# --- scripts ---------------------------------------------------------------------------------------------------------


SAYS = re.compile(r'<p data-says="([\w-]+)">')
QUOTED = re.compile(r"'([\w-]+)'")
ASKED = re.compile(r"\b(?:words|row)\(([^{})]*?'[^{})]*)[,)]")
REMARKS = re.compile(r"^\s*//.*$|\s// .*$|/\*[^*]*\*/", re.M)


@cache
def scripts() -> dict[str, str]:
    """Every script of ours by its path in static/."""
    static = PROJECT / "static"
    return {
        path.relative_to(static).as_posix(): path.read_text()
        for path in sorted((static / "js").rglob("*.js"))
        if "vendor" not in path.parts
    }


@cache
def worded() -> dict[str, list[str]]:
    """The names of what scripts say, by the template that words them."""
    return {
        path.relative_to(PROJECT / "templates").as_posix(): SAYS.findall(text)
        for path in sorted((PROJECT / "templates").rglob("*.html"))
        if "data-says" in (text := path.read_text())
    }


def test_what_scripts_say_is_worded_by_the_server() -> None:
    """Once, so that it is in the catalogue; no sentence stands in a script."""
    names = [name for said in worded().values() for name in said]
    assert len(names) == len(set(names)) > 40
    for name in worded():
        text = (PROJECT / "templates" / name).read_text()
        lines = re.findall(r"<p data-says=[^>]*>(.*?)</p>", text, re.S)
        assert len(lines) == text.count("data-says") and text.count("<template data-words>") == 1, name
        assert all(re.fullmatch(r'(\s*\{% translate "[^"]+"( context "[^"]+")? %\}\s*\|?)+', line) for line in lines)
    asked: set[str] = set()
    for name, text in scripts().items():
        calls = ASKED.findall(text)
        lacking = {word for call in calls for word in QUOTED.findall(call)} - set(names)
        assert not lacking, f"{name} says {lacking}, which nobody words"
        asked |= set(QUOTED.findall(text))
    assert set(names) <= asked, f"no script says {set(names) - asked}"
    sentences = {
        f"{name}: {string}"
        for name, text in scripts().items()
        for string in re.findall(r"['`]([^'`\n]*)['`]", REMARKS.sub("", text))
        if re.match(r"[A-Z][a-z’]+ [a-z’]+\b", string) or re.search(r"\$\{[^}]*\}[ ,]+(and |[a-z]{3,})", string)
    }
    assert sentences == set()


def _loads(script: str) -> set[str]:
    """The modules that a script brings with it, itself among them."""
    seen: set[str] = set()
    waiting = [script]
    while waiting:
        if (one := waiting.pop()) not in seen and one in scripts():
            seen.add(one)
            folder = PurePosixPath(one).parent
            waiting += [os.path.normpath(folder / found) for found in re.findall(r"from '(\.[^']+)'", scripts()[one])]
    return seen


def _holds(template: str) -> set[str]:
    """The templates that make a page: what it extends and includes, fragments and itself among them."""
    seen: set[str] = set()
    waiting = [template]
    while waiting:
        if (one := waiting.pop()) not in seen:
            seen.add(one)
            text = (PROJECT / "templates" / one).read_text()
            waiting += re.findall(r'\{% (?:include|extends|fragment) "([^"]+)"', text)
    return seen


def test_a_page_words_what_its_scripts_say() -> None:
    pages = {
        path.relative_to(PROJECT / "templates").as_posix(): set(re.findall(r'\{% script "(js/[^"]+)" %\}', text))
        for path in sorted((PROJECT / "templates").rglob("*.html"))
        if '{% script "js/' in (text := path.read_text())
    }
    where = {name: template for template, names in worded().items() for name in names}
    assert len(pages) > 10
    for page, its_scripts in pages.items():
        says = {
            word
            for script in its_scripts
            for module in _loads(script)
            for call in ASKED.findall(scripts()[module])
            for word in QUOTED.findall(call)
        }
        assert {where[word] for word in says} <= _holds(page), page


# What newcomers asked the meaning of, and words of ours for what they had no picture of.
PUZZLING = (
    ">Its own page<", "to play with</", "short of five each", "What lies on the table\")", ">What lies on the table<",
    ">Corner<", ">More of it<", "\"Take a copy\"", "also those not here", ">Aside<", "proposes another kit",
    "steward can", "or by a steward", "were a steward", "A steward’s", ">Forks<", "Fork it", "Fork a deck",
    "was forked from {", "was forked from a",
    "The kit in the file", "eight letters alone",
)  # fmt: skip


def test_words_that_puzzled_newcomers_stand_nowhere() -> None:
    pages = [path.read_text() for path in (PROJECT / "templates").rglob("*.html")]
    modules = [path.read_text() for app in ("cards", "play", "studio") for path in (PROJECT / app).rglob("*.py")]
    every = " ".join(" ".join(pages + modules).split())
    assert [words for words in PUZZLING if words in every] == []
