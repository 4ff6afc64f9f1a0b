import pytest

from pincite.errors import SpanError
from pincite.spans import OffsetMap, Span, merge_spans, subtract_spans


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2), (-2, -1)])
def test_a_span_cannot_be_inverted_or_negative(start, end):
    with pytest.raises(SpanError):
        Span(start, end)


def test_touching_is_not_overlapping():
    assert not Span(0, 3).overlaps(Span(3, 5))
    assert Span(0, 4).overlaps(Span(3, 5))
    assert Span(0, 3).intersection(Span(3, 5)) is None
    assert Span(0, 4).intersection(Span(3, 5)) == Span(3, 4)


def test_a_span_contains_itself_and_what_lies_inside():
    assert Span(1, 5).contains(Span(1, 5))
    assert Span(1, 5).contains(Span(2, 2))
    assert not Span(1, 5).contains(Span(0, 3))


def test_length_truth_and_shift():
    assert len(Span(2, 7)) == 5
    assert not Span(2, 2)
    assert Span(2, 7).shift(3) == Span(5, 10)
    with pytest.raises(SpanError):
        Span(2, 7).shift(-3)


def test_a_slice_outside_the_text_is_an_error_not_a_shorter_answer():
    assert Span(1, 3).slice("abcd") == "bc"
    with pytest.raises(SpanError, match="4 characters"):
        Span(1, 5).slice("abcd")


def test_merging_joins_what_overlaps_touches_or_lies_near():
    spans = [Span(8, 9), Span(0, 2), Span(2, 4), Span(1, 3)]
    assert merge_spans(spans) == [Span(0, 4), Span(8, 9)]
    assert merge_spans(spans, gap=4) == [Span(0, 9)]


def test_subtracting_leaves_the_parts_no_hole_covers():
    holes = [Span(2, 4), Span(3, 6), Span(0, 1), Span(9, 20)]
    assert subtract_spans(Span(1, 10), holes) == [Span(1, 2), Span(6, 9)]
    assert subtract_spans(Span(1, 10), [Span(0, 10)]) == []


@pytest.fixture
def entity_map():
    # raw: <b>A &amp; B</b>   canonical: A & B
    offsets = OffsetMap()
    offsets.replace(3, 0)
    offsets.copy(2)
    offsets.replace(5, 1)
    offsets.copy(2)
    offsets.replace(4, 0)
    return offsets


def test_a_replaced_run_maps_as_a_whole(entity_map):
    raw, text = "<b>A &amp; B</b>", "A & B"
    assert (entity_map.raw_length, entity_map.canonical_length) == (len(raw), len(text))
    assert entity_map.to_raw(Span(2, 3)).slice(raw) == "&amp;"
    assert entity_map.to_raw(Span(0, 5)).slice(raw) == "A &amp; B"
    assert entity_map.to_canonical(Span(7, 9)).slice(text) == "&"


def test_dropped_characters_map_to_an_empty_place(entity_map):
    assert not entity_map.to_canonical(Span(0, 3))
    assert not entity_map.to_canonical(Span(12, 16))


def test_made_up_characters_map_to_an_empty_place():
    offsets = OffsetMap()
    offsets.replace(0, 3)
    offsets.copy(4)
    assert offsets.to_raw(Span(0, 3)) == Span(0, 0)
    assert offsets.to_raw(Span(0, 5)) == Span(0, 2)


def test_offsets_outside_either_text_are_errors(entity_map):
    with pytest.raises(SpanError, match="canonical"):
        entity_map.to_raw(Span(0, 6))
    with pytest.raises(SpanError, match="raw"):
        entity_map.to_canonical(Span(0, 17))


def test_the_identity_costs_one_run_and_nothing_costs_none():
    assert list(OffsetMap.identity(5).runs()) == [(Span(0, 5), Span(0, 5), True)]
    assert list(OffsetMap.identity(0).runs()) == []
    assert OffsetMap().to_raw(Span(0, 0)) == Span(0, 0)
