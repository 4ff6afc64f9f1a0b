"""A build killed at any moment loses nothing that was there before, and goes on where it was."""

import json
import random
import subprocess
import sys
import threading
import time

from tests.pipeline.conftest import SUBJECTS, lease_of

from pincite.pipeline.store import Store, verify_store

KILLS = 50

# Forks a child for each build, so that killing it does not cost the time to load the libraries again. Reads in its own
# process (workers have tests of their own) and commits after every document, so that a kill may fall into any step.
SCRIPT = """
import json, os, signal, sys, time
from pathlib import Path
import faiss
from pincite.embed import onnx
from pincite.pipeline import build, store
from pincite.pipeline.read import find_files
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings
from pincite.store.local import merging

files, folder, flags = Path(sys.argv[1]), Path(sys.argv[2]), json.loads(sys.argv[3])
build._COMMIT_ROWS, merging._MOST = 1, 3
settings = load_settings(flags=[*flags, "executor.kind=inline"]).settings
wire_reading(settings)
print("ready", flush=True)
while line := sys.stdin.readline():
    child = os.fork()
    if not child:
        build.build_store(find_files([files]), folder, settings, prune=True)
        os._exit(0)
    if float(line) >= 0:
        time.sleep(float(line))
        os.kill(child, signal.SIGKILL)  # it has not been waited for: the number is still its own
    print(os.waitpid(child, 0)[1], flush=True)
"""


class Builder:
    """A process that builds when told, in a child that can be killed while it does."""

    def __init__(self, workshop, root):
        command = [sys.executable, "-c", SCRIPT, str(workshop.files), str(workshop.store), json.dumps(workshop.flags)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root)
        assert self._line() == "ready"

    def build(self, *, kill_after=-1):
        self.process.stdin.write(f"{kill_after}\n")
        self.process.stdin.flush()
        return int(self._line())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def _line(self):
        return self.process.stdout.readline().strip()


def shuffle_files(workshop, chance):
    """Add, change and take away some files; gives the texts that are there now."""
    for subject in chance.sample(SUBJECTS, 3):
        path = workshop.files / f"{subject}.txt"
        if path.exists() and chance.random() < 0.3:
            path.unlink()
        else:
            path.write_text(lease_of(subject, months=chance.randrange(1, 100)))
    return {path.read_text() for path in workshop.files.iterdir()}


def texts_in(folder):
    store = Store.open(folder)
    assert store.search("Who keeps the roof in repair?", k=3).hits
    return {store.library.text(card.id) for card in store.library.cards}


def test_nothing_is_lost_when_a_build_is_killed_at_fifty_random_moments(workshop, request):
    chance = random.Random(7)
    cut_short = 0
    with Builder(workshop, request.config.rootpath) as builder:
        before = shuffle_files(workshop, chance)
        began = time.monotonic()
        assert builder.build() == 0
        whole = time.monotonic() - began
        for _ in range(KILLS):
            after = shuffle_files(workshop, chance)
            builder.build(kill_after=chance.random() * whole)
            found = texts_in(workshop.store)
            assert before & after <= found <= before | after
            assert verify_store(workshop.store) == []
            cut_short += found != after
            assert builder.build() == 0
            assert texts_in(workshop.store) == after
            before = after
    assert cut_short > KILLS / 5


def test_readers_see_whole_states_while_a_writer_works(workshop, monkeypatch):
    from pincite.pipeline import build

    monkeypatch.setattr(build, "_COMMIT_ROWS", 1)
    workshop.write(*SUBJECTS[:6])
    workshop.build()
    stop = threading.Event()
    seen, errors = [], []

    def read():
        while not stop.is_set():
            try:
                store = workshop.open()
                hits = store.search("Who keeps the roof in repair?", k=100).hits
                assert {hit.passage.doc_id for hit in hits} == {card.id for card in store.library.cards}
                for card in store.library.cards:
                    assert len(store.library.text(card.id)) == card.characters
                seen.append(store.describe()["generation"])
            except BaseException as error:
                errors.append(error)
                raise

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for months in range(5, 9):
        workshop.write(*SUBJECTS[:6], months=months)
        workshop.build()
    stop.set()
    for reader in readers:
        reader.join()
    assert not errors
    assert len(set(seen)) > 2
    assert seen[-1] >= seen[0]
