"""Laws of the map between raw and canonical text, on generated runs and generated files."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.domain.raw_file import RawFile
from pincite.ingest.decode import decode
from pincite.spans import OffsetMap, Span

RUNS = st.lists(
    st.one_of(
        st.tuples(st.just("copy"), st.integers(0, 5), st.just(0)),
        st.tuples(st.just("replace"), st.integers(0, 5), st.integers(0, 5)),
    ),
    max_size=12,
)
QUICK = settings(max_examples=150, derandomize=True, deadline=None)


def built(runs):
    offsets = OffsetMap()
    for kind, raw, canonical in runs:
        if kind == "copy":
            offsets.copy(raw)
        else:
            offsets.replace(raw, canonical)
    return offsets


def spans_up_to(length):
    return st.tuples(st.integers(0, length), st.integers(0, length)).map(lambda ends: Span(min(ends), max(ends)))


@QUICK
@given(RUNS)
def test_runs_tile_both_sides_in_order(runs):
    offsets = built(runs)
    raw_at = canonical_at = 0
    for raw, canonical, copied in offsets.runs():
        assert (raw.start, canonical.start) == (raw_at, canonical_at)
        assert not copied or len(raw) == len(canonical) > 0
        raw_at, canonical_at = raw.end, canonical.end
    assert (raw_at, canonical_at) == (offsets.raw_length, offsets.canonical_length)


@QUICK
@given(RUNS, st.data())
def test_the_map_never_reorders(runs, data):
    offsets = built(runs)
    first, second = (data.draw(spans_up_to(offsets.canonical_length)) for _ in range(2))
    if first.end <= second.start and first and second:
        a, b = offsets.to_raw(first), offsets.to_raw(second)
        assert a.start <= b.start
        assert a.end <= b.end


@QUICK
@given(RUNS, st.data())
def test_a_wider_span_maps_to_a_wider_span(runs, data):
    offsets = built(runs)
    outer = data.draw(spans_up_to(offsets.canonical_length))
    inner = Span(outer.start, data.draw(st.integers(outer.start, outer.end)))
    if inner:
        assert offsets.to_raw(outer).contains(offsets.to_raw(inner))


@QUICK
@given(RUNS, st.data())
def test_there_and_back_covers_the_span(runs, data):
    offsets = built(runs)
    span = data.draw(spans_up_to(offsets.canonical_length))
    raw = offsets.to_raw(span)
    if span and raw:
        back = offsets.to_canonical(raw)
        # Characters made up before or after have no raw place to come back from.
        copied = [run.intersection(span) for _, run, is_copied in offsets.runs() if is_copied]
        assert all(back.contains(part) for part in copied if part)


@QUICK
@given(RUNS)
def test_copied_runs_come_back_exactly(runs):
    offsets = built(runs)
    for raw, canonical, copied in offsets.runs():
        if copied:
            assert offsets.to_raw(canonical) == raw
            assert offsets.to_canonical(raw) == canonical


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1).map(lambda text: text + "\r\n.\r.\n")


@QUICK
@given(TEXTS, st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_decoded_text_differs_from_its_source_in_line_ends_alone(text, codec):
    # The words keep a run of control characters from making the file look binary.
    text = "This Agreement is made between the parties below. " * 40 + text
    decoded = decode(RawFile("a.txt", text.encode(codec)))
    assert decoded.raw.removeprefix("\ufeff") == text.removeprefix("\ufeff")
    assert decoded.text == decoded.raw.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    assert decoded.offsets.raw_length == len(decoded.raw)
    assert decoded.offsets.canonical_length == len(decoded.text)
    for raw, canonical, copied in decoded.offsets.runs():
        if copied:
            assert raw.slice(decoded.raw) == canonical.slice(decoded.text)
        else:
            assert raw.slice(decoded.raw) in ("\ufeff", "\r", "\r\n")
