import pytest

from pincite.errors import NotFound, ReviewError
from pincite.review.question import ValueType
from pincite.review.questions import load_questions, set_names


def test_every_shipped_set_can_be_loaded():
    assert set_names() == ["contracts", "lease", "merger", "nda", "privacy"]
    sizes = {name: len(load_questions(name).questions) for name in set_names()}
    assert (sizes["contracts"], sizes["nda"]) == (41, 17)
    assert all(size > 15 for size in sizes.values())


def test_questions_come_from_toml_and_from_csv(tmp_path):
    toml = tmp_path / "mine.toml"
    toml.write_text(
        'title = "Mine"\n[[questions]]\nname = "rent"\nquestion = "How much is the rent?"\ntype = "money"\n'
        '[[questions]]\nname = "kind"\nquestion = "Which kind?"\ntype = "choice"\nchoices = ["a", "b"]\n'
    )
    table = tmp_path / "mine.csv"
    table.write_text("name,question,type,choices\nrent,How much is the rent?,money,\nkind,Which kind?,choice,a | b\n")
    for path in (toml, table):
        questions = load_questions(str(path)).questions
        assert [one.name for one in questions] == ["rent", "kind"]
        assert questions[0].type is ValueType.MONEY
        assert questions[1].choices == ("a", "b")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name,question,type\nrent,How much?,sum\n", "has the type 'sum'. Known: text, date"),
        ("name,question,type\nthe rent,How much?,money\n", "a name has letters, digits and underscores"),
        ("name,question,type\nrent,,money\n", "has no question"),
        ("name,question,type\nrent,How much?,money\nrent,How?,text\n", "several questions called 'rent'"),
        ("name,question,type\nkind,Which?,choice\n", "names no choices"),
        ("name,question,kind\nrent,How much?,money\n", "unknown key 'kind'"),
        ("name,question,type\n", "has 0 questions"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path, text, words):
    path = tmp_path / "mine.csv"
    path.write_text(text)
    with pytest.raises(ReviewError, match=words.replace("(", r"\(")):
        load_questions(str(path))


def test_an_unknown_set_names_the_known_ones():
    with pytest.raises(NotFound, match="contracts, lease, merger, nda, privacy"):
        load_questions("contract")


def test_a_missing_file_is_one_sentence(tmp_path):
    with pytest.raises(ReviewError, match="no such file"):
        load_questions(str(tmp_path / "none.toml"))
