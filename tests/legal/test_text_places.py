import numpy as np
import pytest

from pincite.legal.text_places import TextPlaces


def places(text, part):
    return [at for at in range(len(text)) if text.startswith(part, at)]


@pytest.mark.parametrize("part", ["a", "ab", "abr", "abra", "cadab", "abracadabra", "abracadabrab", "x", "bra\n"])
def test_finds_a_part_of_any_length(part):
    text = "abracadabra\nabra\n"
    assert sorted(TextPlaces(text.encode()).find(part.encode()).tolist()) == places(text, part)


def test_finds_what_a_plain_search_finds():
    draw = np.random.default_rng(3)
    text = "".join(draw.choice(list("abcé\n\0"), size=3000))
    packed = text.encode()
    found = TextPlaces(packed)
    for size in (1, 2, 3, 4, 5, 7, 9):
        for at in draw.integers(len(text) - size, size=40).tolist():
            part = text[at : at + size].encode()
            assert sorted(found.find(part).tolist()) == places(packed, part)


def test_nothing_is_in_an_empty_text_and_an_empty_part_is_nowhere():
    assert TextPlaces(b"").find(b"rent").tolist() == []
    assert TextPlaces(b"rent\n").find(b"").tolist() == []
