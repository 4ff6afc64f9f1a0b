import random

from training.split import split_text


def test_chunks_rebuild_the_text_and_stay_within_the_size():
    rng = random.Random(3)
    text = "".join(rng.choice(["clause ", "rent. ", "the\n\n", "a;", "\n", "Mieter, "]) for _ in range(900))
    ends = split_text(text, 120)
    starts = [0, *ends[:-1]]
    assert "".join(text[a:b] for a, b in zip(starts, ends, strict=True)) == text
    assert max(b - a for a, b in zip(starts, ends, strict=True)) <= 120


def test_a_paragraph_that_fits_is_not_cut():
    first, second = "The lease runs for a year.", "\n\nThe rent is due on the first day."
    assert split_text(first + second, 40) == [len(first), len(first + second)]


def test_a_word_longer_than_a_chunk_is_cut_anywhere():
    assert split_text("x" * 25, 10) == [10, 20, 25]
