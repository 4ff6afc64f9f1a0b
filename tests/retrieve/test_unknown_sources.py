"""Sources that nothing in a store mentions, and names that one document alone does."""

import pytest

from pincite.pipeline.store import Store
from pincite.retrieve.spoken_names import find_spoken_of, has_own_word
from pincite.retrieve.unknown_sources import find_unknown_source
from pincite.settings import load_settings

TEXTS = {
    "PART 91 - BEES": (
        "PART 91 - BEES\n\n91.1 This Part applies to bees, as the Orange Book notes.\n\n"
        "91.2 A claim under the Pilot Boats Act 1913 goes to the Registrar, Zephyrine Ruddock.\n\n"
        "91.3 The fee is in leaflet HB12.\n"
    ),
    "Hosting": (
        "HOSTING AGREEMENT\n\nThis Agreement is made between Blue Fern Ltd and Quay Ltd.\n\n"
        "1. Quay keeps the site of Wrenborough up.\n\n2. Quay tests the mellifluxator each day, under the BFCA.\n"
    ),
    "Hire": "TERMS OF HIRE\n\n1. Drums go back on Monday.\n\n2. The hirer pays for what breaks.\n",
}


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sources")
    for name, text in TEXTS.items():
        (folder / f"{name}.txt").write_text(text)
    settings = load_settings("bm25", flags=["jobs=1", "executor.kind=inline"]).settings
    Store.build([folder], folder / "store", settings=settings)
    return Store.open(folder / "store", settings=settings).opened


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Under the QDPA, how soon must a bee be reported?", "the QDPA"),
        ("According to Hathersmith, when is a swarm lost?", "Hathersmith"),
        ("What does Hathersmith on Bees say about swarms?", "Hathersmith on Bees"),
        ("What does the Orange Book note at 91.2 say about fees?", "the Orange Book"),
        ("What must a claim say under article 28 QDPR?", "QDPR"),
        ("Leaflet HB12 - what is the fee?", "Leaflet HB12"),
        ("Leaflet HB99 - what is the fee?", "Leaflet HB99"),
        ("What is said of swarms in the Purple Book?", "the Purple Book"),
    ],
)
def test_a_source_that_is_not_there_is_named(opened, question, words):
    found = find_unknown_source(question, opened.library, opened.backend)
    assert found is not None
    assert found.words == words


@pytest.mark.parametrize(
    "question",
    [
        *("Under Welsh law, may bees be sold?", "Under the BFCA, what is tested?", "According to Quay, is it up?"),
        *("Under Part 91, who may claim?", "Drums: when do they go back?", "Sublicensing - may Quay do it?"),
        *("FYI - when do drums go back?", "In Norland, can a claim be made?", "Under what law is it made?"),
        *("What does HR say about swarms?", "According to Legal, who pays?"),
        *("Does Zephyrine Ruddock say when?", "According to rule 91.2, who takes claims?"),
    ],
)
def test_what_documents_mention_is_a_source_and_so_is_no_name(opened, question):
    assert find_unknown_source(question, opened.library, opened.backend) is None


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Who is Zephyrine Ruddock?", "Zephyrine Ruddock"),
        ("Wrenborough - who keeps it up?", "Wrenborough"),
        ("Is Wrenborough's site tested?", "Wrenborough"),
        ("To whom does a claim under the Pilot Boats Act 1913 go?", "Pilot Boats Act 1913"),
        ("Customarily, who keeps it up?", ""),
        ("When does the hirer pay?", ""),
    ],
)
def test_a_name_that_one_document_speaks_of_is_found(opened, question, name):
    found, doc_id = find_spoken_of(question, opened.library, opened.backend)
    assert found == name
    assert bool(doc_id) is bool(name)


def test_a_word_of_no_language_belongs_to_its_document(opened):
    ids = {card.path.rsplit("/", 1)[1]: card.id for card in opened.library.cards}
    question = "How often is the mellifluxator tested?"
    assert has_own_word(question, [ids["Hosting.txt"]], opened.backend)
    assert not has_own_word(question, [ids["Hire.txt"]], opened.backend)
    assert not has_own_word("How often is the site tested?", [ids["Hosting.txt"]], opened.backend)
