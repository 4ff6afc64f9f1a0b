"""The language is told from the little words, or not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.structure.language import find_language


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The seller shall deliver the goods to the buyer on the first day of the month.", "en"),
        ("Prodávající se zavazuje dodat zboží kupujícímu podle této smlouvy a v termínu, který je v příloze.", "cs"),
        ("Der Verkäufer liefert die Ware an den Käufer und das Eigentum geht mit der Zahlung auf ihn über.", "de"),
        ("Le vendeur livre les marchandises à l'acheteur dans le délai qui est fixé par les parties.", "fr"),
        ("El vendedor entregará las mercancías al comprador en el plazo que se fija por las partes.", "es"),
        ("Mae'r llys yn cael gwneud gorchymyn os bydd y parti yn gofyn am hynny ac nid oes rheswm.", "cy"),
    ],
)
def test_a_sentence_is_enough(text, expected):
    assert find_language(text) == expected


def test_letters_tell_a_short_text_of_names_and_figures():
    names = "Jiří Růžek, Eva Nová"
    assert (
        find_language(f"NÁJEMNÍ SMLOUVA. Strany: {names}. Nájemné činí 18 500 Kč měsíčně. Byt: Lipová, Brno.") == "cs"
    )
    assert find_language(f"Parties: {names}, Mary Jones. Rent: five hundred pounds monthly. Deposit: none.") is None


@pytest.mark.parametrize("text", ["", "1234 5678", "Qwx zzk vvb nnm qqp xxz wwv ttr ppq llm"])
def test_too_little_says_nothing(text):
    assert find_language(text) is None


@given(st.text(max_size=300))
def test_any_text_gives_a_code_or_none(text):
    found = find_language(text)
    assert found is None or len(found) == 2
