"""Text layers that can be trusted, and those that cannot."""

import pytest

from pincite.ingest.pdf.quality import is_garbage, restore

ENGLISH = (
    "The Tenant shall keep the Premises in good repair and shall give them up at the end of the Term in the state "
    "in which it took them, fair wear and tear excepted, unless clause 4.2(b) provides otherwise."
)
CZECH = (
    "Nájemce je povinen udržovat prostory v dobrém stavu a po skončení nájmu je vrátit ve stavu, v jakém je převzal, "
    "s přihlédnutím k obvyklému opotřebení, není-li v čl. 4 odst. 2 písm. b) stanoveno jinak."
)
FIGURES = "Year 2019 2020 2021 Net 1,204.50 1,377.00 1,510.25 Tax 241.90 275.40 302.05 Gross 1,446.40 " * 3


@pytest.mark.parametrize("text", [ENGLISH, CZECH, FIGURES, ENGLISH.upper(), "", "12", "电视台和网络的合同文本" * 20])
def test_real_text_is_trusted(text):
    assert not is_garbage(text)


@pytest.mark.parametrize(
    "text",
    [
        "".join(chr(ord(letter) - 29) for letter in ENGLISH),
        "\ufffd" * 50 + ENGLISH[:60],
        "".join(chr(0xE000 + ord(letter)) for letter in ENGLISH),
        "bcdfg hjklm npqrs tvwxz " * 20,
        "q#1x %z3k ]w9p @t7m {r2v }y4c " * 10,
    ],
)
def test_broken_character_maps_are_not(text):
    assert is_garbage(text)


def test_glyph_numbers_are_turned_back_into_characters():
    unmapped = "".join(chr(ord(letter) - 29) if letter not in "=*'" else letter for letter in ENGLISH)
    assert restore(unmapped) == ENGLISH


def test_what_is_broken_otherwise_stays_unrestored():
    assert restore("\ufffd" * 200) is None
