"""Cards in many scripts."""

from __future__ import annotations

from cards.face.face import Face

SCRIPTS = {
    "Esperanto": "ĉĝĥĵŝŭ ĈĜĤĴŜŬ",
    "Vietnamese": "ơưỹ ạảấầẩẫậ ắằẳẵặ ẹẻẽếềểễệ ịỉ ọỏốồổỗộ ớờởỡợ ụủứừửữự ỳỵỷ Đđ ƠƯ",
    "Azeri and Sami": "əƏ ŋŧđ ŊŦĐ",
    "Pinyin": "ǎǐǒǔ ǖǘǚǜ ńňǹ",
    "Yoruba and Hausa": "ṣẹọ ṢẸỌ ɓɗƙƴ ƁƊƘƳ",
    "Greek": "αβγδεζηθικλμνξοπρσςτυφχψω ΑΒΓΔΘΛΞΠΣΦΨΩ άέήίόύώϊΐ ἀρχῇ",
    "Cyrillic": "абвгдежзийклмнопрстуфхцчшщъыьэюя ЁЖЯ іїєґў љњџћђ ѓќѕ әғқңөұүһ",
    "Hebrew": "אבגדהוזחטיכלמנסעפצקרשת םןץףך",
    "Arabic": "ابتثجحخدذرزسشصضطظعغفقكلمنهوي ءآأؤإئةى پچژگ ٹڈے؟،",
    "Symbols": "↑↓←→↔⇒ †‡₽₿ ≥≤≠∞ ½⅓ №™ ♠♥♦♣ ★☆ ✓✗ ☠ ① Ⅳ",
    "Dice": "⚀⚁⚂⚃⚄⚅",
    "Emoji": "🎉🐐🎲🔥😀👍🏽 🧑\u200d🚒 🇫🇷 ❤\ufe0f 1\ufe0f\u20e3 #\ufe0f\u20e3",
}


def faces() -> list[Face]:
    """A card for each script: its letters in the text, some of them wherever else there are words."""
    made = []
    for name, letters in SCRIPTS.items():
        few = letters.split()[0][:7]
        made.append(Face(few, f"Thing — {few}", f"{name}: {letters}\n\n**{few}** *{few}*", few, stat=few[:2]))
    return made
