"""Readers of third parties are asked like our own; a reader that was mended reads again, and no release does."""

import os
import shutil

import pytest
from tests.pipeline.conftest import lease_of

from pincite import registry
from pincite.domain.raw_file import RawFile
from pincite.errors import SettingsError
from pincite.ingest.markdown import MarkdownReader
from pincite.ingest.text import TextReader
from pincite.pipeline.ingest import ingest_files, reader_versions
from pincite.pipeline.read import find_files, read_files, survey_files
from pincite.pipeline.store import Store
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings
from pincite.structure.outline import RuleStructurer

READER = '''
"""A third party's reader of notes: a line of magic, then words."""
from dataclasses import replace

from pincite.ingest.text import TextReader
from pincite.domain.raw_file import RawFile

MAGIC = b"NOTE\\x01\\n"


class NoteReader:
    format = "note"
    suffixes = (".note",)
    magic = (MAGIC,)
    version = "7"

    def read(self, file, *, limits, ocr=None):
        return TextReader().read(RawFile(file.name, file.data.removeprefix(MAGIC)), limits=limits)
'''
NOTE = b"NOTE\x01\n" + lease_of("orchard").encode()


@pytest.fixture
def notes(tmp_path, hashing, monkeypatch):
    """A folder with a note in it, and the reader of notes installed as pip would."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "note_reader.py").write_text(READER)
    info = folder / "note_reader-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: note-reader\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[pincite.reader]\nnote = note_reader:NoteReader\n")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), os.environ["PYTHONPATH"]]))
    files = tmp_path / "files"
    files.mkdir()
    (files / "lease.note").write_bytes(NOTE)
    (files / "smithy.txt").write_text(lease_of("smithy"))
    return files


def test_a_third_partys_reader_is_used_by_index_and_ingest(notes, tmp_path, hashing):
    settings = load_settings(flags=hashing).settings
    assert [path.name for path in find_files([notes])] == ["lease.note", "smithy.txt"]
    with Store.build([notes], tmp_path / "store", settings=settings) as store:
        assert not store.report.failures
        (card,) = [card for card in store.documents if card.path.endswith(".note")]
        assert store.library.text(card.id) == lease_of("orchard")
        assert store.library.reading(card.id).doc.source.format == "note"
    again = Store.build([notes], tmp_path / "store", settings=settings).report
    assert len(again.unchanged) == 2
    rows = [row for _, row in ingest_files(find_files([notes]), settings, out=tmp_path / "out")]
    assert {row.entry.reader.split(":")[0] for row in rows} == {"note 7", "text 1"}
    assert all(row.reused for _, row in ingest_files(find_files([notes]), settings, out=tmp_path / "out"))


def test_its_files_are_known_by_their_magic_bytes_under_any_name(notes, hashing, inline):
    settings = load_settings(flags=hashing).settings
    ((_, reading),) = read_files([RawFile("upload.txt", NOTE)], settings)
    assert reading.doc.text == lease_of("orchard")
    assert "named .txt but holds note" in reading.doc.warnings[0]
    assert ".note" in survey_files([notes]).complaint()


class LikeMarkdown(MarkdownReader):
    format = "better-markdown"


def test_a_third_partys_reader_goes_before_our_own(monkeypatch, inline):
    monkeypatch.setattr(registry, "names", lambda port: [*registry.BUILT_IN[port], "theirs"])
    load = registry.load
    monkeypatch.setattr(registry, "load", lambda port, name: LikeMarkdown if name == "theirs" else load(port, name))
    ((_, reading),) = read_files([RawFile("a.md", b"# Lease\n\nWords.")], load_settings().settings)
    assert reading.doc.source.format == "better-markdown"


class Undeclared:
    format = "undeclared"

    def read(self, file, *, limits, ocr=None):
        raise NotImplementedError


def test_a_reader_that_does_not_declare_itself_is_named(monkeypatch):
    monkeypatch.setitem(registry.BUILT_IN["reader"], "undeclared", f"{__name__}:Undeclared")
    with pytest.raises(SettingsError, match="'undeclared' does not declare suffixes, magic, version"):
        wire_reading(load_settings().settings)


def test_a_reader_that_cannot_be_loaded_is_named(monkeypatch):
    monkeypatch.setitem(registry.BUILT_IN["reader"], "gone", "nowhere.at_all:Reader")
    with pytest.raises(SettingsError, match="'gone' cannot be loaded .*uninstall"):
        wire_reading(load_settings().settings)


def test_a_mended_reader_reads_its_own_files_again_and_no_others(workshop, monkeypatch):
    workshop.write("orchard")
    (workshop.files / "note.md").write_text(lease_of("smithy"))
    workshop.build()
    monkeypatch.setattr(MarkdownReader, "version", "mended")
    built = workshop.build()
    assert (built.changed, built.unchanged) == ([str(workshop.files / "note.md")], [workshop.name("orchard")])
    monkeypatch.setattr(RuleStructurer, "version", "mended")
    assert len(workshop.build().changed) == 2


def test_a_mere_release_reads_nothing_again(workshop, monkeypatch):
    workshop.write("orchard")
    workshop.build()
    monkeypatch.setattr("pincite.__version__", "99.0")
    assert workshop.build().unchanged == [workshop.name("orchard")]


def test_the_version_of_a_reader_and_the_settings_decide_what_is_read_again(monkeypatch):
    settings = load_settings().settings
    before = reader_versions(settings)
    assert before["text"] != before["pdf"]
    assert reader_versions(load_settings(flags=["ocr.mode=never"]).settings)["text"] != before["text"]
    monkeypatch.setattr(TextReader, "version", "2")
    after = reader_versions(settings)
    assert after["text"] != before["text"]
    assert after["pdf"] == before["pdf"]


def test_bytes_are_read_in_worker_processes_like_files(notes, hashing, tmp_path):
    settings = load_settings(flags=hashing).settings
    shutil.rmtree(notes)
    found = dict(read_files([RawFile("a.txt", b"The rent is due."), RawFile("b.txt", b"\0\1")], settings))
    outcomes = {file.name: getattr(result, "kind", None) or result.doc.text for file, result in found.items()}
    assert outcomes == {"a.txt": "The rent is due.", "b.txt": "binary"}
