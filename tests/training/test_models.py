"""The parts that need PyTorch; they are skipped where only the package is installed."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from training.bert import Encoder, encode_mean  # noqa: E402
from training.bert_ids import CLS, SEP  # noqa: E402
from training.draw import Asked, cut, join, wrap  # noqa: E402
from training.highlighter import taught_losses  # noqa: E402
from training.mpnet import bucket, make_teacher  # noqa: E402
from training.rescale import stretch  # noqa: E402
from training.tables import Texts  # noqa: E402

TEXTS = Texts(torch.arange(1000, 1040), np.arange(40) * 5, np.arange(40) * 5 + 4, {"a": (0, 30), "b": (30, 40)})


def windows(starts, hidden=(0, 0), spans=((0, 0),), width=6):
    count = len(starts)
    return cut(
        TEXTS,
        torch.tensor(starts),
        torch.tensor([[0, 30]] * count),
        hidden=torch.tensor([hidden] * count),
        spans=torch.tensor([spans] * count),
        width=width,
    )


def test_characters_become_the_tokens_that_touch_them():
    assert TEXTS.tokens_of("a", 5, 14) == (1, 3)
    assert TEXTS.tokens_of("b", 150, 151) == (30, 31)


def test_a_window_stops_at_the_end_of_its_document():
    assert windows([27]).inside.tolist() == [[True, True, True, False, False, False]]


def test_hidden_words_are_skipped_and_answers_keep_their_places():
    found = windows([10], hidden=(12, 14), spans=((14, 16),))
    assert found.ids.tolist() == [[1010, 1011, 1014, 1015, 1016, 1017]]
    assert found.answers.tolist() == [[False, False, True, True, False, False]]


def test_question_and_window_are_joined_as_the_model_reads_them():
    pair = join(Asked(torch.tensor([[7, 8, 0]]), torch.tensor([2])), windows([0]))
    row = pair.ids[0].tolist()
    assert row[:11] == [CLS, 7, 8, SEP, 1000, 1001, 1002, 1003, 1004, 1005, SEP]
    assert pair.mask[0].sum() == 11
    assert pair.kinds[0].tolist()[:11] == [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1]


def test_padding_does_not_change_a_vector():
    torch.manual_seed(0)
    encoder = Encoder().eval()
    short, long = torch.tensor([[5, 6, 7]]), torch.tensor([[5, 6, 7, 0, 0, 0, 0, 0, 0, 0]])
    one, other = (encode_mean(encoder, *wrap(ids, torch.tensor([3]))) for ids in (short, long))
    assert torch.allclose(one, other, atol=1e-5)


def test_the_teacher_reads_what_the_highlighter_reads_and_padding_changes_nothing():
    torch.manual_seed(0)
    teacher = make_teacher(layers=1).eval()
    short = join(Asked(torch.tensor([[7, 8]]), torch.tensor([2])), windows([0]))
    long = join(Asked(torch.tensor([[7, 8] + [0] * 14]), torch.tensor([2])), windows([0]))
    (tokens, window), (more, same) = (teacher(p.ids, p.kinds, p.mask) for p in (short, long))
    assert torch.allclose(tokens[:, :11], more[:, :11], atol=1e-5)
    assert torch.allclose(window, same, atol=1e-5)


def test_distances_before_and_after_fall_into_other_buckets_and_far_ones_together():
    assert bucket(torch.tensor([0, -1, -7, 1, 7, -127, -400, 400])).tolist() == [0, 1, 7, 17, 23, 15, 15, 31]


def test_the_highlighter_learns_most_when_it_says_what_the_teacher_says():
    found = windows([0, 6])
    pair = join(Asked(torch.tensor([[7, 8, 0]] * 2), torch.tensor([2, 2])), found)
    said = torch.linspace(-3, 3, pair.ids.numel()).view(pair.ids.shape), torch.tensor([2.0, -2.0])
    same = taught_losses(*said, said, pair, found, each=2)
    other = taught_losses(-said[0], -said[1], said, pair, found, each=2)
    assert all(same[key] < other[key] for key in ("token", "window", "listwise"))


def test_a_stretched_head_has_the_mean_and_the_spread_of_the_one_before():
    read, weights = torch.randn(50, 4), {"window.weight": torch.randn(1, 4), "window.bias": torch.randn(1)}
    before = np.linspace(-3, 5, 50)

    def logits():
        return (read @ weights["window.weight"].T + weights["window.bias"]).squeeze(1).numpy()

    order = logits().argsort().tolist()
    stretch(weights, "window", before, logits())
    assert np.allclose([logits().mean(), logits().std()], [before.mean(), before.std()], atol=1e-4)
    assert logits().argsort().tolist() == order
