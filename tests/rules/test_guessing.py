"""Tags of languages, and the guess from letters where nobody said one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.face.face import Face
from cards.face.guessing import guessed, language_of, language_of_all
from cards.face.tongues import TONGUES, name_of, scripts_of, well_formed
from cards.rules.limits import LANGUAGE_MAX


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("en", "en"), ("EN-gb", "en-GB"), ("ZH_hant_hk", "zh-Hant-HK"), ("gsw", "gsw"), ("de-1901", "de-1901"),
        (" es-419 ", "es-419"), ("en-x-pirate", "en-x-pirate"), ("sl-rozaj-biske", "sl-rozaj-biske"),
        ("de-u-co-phonebk", "de-u-co-phonebk"), ("zh-yue-hant", "zh-yue-Hant"),
    ],
)  # fmt: skip
def test_a_tag_is_written_as_tags_are(said: str, written: str) -> None:
    assert well_formed(said) == well_formed(written) == written


@pytest.mark.parametrize(
    "said",
    ["", "x", "a-b", "Deutsch", "German", "my own", "de-DE-DE", "sl-rozaj-rozaj", 'de" x="', "de-", "12", "en-u", "ελ"],
)
def test_what_is_no_tag_is_none(said: str) -> None:
    assert well_formed(said) == ""


def test_each_language_of_the_list_has_its_tag_name_and_scripts() -> None:
    tags = [tongue.tag for tongue in TONGUES]
    assert len(tags) == len(set(tags)) >= 40 and all(well_formed(tag) == tag for tag in tags)
    assert all(len(tag) <= LANGUAGE_MAX and scripts_of(tag) for tag in tags)
    assert (name_of("el"), name_of("pt-BR"), name_of("gsw")) == ("Ελληνικά", "Português", "gsw")
    assert (scripts_of("sr-Latn"), scripts_of("zh-Hant-HK"), scripts_of("gsw")) == (("Latn",), ("Hani",), ())


SAYINGS = {
    "en": "Wandering Goat. Discard a card from your hand.",
    "de": "Ziehe zwei Karten. Wenn du verlierst, ist das Spiel aus.",
    "fr": "Pioche deux cartes et pose-les sur la table. Si tu as une chèvre, rejoue.",
    "es": "Roba dos cartas del mazo y descarta una de la mano.",
    "it": "Pesca due carte e scarta una carta della tua mano.",
    "pt": "Compre duas cartas do baralho e não jogue uma.",
    "nl": "Trek twee kaarten en leg een kaart van je hand af.",
    "pl": "Weź dwie karty z talii. Jeśli masz kozę, przegrywasz.",
    "cs": "Lízni si dvě karty a přidej je do ruky. Když nemáš kozu, prohráváš.",
    "sk": "Lízni si dve karty a polož ich na stôl. Ak nemáš kozu, prehrávaš.",
    "hu": "Húzz két lapot. Ha nincs kecskéd, vesztettél.",
    "ro": "Trage două cărți din pachet și dă una unui jucător care nu are capră.",
    "tr": "İki kart çek. Her oyuncu bir kart atar.",
    "sv": "Dra två kort från leken och lägg ett på bordet.",
    "fi": "Nosta kaksi korttia, ja jos sinulla ei ole vuohta, häviät.",
    "vi": "Rút hai lá bài của bạn.",
    "id": "Ambil dua kartu dari dek kamu.",
    "el": "Τράβα δύο κάρτες.",
    "ru": "Возьмите две карты. Козёл бродит.",
    "uk": "Візьми дві карти. Коза блукає.",
    "bg": "Вземи две карти. Козата върви на късмет.",
    "sr": "Узми две карте из шпила. Њена коза.",
    "be": "Вазьмі дзве карты. Каза ўначы блукае.",
    "kk": "Екі карта ал. Әр ойыншы бір карта қояды.",
    "ar": "اسحب ورقتين من المجموعة.",
    "fa": "دو کارت بکش و یکی را بازی کن.",
    "ur": "دو کارڈ کھینچیں اور ایک کھیلیں۔",
    "he": "משוך שני קלפים מהחפיסה.",
    "yi": "דער שפּיל איז געוו\u05f2ען.",
    "ja": "カードを二枚引く。",
    "ko": "카드를 두 장 뽑는다.",
    "zh-Hans": "抽两张牌，这个玩家弃一张。",
    "zh-Hant": "抽兩張牌，這個玩家棄一張。",
    "zh": "山上有羊。",
    "th": "จั่วไพ่สองใบ",
    "ka": "აიღე ორი ბარათი.",
    "hy": "Վերցրու երկու քարտ։",
    "hi": "दो पत्ते उठाओ।",
    "ta": "இரண்டு அட்டைகளை எடு.",
    "am": "ሁለት ካርዶችን ውሰድ።",
}


@pytest.mark.parametrize(("language", "words"), SAYINGS.items())
def test_a_card_is_told_by_its_letters(language: str, words: str) -> None:
    assert guessed(words) == language
    # Words in braces are drawn, and a foreign name beside it turns nothing.
    assert guessed(f"**C10** {{gold 3}} {words}") == language


@pytest.mark.parametrize(
    "words", ["", "C10", "It wanders.", "7/3 ★ →", "Łukasz", "Café Noir", "{tap}: {gold}", "\u0301\u0301", "日"]
)
def test_too_little_tells_nothing(words: str) -> None:
    assert guessed(words) == ""


def test_one_foreign_card_makes_no_foreign_deck() -> None:
    english = [Face(f"Goat {n}", "Thing", "Draw a card. It is your goat.") for n in range(9)]
    assert language_of_all([*english, Face("Ziege", "Ding", "Ziehe eine Karte, wenn du verlierst.")]) == "en"
    assert language_of_all([Face("עז", "", "משוך שני קלפים")], "Allotment") == "he"
    assert language_of_all([]) == ""


def test_a_card_is_in_its_decks_language_but_where_that_is_never_written_so() -> None:
    hebrew, english = Face("עז נודדת", "Thing", "משוך שני קלפים."), Face("Goat", "Thing", "Draw a card. It is yours.")
    assert language_of(hebrew, "he") == "he" and language_of(hebrew, "yi") == "yi"
    assert language_of(hebrew, "en") == language_of(hebrew, "") == "he"  # as decks begin, before anybody says
    assert language_of(english, "de") == "de" and language_of(english, "ar") == "ar"
    assert language_of(english, "") == "en" and language_of(Face("Goat"), "") == ""
    # Of a language that nobody here knows nothing is known, nor of one said in words.
    assert language_of(hebrew, "tlh") == "tlh" and language_of(hebrew, "Hebrew!") == "he"


@given(st.text(max_size=300))
def test_whatever_is_guessed_is_a_tag(words: str) -> None:
    assert well_formed(guessed(words)) == guessed(words)
