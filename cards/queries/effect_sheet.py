"""The sentences of a Special Rule as the composer shows them: those that were taken, and all there are to take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from cards.forms.effects import BEGINS, field_name, is_in, row_count
from cards.forms.kit import ROWS_MAX
from cards.forms.kit_fields import Choices
from cards.forms.sentences import GROUPS, SENTENCES, Gap, RuleSentence, SentenceGroup
from cards.rules.colour_words import colour_words
from cards.rules.decision import UNANIMITY, DecisionRule, Way
from cards.rules.ways import CLAUSES, WAYS, next_card_words
from cards.values.effects import Bit, EffectSheet, GapShown, SentenceLine, SentenceLines, SentenceRow
from studio.kernel.messages import LACKING, Message, Slot, message, number_word
from studio.speed.lately import kept
from studio.web.language import spoken
from studio.web.words import parted, say, say_slot

BLANK_KEPT = 200  # sheets without a word in them, some 20 kB each
_NOBODY_YET = message("Somebody", context="to be chosen")
_ANY_COLOUR = message("any colour")
_OF_VOTES = ("excluded", *(clause.field for clause in CLAUSES))
_ALL_MUST = message("Where no sentence says who must be in favour, it is everyone.")


@dataclass(frozen=True, slots=True)
class Electorate:
    """Whom a rule is for: the members by id, how the deck decides now, and the inks one may choose from."""

    members: Mapping[int, str]
    now: DecisionRule
    colours: Choices

    @property
    def size(self) -> int:
        return len(self.members)


def effect_sheet(typed: Mapping[str, str], wrong: Mapping[str, str], group: Electorate) -> EffectSheet:
    """As typed. `wrong` is what was found amiss, by the field's name; "effects" is the whole.

    With every blank card a group meets the same one, which comes from memory.
    """
    if wrong or any(name.startswith(BEGINS) for name in typed):
        return _sheet(typed, wrong, group)
    return _blank_sheet(group)


@kept(BLANK_KEPT, by=lambda group: (spoken(), tuple(group.members.items()), group.now, group.colours))
def _blank_sheet(group: Electorate) -> EffectSheet:
    return _sheet({}, {}, group)


def _sheet(typed: Mapping[str, str], wrong: Mapping[str, str], group: Electorate) -> EffectSheet:
    rows = tuple(row for sentence in SENTENCES.values() for row in _rows(sentence, typed, wrong, group))
    counts = tuple(
        (f"{BEGINS}{name}-count", sum(row.sentence == name for row in rows))
        for name, sentence in SENTENCES.items()
        if sentence.repeats
    )
    taken = {row.sentence for row in rows if row.is_in}
    groups = tuple(_lines(lines, taken) for lines in GROUPS)
    return EffectSheet(rows, groups, counts, len(SENTENCES), ROWS_MAX, wrong.get("effects", ""))


def _rows(
    sentence: RuleSentence, typed: Mapping[str, str], wrong: Mapping[str, str], group: Electorate
) -> Iterator[SentenceRow]:
    """Those that were taken, or left with something in them; and of what may be said again one more."""
    count = row_count(typed, sentence)
    if sentence.repeats:
        filled = [n for n in range(count) if is_in(typed, sentence, n)]
        count = min(max(filled, default=-1) + 2, ROWS_MAX)
    for n in range(count):
        given = {gap.name: typed.get(field_name(sentence, n, gap.name), gap.fresh) for gap in sentence.gaps}
        sights = {
            gap.name: replace(
                _gap_shown(gap, given[gap.name], group),
                name=field_name(sentence, n, gap.name),
                wrong=wrong.get(field_name(sentence, n, gap.name), ""),
            )
            for gap in sentence.gaps
        }
        names = [field_name(sentence, n, name) for name in sentence.hidden]
        yield SentenceRow(
            sentence.name,
            _spoken(sentence),
            tuple(Bit(words, sights.get(name)) for words, name in parted(sentence.words)),
            field_name(sentence, n, "in"),
            is_in(typed, sentence, n),
            sentence.is_way,
            _note(sentence, group),
            "way" if sentence.is_way else "votes" if sentence.name in _OF_VOTES else "",
            tuple((name, typed[name]) for name in names if typed.get(name)),
        )


def _gap_shown(gap: Gap, value: str, group: Electorate) -> GapShown:
    choices: Choices = gap.choices
    if gap.name == "way":
        choices = ways_in_numbers(group)
    elif gap.sort == "member":
        choices = members_of_rule(group)
    elif gap.sort == "colour":
        choices = (("", _ANY_COLOUR), *((colour, words) for colour, words in group.colours if colour))
        if value and value not in dict(choices):
            choices = (*choices, (value, message("its own, {colour}", colour=colour_words(value))))
    marked = tuple((key, say_slot(words), key == value) for key, words in choices)
    return GapShown(
        gap.name, say(gap.label), gap.sort, value, gap.fresh, say_slot(gap.hint), marked, gap.most, gap.least,
        gap.may_be_empty,
    )  # fmt: skip


def ways_in_numbers(group: Electorate) -> Choices:
    """How many must be in favour, as it is chosen."""
    (gap,) = SENTENCES["by"].gaps
    return tuple((way, _in_numbers(way, words, group)) for way, words in gap.choices)  # type: ignore[arg-type]


def members_of_rule(group: Electorate) -> Choices:
    """Who may be chosen where a rule is about one of them."""
    return (("", _NOBODY_YET), *((str(member), name) for member, name in group.members.items()))


def _in_numbers(way: Way, words: Slot, group: Electorate) -> Message:
    """ "More than half of the five of you: three": what it means for as many as they are."""
    wanted, is_now = WAYS[way].wanted(group.size), group.now.by == way
    if group.size < 2:
        return message("{words}, as now", words=words) if is_now else message("{words}", words=words)
    said = (
        message("{words} of the {all} of you: {some}, as now")
        if is_now
        else message("{words} of the {all} of you: {some}")
    )
    if way == UNANIMITY.by:
        said = message("{words}: all {all} of you, as now") if is_now else message("{words}: all {all} of you")
    return said.given(words=words, some=number_word(wanted), all=number_word(group.size))


def _note(sentence: RuleSentence, group: Electorate) -> str:
    """What follows from taking it; the card that says it is still decided the old way."""
    if sentence.is_way:
        return say(next_card_words(group.now, group.size))
    return all_must(group) if sentence.name in _OF_VOTES else ""


def all_must(group: Electorate) -> str:
    """That a rule which says nothing of how many makes it everyone, where it is not so now."""
    return say(_ALL_MUST) if group.now.by != UNANIMITY.by else ""


def _lines(group: SentenceGroup, taken: set[str]) -> SentenceLines:
    return SentenceLines(
        say(group.heading),
        tuple(
            SentenceLine(
                sentence.name,
                _spoken(sentence),
                tuple(_example(sentence, words, name) for words, name in parted(sentence.words)),
                f"{_spoken(sentence)} {say(sentence.finds)} {say(group.heading)}",
                sentence.name in taken,
                sentence.repeats,
            )
            for sentence in group.sentences
        ),
    )


def _example(sentence: RuleSentence, words: str, name: str) -> Bit:
    """The sentence as it stands in the list: each gap with what may be in it."""
    gap = next((gap for gap in sentence.gaps if gap.name == name), None)
    if gap is None:
        return Bit(words)
    chosen = next((shown for value, shown in gap.choices if value == gap.fresh), None)
    colour = _ANY_COLOUR if gap.sort == "colour" else _NOBODY_YET if gap.sort == "member" else None
    shown = chosen or colour or gap.fresh or gap.hint
    return Bit(words, example=say_slot(shown))


def _spoken(sentence: RuleSentence) -> str:
    """The sentence with an ellipsis for each gap."""
    return "".join(f"{words}{LACKING if name else ''}" for words, name in parted(sentence.words))
