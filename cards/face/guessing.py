"""Which language words are in, guessed from their letters and, where many are written in the same, from small words.

A guess is for what nobody said: for the voice that reads a card aloud and the letters that a browser picks for it. So
it says nothing rather than something that is not likely.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from cards.face.face import Face
from cards.face.language import tag
from cards.face.tongues import scripts_of

LEAST = 3  # letters of a script before it tells anything
READ_MAX = 4000  # characters that are looked at
_HEAVY = frozenset({"Hani", "Kana", "Hang"})  # one letter is as much as two or three of ours

# Where a script's letters lie, and its language where letters tell no nearer.
_RANGES: tuple[tuple[int, int, str], ...] = (
    (0x0041, 0x024F, "Latn"), (0x1E00, 0x1EFF, "Latn"), (0x0370, 0x03FF, "Grek"), (0x1F00, 0x1FFF, "Grek"),
    (0x0400, 0x052F, "Cyrl"), (0x0531, 0x058F, "Armn"), (0x0590, 0x05FF, "Hebr"), (0xFB1D, 0xFB4F, "Hebr"),
    (0x0600, 0x06FF, "Arab"), (0x0750, 0x077F, "Arab"), (0xFB50, 0xFDFF, "Arab"), (0xFE70, 0xFEFC, "Arab"),
    (0x0780, 0x07BF, "Thaa"), (0x0900, 0x097F, "Deva"), (0x0980, 0x09FF, "Beng"), (0x0A00, 0x0A7F, "Guru"),
    (0x0A80, 0x0AFF, "Gujr"), (0x0B00, 0x0B7F, "Orya"), (0x0B80, 0x0BFF, "Taml"), (0x0C00, 0x0C7F, "Telu"),
    (0x0C80, 0x0CFF, "Knda"), (0x0D00, 0x0D7F, "Mlym"), (0x0D80, 0x0DFF, "Sinh"), (0x0E00, 0x0E7F, "Thai"),
    (0x0E80, 0x0EFF, "Laoo"), (0x0F00, 0x0FFF, "Tibt"), (0x1000, 0x109F, "Mymr"), (0x10A0, 0x10FF, "Geor"),
    (0x1200, 0x139F, "Ethi"), (0x13A0, 0x13FF, "Cher"), (0x1780, 0x17FF, "Khmr"), (0x1800, 0x18AF, "Mong"),
    (0x1C90, 0x1CBF, "Geor"), (0x3040, 0x30FF, "Kana"), (0x3400, 0x4DBF, "Hani"), (0x4E00, 0x9FFF, "Hani"),
    (0xAC00, 0xD7A3, "Hang"), (0x1100, 0x11FF, "Hang"), (0x20000, 0x323AF, "Hani"),
)  # fmt: skip
_USUAL = {
    "Grek": "el", "Cyrl": "ru", "Armn": "hy", "Hebr": "he", "Arab": "ar", "Thaa": "dv", "Deva": "hi", "Beng": "bn",
    "Guru": "pa", "Gujr": "gu", "Orya": "or", "Taml": "ta", "Telu": "te", "Knda": "kn", "Mlym": "ml", "Sinh": "si",
    "Thai": "th", "Laoo": "lo", "Tibt": "bo", "Mymr": "my", "Geor": "ka", "Ethi": "am", "Cher": "chr", "Khmr": "km",
    "Mong": "mn", "Kana": "ja", "Hang": "ko", "Hani": "zh",
}  # fmt: skip
# Letters that one language of a script has and its neighbours have not: the first that is met decides.
_TELLING: Mapping[str, tuple[tuple[str, str], ...]] = {
    "Cyrl": (
        ("kk", "қғұәһ"), ("mn", "өү"), ("be", "ў"), ("uk", "їєґ"), ("mk", "ѓќѕ"), ("sr", "ђћљњџј"), ("ru", "ыэё"),
        ("uk", "і"), ("bg", "ъ"),
    ),
    "Arab": (
        ("ckb", "ێۆڕڵ"), ("ps", "ښځڅړډټۍ"), ("ug", "ېۇۈ"), ("ur", "ٹڈڑےں"), ("fa", "پچژگکی"),
    ),
    "Hebr": (("yi", "\u05f0\u05f1\u05f2"),),
    "Deva": (("mr", "ळ"),),
    "Beng": (("as", "ৰৱ"),),
    "Hani": (
        ("zh-Hans", "这来个们国说时会过学对东车长门问见马鸟张弃规则动胜"),
        ("zh-Hant", "這來個們國說時會過學對東車長門問見馬鳥張棄規則動勝"),
    ),
}  # fmt: skip

# The letters that languages written in ours have besides a to z, and their commonest small words with those of a game.
_LATIN: Mapping[str, tuple[str, str]] = {
    "en": ("éïè", "the a an of to and or you your it is if may each this that from in on with when card cards player"),
    "de": ("äöüß", "der die das ein eine einen und oder du dein deine ist wenn nicht von mit auf im zu karte karten"),
    "fr": ("àâçéèêëîïôùûüÿœæ", "le la les un une des et ou du de vous ton est si dans avec pour qui carte cartes"),
    "es": ("áéíñóúü", "el la los las un una y o de del tu tus es si en con para que por carta cartas jugador"),
    "it": ("àèéìíòóù", "il lo la gli un una e o di del della tuo è se in con per che carta carte giocatore dal nel"),
    "pt": ("àáâãçéêíóôõú", "o os as um uma e ou de do da seu sua é se em com para que não carta cartas jogador"),
    "ca": ("àçèéíïòóúü", "el la els les un una i o de del teu és si en amb per que no carta cartes jugador"),
    "nl": ("éëïóöü", "de het een en of van je jouw is als in op met voor niet dat kaart kaarten speler uit"),
    "pl": ("ąćęłńóśźż", "i lub w z na do nie to jest jeśli twój swoją karty kartę gracz który się od po"),
    "cs": ("áčďéěíňóřšťúůýž", "a nebo v z na do ne je pokud tvůj svou kartu karty hráč který se od po si"),
    "sk": ("áäčďéíĺľňóôŕšťúýž", "a alebo v z na do nie je ak tvoj svoju kartu karty hráč ktorý sa od po si"),
    "sl": ("čšž", "in ali v z na do ne je če tvoj svojo karto karte igralec ki se od po lahko"),
    "hr": ("čćđšž", "i ili u s na do ne je ako tvoj svoju kartu karte igrač koji se od po može"),
    "hu": ("áéíóöőúüű", "a az és vagy egy nem ha van hogy lap lapot lapok játékos is ki meg minden"),
    "ro": ("ăâîșțşţ", "și sau un o de la cu pe în nu este dacă care carte cărți jucător din să ta"),
    "tr": ("âçğıîöşüû", "ve veya bir bu için ile değil kart kartı oyuncu her eğer çek sen o da de"),
    "sv": ("åäöé", "och eller en ett du din ditt är om inte av med på i från kort spelare till den"),
    "da": ("åæøé", "og eller en et du din dit er hvis ikke af med på i fra kort spiller til den"),
    "nb": ("åæøéòô", "og eller en et du din ditt er hvis ikke av med på i fra kort spiller til den"),
    "fi": ("äöå", "ja tai on jos ei se sinun kortti kortin kortit pelaaja joka kun voit pois niin"),
    "et": ("äõöüšž", "ja või on kui ei see sinu kaart kaardi kaardid mängija iga kes siis oma"),
    "is": ("áæéíóöúýþð", "og eða er ef ekki af með á í spil spilið leikmaður þú þitt sem til"),
    "lv": ("āčēģīķļņšūž", "un vai ir ja ne no ar uz kārts kārti spēlētājs kas tu tavs pie par"),
    "lt": ("ąčęėįšųūž", "ir arba yra jei ne iš su į korta kortą žaidėjas kuris tu tavo ant"),
    "vi": ("àáâãèéêìíòóôõùúýăđĩũơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ", "và hoặc một của bạn lá bài là nếu"),
    "id": ("", "dan atau yang di ke dari dengan untuk kartu kamu anda jika tidak ini itu pemain satu"),
    "eo": ("ĉĝĥĵŝŭ", "la kaj aŭ de en kun por via vi estas se ne karto karton kartoj ludanto unu"),
}  # fmt: skip
_SMALL = {name: frozenset(words.split()) for name, (_, words) in _LATIN.items()}
_WORD = re.compile(r"[^\W\d_]+")
# What stands between such is not read but drawn, or says how: tokens in braces, marks, addresses.
_NOT_WORDS = re.compile(r"\{[^}]*\}|https?://\S+|[*_#]+")


def script_of(words: str) -> str:
    """The script that more than half of the letters are of; Kana where Japanese is written with it; "" for none."""
    counts: Counter[str] = Counter()
    for letter in words[:READ_MAX]:
        if letter.isalpha() and (script := _script(ord(letter))):
            counts[script] += 2 if script in _HEAVY else 1
    if counts["Kana"] * 8 >= counts["Hani"] and counts["Kana"]:
        counts["Kana"] += counts.pop("Hani", 0)
    if not counts:
        return ""
    script, most = counts.most_common(1)[0]
    return script if most >= LEAST and most * 2 > counts.total() else ""


def guessed(words: str) -> str:
    """The tag of the language that words are most likely in; "" where it is not likely enough."""
    words = unicodedata.normalize("NFC", _NOT_WORDS.sub(" ", words[:READ_MAX])).lower()
    script = script_of(words)
    if script == "Latn":
        return _latin(_WORD.findall(words))
    return _told(script, words) or _USUAL.get(script, "")


def language_of(face: Face, of_deck: str) -> str:
    """The language of a card: its deck's, where that can be; a guess where nobody said, or where the deck's is never
    written in such letters. A tag, or ""."""
    said = tag(of_deck)
    words = words_of_face(face)
    if not said:
        return guessed(words)
    if words.isascii():
        return said
    script, known = script_of(words), scripts_of(said)
    if script in ("", "Latn") or not known or script in known:
        return said
    return guessed(words) or said


def words_of_face(face: Face) -> str:
    """All that is written on a card and read."""
    return "\n".join((face.title, face.traits, face.text, face.flavour))


def language_of_all(faces: Iterable[Face], *said: str) -> str:
    """The guess for a deck, by what its cards and its own words say."""
    return guessed("\n".join((*(words_of_face(face) for face in faces), *said)))


@lru_cache(maxsize=4096)
def _script(code: int) -> str:
    return next((script for first, last, script in _RANGES if first <= code <= last), "")


def _told(script: str, words: str) -> str:
    found = set(words)
    return next((name for name, letters in _TELLING.get(script, ()) if found.intersection(letters)), "")


def _latin(words: list[str]) -> str:
    """By small words; by letters where these leave one language alone."""
    if not words:
        return ""
    letters = Counter(letter for word in words for letter in word if not letter.isascii())
    written = [name for name, (own, _) in _LATIN.items() if _covers(own, letters)]
    scores = {name: sum(word in _SMALL[name] for word in words) for name in written}
    best, second = (sorted(scores, key=lambda name: -scores[name]) + ["", ""])[:2]
    score = scores.get(best, 0)
    if score >= 2 and score * 8 >= len(words) and score * 2 >= scores.get(second, 0) * 3:
        return best
    marked = sum(any(not letter.isascii() for letter in word) for word in words)
    told = [name for name in written if name != "en"]
    return told[0] if len(told) == 1 and marked >= 2 and marked * 12 >= len(words) else ""


def _covers(own: str, letters: Counter[str]) -> bool:
    """Whether these are its letters, but for a foreign name or two."""
    return sum(count for letter, count in letters.items() if letter in own) * 10 >= letters.total() * 9
