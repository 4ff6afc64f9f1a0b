import pytest

from pincite.errors import SettingsError
from pincite.pipeline.manifest import read_manifest
from pincite.retrieve.authority import level_of


@pytest.fixture
def manifest(workshop):
    def write(text):
        path = workshop.files.parent / "manifest.csv"
        path.write_text(text)
        return path

    return write


def test_what_a_manifest_says_is_on_the_card(workshop, manifest):
    workshop.write("orchard", "smithy")
    workshop.build()
    built = workshop.build(manifest=manifest("file,authority,title\nsmithy.txt,2,The Smithy Lease\n"))
    assert not built.failures and not built.changed
    cards = {card.path.rsplit("/", 1)[-1]: card for card in workshop.open().library.cards}
    assert (cards["smithy.txt"].authority, cards["smithy.txt"].title) == (2, "The Smithy Lease")
    assert level_of(cards["smithy.txt"]) == 2
    assert level_of(cards["orchard.txt"]) == 1


def test_a_manifest_still_holds_when_the_next_run_has_none(workshop, manifest):
    workshop.write("orchard", "smithy")
    workshop.build(manifest=manifest("file,authority\nsmithy.txt,3\n"))
    workshop.write("ferry")
    workshop.build()
    assert {card.authority for card in workshop.open().library.cards} == {0, 3}


def test_a_bad_row_does_not_lose_the_others(workshop, manifest):
    workshop.write("orchard", "smithy")
    path = manifest("file,authority,kind\nnowhere.txt,1,\nsmithy.txt,first,\norchard.txt,1,poem\nsmithy.txt,2,lease\n")
    said, failures = read_manifest(path, list(workshop.files.iterdir()))
    assert said == {workshop.name("smithy"): {"authority": 2, "kind": "lease"}}
    assert [failure.message.split(": ", 1)[1][:12] for failure in failures] == [
        "no such file",
        "authority is",
        "kind is 'poe",
    ]


def test_any_other_column_is_metadata(workshop, manifest):
    workshop.write("smithy")
    said, _ = read_manifest(manifest("file,category,note\nsmithy.txt,Leases,\n"), list(workshop.files.iterdir()))
    assert said == {workshop.name("smithy"): {"metadata": {"category": "Leases"}}}


def test_a_manifest_that_names_no_files_is_refused(manifest):
    with pytest.raises(SettingsError, match="no column 'file'"):
        read_manifest(manifest("name,weight\nsmithy.txt,1\n"), [])
