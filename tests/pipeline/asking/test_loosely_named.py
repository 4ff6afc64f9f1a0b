"""A question asked of a document only because words of it stand in its name, asked of all, by the models that ship."""

from pincite.pipeline.store import Store
from pincite.settings import load_settings

DRUMS = """DRUM HIRE TERMS

1. Hire
1.1 The Hirer may keep the drums for four weeks.
1.2 The Hirer shall pay £30 a week.

2. Care
2.1 The Hirer shall keep the drums dry.
"""
SEIZED = """RULES ON SEIZED GOODS

1. Claims of other people
1.1 A person who owns goods that an enforcement officer took for another person's debt must tell the officer in \
writing within seven days of the taking.
1.2 The notice must list the goods.

2. Sale
2.1 The officer shall sell the goods by auction.
"""


def test_words_that_only_happen_to_name_a_document_do_not_keep_the_answer_of_another_away(tmp_path):
    paths = [tmp_path / "drum-hire-terms.txt", tmp_path / "seized-goods-rules.txt"]
    for path, text in zip(paths, (DRUMS, SEIZED), strict=True):
        path.write_text(text, encoding="utf-8")
    settings = load_settings(flags=("executor.kind=inline",)).settings
    with Store.build(paths, tmp_path / "store", settings=settings) as store:
        answer = store.ask("The officer took my drum for my flatmate's debt. How soon must I tell him in writing?")
        assert answer.found and "within seven days" in answer.text
        assert not store.ask("Under the drum hire terms, how soon must I tell the officer in writing?").found


def test_a_surer_answer_of_another_document_goes_before_one_of_a_document_that_is_only_loosely_named(tmp_path):
    tell = "2.2 The Hirer shall tell the Owner in writing of the loss of a drum within ten days.\n"
    paths = [tmp_path / "drum-hire-terms.txt", tmp_path / "seized-goods-rules.txt"]
    for path, text in zip(paths, (f"{DRUMS}{tell}", SEIZED), strict=True):
        path.write_text(text, encoding="utf-8")
    settings = load_settings(flags=("executor.kind=inline",)).settings
    with Store.build(paths, tmp_path / "store", settings=settings) as store:
        answer = store.ask("The officer took my drum for my flatmate's debt. How soon must I tell him in writing?")
        assert "within seven days" in answer.text and "ten days" not in answer.text
        of_terms = store.ask("A drum was lost. How soon must I tell the owner in writing, under the drum hire terms?")
        assert "within ten days" in of_terms.text
