from dataclasses import replace

import numpy as np
import pytest
from training.decode import LOWEST, Decoding, Evidence, join_touching, place_windows, rank, rest_of

TEXT = (
    "The tenant pays rent monthly. The landlord insures the roof. "
    "Either may leave this house on three months notice. Pets are welcome here."
)


def evidence_for(logits_by_word, cosines):
    places, at = [], 0
    for word in TEXT.split():
        start = TEXT.index(word, at)
        places.append((start, start + len(word)))
        at = start + len(word)
    logits = np.array([logits_by_word.get(TEXT[a:b], LOWEST) for a, b in places])
    ends = [i + 1 for i, c in enumerate(TEXT) if c == "."]
    chunks = np.array(list(zip([0, *ends[:-1]], ends, strict=True)))
    return Evidence(TEXT, np.array(places), chunks, logits, np.array(cosines, float), np.zeros(len(chunks)))


def shown(spans):
    return [TEXT[a:b].strip() for a, b in spans]


def test_a_span_the_highlighter_is_sure_of_comes_before_the_nearest_chunk():
    evidence = evidence_for({"insures": 4.0, "the": 4.0, "roof.": 4.0}, [0.9, 0.1, 0.1, 0.1])
    assert shown(rank(evidence, Decoding(join=0)))[0] == "insures the roof."


def test_what_the_spans_show_is_not_shown_again():
    evidence = evidence_for({"insures": 4.0, "the": 4.0, "roof.": 4.0}, [0.9, 0.1, 0.1, 0.1])
    ranked = sorted(rank(evidence, Decoding(join=0)))
    assert all(a[1] <= b[0] for a, b in zip(ranked, ranked[1:], strict=False))


def test_with_no_sure_span_the_best_chunk_is_cut_to_its_best_sentence():
    evidence = evidence_for({"Either": -1.0, "leave": -1.0, "notice.": -1.0}, [0.1, 0.1, 0.9, 0.1])
    wide = replace(
        evidence, chunks=np.array([[0, 60], [60, len(TEXT)]]), cosines=np.array([0.1, 0.9]), words=np.zeros(2)
    )
    assert shown(rank(wide, Decoding()))[0] == "Either may leave this house on three months notice."


def test_without_reading_the_chunks_come_in_the_order_of_the_first_stage():
    evidence = evidence_for({"Pets": 9.0}, [0.1, 0.2, 0.9, 0.3])
    assert shown(rank(evidence, Decoding(read=0))) == [
        "Either may leave this house on three months notice.",
        "Pets are welcome here.",
        "The landlord insures the roof.",
        "The tenant pays rent monthly.",
    ]


def test_windows_are_placed_round_the_best_chunks_and_never_twice_over_one():
    ranges = np.array([[n * 100, (n + 1) * 100] for n in range(20)])
    first = -np.arange(20.0)
    placed = place_windows(ranges, first, 4, 2000)
    assert placed[0] == 0
    assert len(placed) == len(set(placed)) == 4


def test_a_short_document_is_read_in_one_window():
    assert place_windows(np.array([[0, 30], [30, 60]]), np.array([0.0, 1.0]), 8, 60) == [0]


def test_results_that_touch_are_joined_while_the_whole_stays_short():
    ranked = [(0, 100), (300, 400), (100, 180)]
    assert join_touching(ranked, Decoding(join=200)) == [(0, 180), (300, 400)]
    assert join_touching(ranked, Decoding(join=150)) == ranked


@pytest.mark.parametrize("spans", [[(0, 500)], [(10, 490)]])
def test_rests_too_short_to_read_are_left_out(spans):
    assert rest_of(np.array([[0, 500]]), np.array([1.0]), spans) == []
