import pytest
from training.config import read_table
from training.corpus import choose_dev, shingles
from training.labels import Kind, locate, read_labels, split_query

CONFIG = {"seed": 1, "dev": {"cuad": 1, "maud": 1, "contractnli": 1}}


def test_a_query_is_parted_into_name_and_question():
    assert split_query("Consider the Lease of a Shop; Who pays the rent?") == (
        "the Lease of a Shop",
        "Who pays the rent?",
    )
    assert split_query("Who pays the rent?") == ("", "Who pays the rent?")


def test_a_quote_is_found_whatever_its_spaces():
    assert locate(["pays  the rent"], "He pays the\n rent.") == [(3, 17)]


@pytest.mark.parametrize("text", ["no such words", "the rent and the rent"])
def test_a_quote_missing_or_found_twice_gives_no_label(text):
    assert locate(["the rent"], text) is None


def test_no_quote_is_a_label_of_nothing():
    assert locate([], "The rent is due.") == []


def test_dev_documents_are_drawn_by_the_seed_alone():
    names = [(f"cuad/{n}.txt", "cuad") for n in range(9)] + [("raw/x.txt", "contractnli")]
    assert choose_dev(names, CONFIG) == choose_dev(names[::-1], CONFIG)
    assert len(choose_dev(names, CONFIG)) == 1


def test_a_copy_shares_its_shingles():
    text = "one two three four five six seven eight nine ten eleven twelve thirteen"
    assert shingles(text, 2) <= shingles("zero " + text + " fourteen")


def test_every_kind_has_wordings_of_ours():
    own = read_table("wordings.toml")
    assert len(own["cuad"]) == 41
    assert len(own["contractnli"]) == 17
    lists = [*own["cuad"].values(), *own["contractnli"].values(), *(row["wordings"] for row in own["maud"])]
    assert all(len(set(wordings)) == len(wordings) >= 3 for wordings in lists)
    assert Kind("cuad").own == []


@pytest.mark.realdata
def test_no_label_lies_in_a_mini_document(real_data):
    from training.corpus import TrainingDocument, mini_documents, read_tests

    mini = mini_documents(real_data)
    assert len(mini) == 72
    test = read_tests(real_data, "mini", "contractnli")[0]
    name = test["snippets"][0]["file_path"]
    text = (real_data / "legalbenchrag" / "corpus" / name).read_text(encoding="utf-8")
    documents = [TrainingDocument(name, "contractnli", "mini", text)]
    assert read_labels(real_data, documents) == []
