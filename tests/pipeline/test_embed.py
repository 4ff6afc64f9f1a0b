from pathlib import Path

import numpy as np
import pytest

from pincite import registry
from pincite.domain.chunk import Layer
from pincite.errors import ExecutionError, SettingsError, UnknownName
from pincite.pipeline.wire import check_wiring


class EagerExecutor:
    """Takes every item before it gives the first result, the last one first."""

    def __init__(self, *, jobs):
        pass

    def run(self, items, *, start, limits=None):
        work = start()
        for item in reversed(list(items)):
            yield item, work(item)


class CrashingExecutor:
    """Loses the process that embeds the second document."""

    def __init__(self, *, jobs):
        pass

    def run(self, items, *, start, limits=None):
        work = start()
        for item in items:
            lost = item.document == 1
            yield item, ExecutionError("crashed", "the process stopped.") if lost else work(item)


@pytest.fixture
def executors(monkeypatch):
    for name, kind in (("eager", EagerExecutor), ("crashing", CrashingExecutor)):
        monkeypatch.setitem(registry.BUILT_IN["executor"], name, f"{__name__}:{kind.__name__}")


def vectors(store):
    """Each passage of the chunk layer, with its score for a query that is the same in both stores."""
    opened = store.opened
    query = store.embedder.embed_queries(["Who keeps the roof in repair?"])[0]
    found = opened.backend.nearest(query, layer=Layer.CHUNK, k=100)
    return {(one.passage.doc_id, one.passage.span): one.score for one in found}


def test_workers_give_the_vectors_that_this_process_gives(workshop, monkeypatch, tmp_path):
    workshop.write("orchard", "granary", "smithy")
    flags = ["embedder.kind=static"]
    workshop.build(flags=flags)
    here = vectors(workshop.open())
    # Another cache, or the workers would have nothing to do.
    monkeypatch.setenv("PINCITE_CACHE", str(tmp_path / "other"))
    workshop.store = tmp_path / "by-workers"
    workshop.build(flags=[*flags, "executor.embedding=processes", "jobs=2"])
    there = vectors(workshop.open())
    assert here.keys() == there.keys()
    assert len(here) >= 3
    np.testing.assert_array_equal([here[key] for key in here], [there[key] for key in here])


def test_two_files_of_one_text_are_one_document_while_it_is_embedded(workshop, executors):
    workshop.write("orchard", "smithy")
    (workshop.files / "copy.txt").write_text((workshop.files / "orchard.txt").read_text())
    built = workshop.build(flags=["executor.embedding=eager"])
    assert (len(built.added), len(built.same_text), built.failures) == (3, 1, [])
    assert len(workshop.open().library.cards) == 2
    assert len(workshop.build(flags=["executor.embedding=eager"]).unchanged) == 3


def test_the_order_in_which_files_are_read_and_embedded_does_not_show(workshop, executors):
    workshop.write("orchard", "smithy")
    (workshop.files / "copy.txt").write_text((workshop.files / "orchard.txt").read_text())
    # The last file is read first, and of what was read the last is embedded first.
    built = workshop.build(flags=["executor.kind=eager", "executor.embedding=eager"])
    assert (len(built.added), len(built.same_text), built.failures) == (3, 1, [])
    store = workshop.open()
    (card,) = (card for card in store.library.cards if card.also_at)
    assert (Path(card.path).name, [Path(path).name for path in card.also_at]) == ("copy.txt", ["orchard.txt"])
    assert Path(store.library.reading(card.id).doc.source.path).name == "copy.txt"


def test_a_document_that_cannot_be_embedded_is_a_failure_and_read_again_next_time(workshop, executors):
    workshop.write("orchard", "granary", "smithy")
    built = workshop.build(flags=["executor.embedding=crashing"])
    assert [(failure.stage, failure.kind) for failure in built.failures] == [("embed", "crashed")]
    assert len(workshop.open().library.cards) == 2
    again = workshop.build()
    assert ([again.added], again.failures) == ([[built.failures[0].item]], [])


def test_a_hosted_model_is_asked_from_this_process_alone(workshop):
    workshop.write("orchard")
    with pytest.raises(SettingsError, match="must be inline for embedder.kind=openai"):
        workshop.build(flags=["embedder.kind=openai", "executor.embedding=processes"])


def test_an_unknown_executor_is_refused_before_any_work(workshop):
    with pytest.raises(UnknownName, match="nowhere"):
        workshop.build(flags=["executor.embedding=nowhere"])


def test_an_option_is_for_whichever_executor_takes_it(workshop):
    address = "executor.address=cluster.example:6379"
    check_wiring(workshop.settings("executor.kind=inline", "executor.embedding=ray", address))
    check_wiring(workshop.settings("executor.kind=ray", "executor.embedding=inline", address))
    with pytest.raises(SettingsError, match=r"executor\.address' is unknown to executor 'inline'"):
        check_wiring(workshop.settings("executor.kind=inline", "executor.embedding=inline", address))
    with pytest.raises(SettingsError, match=r"executor\.address"):
        check_wiring(workshop.settings("executor.kind=ray", "executor.address=[1]"))


def test_gpus_are_for_workers_that_can_have_one_and_embedders_that_can_use_it(workshop):
    check_wiring(workshop.settings("executor.embedding=ray", "embedder.kind=onnx", "executor.gpus=0.25"))
    for flags, problem in (
        (["embedder.kind=onnx"], r"'executor\.gpus' is for workers of a cluster, and executor\.embedding is inline"),
        (
            ["embedder.kind=static", "executor.embedding=ray"],
            r"executor\.gpus' .* embedder\.kind=static cannot use a GPU",
        ),
    ):
        with pytest.raises(SettingsError, match=problem):
            check_wiring(workshop.settings("executor.gpus=1", *flags))
    for value in ("-1", "1.5", "many", "inf", "nan"):
        with pytest.raises(SettingsError, match=r"executor\.gpus"):
            workshop.settings(f"executor.gpus={value}")
