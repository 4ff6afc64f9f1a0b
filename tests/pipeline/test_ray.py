"""A store made on a Ray cluster is the store that one process makes, whatever happens to the cluster meanwhile."""

import json
import os
import subprocess
import sys
from dataclasses import astuple

import onnxruntime
import pytest

from pincite.domain.chunk import Layer
from pincite.errors import PinciteError
from pincite.pipeline import build
from pincite.pipeline.store import verify_store
from pincite.store.readings import reading_as_bytes

ON_RAY = ["executor.kind=ray", "executor.embedding=ray", "jobs=2"]
SUBJECTS = ("orchard", "granary", "smithy", "tannery", "ferry")


def content(workshop):
    """Every byte that is read, cut and embedded, by document."""
    with workshop.open() as store:
        return {
            card.path: [
                reading_as_bytes(store.library.reading(card.id)),
                *(store.opened.backend.rows([card.id])[0].places[layer].tobytes() for layer in Layer),
                *(store.opened.backend.rows([card.id])[0].vectors[layer].tobytes() for layer in Layer),
            ]
            for card in store.documents
        }


@pytest.fixture
def undisturbed(workshop, monkeypatch, tmp_path):
    """What one process makes of five leases and a poisoned file; the store to make anew is another, as is the cache."""
    workshop.write(*SUBJECTS)
    (workshop.files / "poisoned.pdf").write_bytes(b"%PDF-1.7\nnothing that could be a page")
    report = workshop.build()
    assert (len(report.added), len(report.failures)) == (5, 1)
    expected = content(workshop), [astuple(failure) for failure in report.failures]
    monkeypatch.setenv("PINCITE_CACHE", str(tmp_path / "other"))
    workshop.store = tmp_path / "on-ray"
    return expected


def test_a_poisoned_file_and_a_node_killed_half_way_leave_the_store_as_it_would_be(ray_cluster, workshop, undisturbed):
    killed = []

    def kill(stage, done, total):
        if stage == "reading" and done == 2 and not killed:
            ray_cluster.kill_spare()
            killed.append(done)

    report = workshop.build(flags=ON_RAY, progress=kill)
    assert killed
    assert (content(workshop), [astuple(failure) for failure in report.failures]) == undisturbed
    assert verify_store(workshop.store) == []


GORGING_READER = '''
"""A third party's reader that wants more memory than any machine should give to one file."""


class GorgingReader:
    format = "gorge"
    suffixes = (".gorge",)
    magic = (b"GORGE",)
    version = "1"

    def read(self, file, *, limits, ocr=None):
        raise AssertionError(len(bytearray(64 << 30)))
'''


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Installs a third party's plug-in as pip would."""
    folder = tmp_path / "site"

    def put(module, source, entry_point):
        info = folder / f"{module}-1.0.dist-info"
        info.mkdir(parents=True)
        (folder / f"{module}.py").write_text(source)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(entry_point)
        monkeypatch.syspath_prepend(str(folder))
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), os.environ["PYTHONPATH"]]))

    return put


@pytest.fixture
def gorging(workshop, install):
    """A file whose reader takes all memory, and that reader."""
    install("gorging_reader", GORGING_READER, "[pincite.reader]\ngorge = gorging_reader:GorgingReader\n")
    (workshop.files / "all.gorge").write_bytes(b"GORGE")


