import pytest

from pincite.pipeline.store import Store
from pincite.retrieve.spelling import Speller
from pincite.settings import load_settings

TEXT = """COACHING TERMS

1. The coach receives a fee of £45 for each session, and a commission on every referral.

2. The pupil may cancel a session by writing to the coach a day before.
"""


@pytest.fixture(scope="module")
def speller(tmp_path_factory):
    folder = tmp_path_factory.mktemp("spelling")
    (folder / "terms.txt").write_text(TEXT, encoding="utf-8")
    with Store.build([folder / "terms.txt"], folder / "store", settings=load_settings(preset="fast").settings) as store:
        yield Speller(store.opened.backend)


@pytest.mark.parametrize(
    "asked, read",
    [
        ("how much per sesion?", "how much per session?"),  # a letter is missing
        ("who sends the recepts and comissions?", "who sends the recepts and commissions?"),
        ("what commisssion is due?", "what commission is due?"),  # one too many
        ("what comission is due?", "what commission is due?"),
        ("is there a commision?", "is there a commission?"),
        ("what does the coach recieve?", "what does the coach receive?"),  # two changed places
        ("whats the fee if I dont come?", "what's the fee if I don't come?"),  # no apostrophe
        ("Whos paid, and cant we cancel", "Who's paid, and can't we cancel"),
        ("list evry fee wich teh pupil pays", "list every fee which the pupil pays"),
    ],
)
def test_a_typo_is_read_as_a_word_of_the_documents(speller, asked, read):
    assert speller.correct(asked) == read


@pytest.mark.parametrize(
    "question",
    [
        "may I sublet the room?",  # a word of its own, though the documents have none like it
        "what does Sesion Ltd pay?",  # a name
        "who pays for the kenel?",  # nothing in the documents is near
        "may the couch be moved?",  # one letter for another may be another word
        "is that a frre ride?",  # too short to be sure
        "what are the wtb and thd fees?",  # initials written small
        "is there a lis pendens, and does the land abut the road to and fro?",
        "can I pay by ach, and who bears wht?",
        "write to sesion@example.com",
        "ask IM Partners and WONT Ltd",
        "le locataire dont le bail est fini peut-il rester dans la maison ?",
        "",
    ],
)
def test_what_may_be_right_stays(speller, question):
    assert speller.correct(question) == question


def test_a_question_without_end_costs_few_searches(speller, monkeypatch):
    searched = []
    monkeypatch.setattr(speller, "_occurs", lambda word: searched.append(word) or False)
    speller.correct("qwxzy " * 10_000)
    assert len(searched) < 100