def test_workers_killed_for_memory_leave_the_store_that_undisturbed_processes_make(
    ray_cluster, workshop, gorging, tmp_path, monkeypatch
):
    workshop.write(*SUBJECTS)
    (workshop.files / "poisoned.pdf").write_bytes(b"%PDF-1.7\nnothing that could be a page")
    limits = ["limits.memory_mb=1500"]
    first = workshop.build(flags=["executor.kind=processes", *limits])
    expected = content(workshop), {astuple(failure) for failure in first.failures}
    assert sorted(failure.kind for failure in first.failures) == ["damaged", "too-large"]
    monkeypatch.setenv("PINCITE_CACHE", str(tmp_path / "other"))
    workshop.store = tmp_path / "on-ray"
    killed = []

    def kill(stage, done, total):
        # As the kernel does where a machine has no memory left: the worker of the cluster itself.
        if stage == "reading" and done == 1 and not killed:
            killed.extend(ray_cluster.kill_a_worker("Station"))

    report = workshop.build(flags=[*ON_RAY, *limits], progress=kill)
    assert killed
    assert (content(workshop), {astuple(failure) for failure in report.failures}) == expected
    assert verify_store(workshop.store) == []


def test_work_that_was_broken_off_goes_on_where_it_was(ray_cluster, workshop, undisturbed, monkeypatch):
    monkeypatch.setattr(build, "_COMMIT_ROWS", 1)

    def break_off(stage, done, total):
        if stage == "writing" and done >= 3:  # one of them may be the poisoned file
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        workshop.build(flags=ON_RAY, progress=break_off)
    report = workshop.build(flags=ON_RAY)
    assert len(report.unchanged) >= 2
    assert (len(report.added) + len(report.unchanged), content(workshop)) == (5, undisturbed[0])


def test_the_command_joins_a_cluster_and_prints_its_own_words_alone(ray_cluster, workshop):
    workshop.write("orchard", "smithy")
    flags = [*workshop.flags, *ON_RAY, f"executor.address={ray_cluster.address}"]
    done = subprocess.run(
        [sys.executable, "-m", "pincite", "index", str(workshop.files), "--store", str(workshop.store), "--json"]
        + [word for flag in flags for word in ("--set", flag)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["added"]) == 2
    assert len(content(workshop)) == 2
    assert ray_cluster.address.encode() not in b"".join(
        path.read_bytes() for path in workshop.store.rglob("*") if path.is_file()
    )


DEVICE_EMBEDDER = '''
"""A third party's embedder whose vectors say where they were made: by the device it was told, and what Ray shows it."""
import os
import numpy as np


class DeviceEmbedder:
    dimensions = 3
    identity = "device"

    def __init__(self, *, device="cpu"):
        self.told = [device == "cuda", os.environ.get("CUDA_VISIBLE_DEVICES") == "0", 1]

    def embed_passages(self, texts):
        return np.array([self.told] * len(texts), dtype=np.float32).reshape(-1, 3)

    embed_queries = embed_passages
'''


def test_texts_are_embedded_on_gpus_by_workers_that_have_one(ray_cluster, workshop, install):
    install("device_embedder", DEVICE_EMBEDDER, "[pincite.embedder]\ndevice = device_embedder:DeviceEmbedder\n")
    workshop.write("orchard", "smithy")
    node = ray_cluster.add_gpu_node()
    try:
        report = workshop.build(flags=[*ON_RAY, "embedder.kind=device", "executor.gpus=0.5"])
    finally:
        ray_cluster.remove_node(node)
    assert (len(report.added), report.failures) == (2, [])
    with workshop.open() as store:
        rows = store.opened.backend.rows([card.id for card in store.documents])
    assert {tuple(vector) for one in rows for vector in one.vectors[Layer.CHUNK].tolist()} == {(1.0, 1.0, 1.0)}


def test_a_worker_whose_onnxruntime_has_no_gpu_says_what_to_install(ray_cluster, workshop):
    if "CUDAExecutionProvider" in onnxruntime.get_available_providers():
        pytest.skip("onnxruntime-gpu is installed")
    workshop.write("orchard")
    node = ray_cluster.add_gpu_node()
    try:
        with pytest.raises(PinciteError, match="cannot use a GPU; install there 'onnxruntime-gpu"):
            workshop.build(flags=["executor.embedding=ray", "embedder.kind=onnx", "executor.gpus=1", "jobs=1"])
    finally:
        ray_cluster.remove_node(node)
