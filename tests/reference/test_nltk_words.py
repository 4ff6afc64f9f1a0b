"""Our words beside NLTK's, on real answers; NLTK's sentence data comes from `python -m nltk.downloader punkt_tab`."""

import json

import pytest

from pincite.metrics.nltk_words import nltk_tokenizer
from pincite.metrics.words import own_tokens, words_of

SETS = ("cuad", "contractnli", "maud", "privacy_qa")


@pytest.fixture(scope="module")
def nltk_words():
    tokenize = nltk_tokenizer()
    if tokenize is None:
        pytest.skip("NLTK's Punkt data is not installed")
    return lambda text: frozenset(word for word in tokenize(text.lower()) if word.isalnum())


def answers(real_data, name):
    file = real_data / "legalbenchrag" / "benchmarks" / f"{name}.json"
    tests = json.loads(file.read_text("utf-8"))["tests"]
    return list(dict.fromkeys(snippet["answer"] for test in tests for snippet in test["snippets"]))


@pytest.mark.realdata
@pytest.mark.parametrize("name", SETS)
def test_our_rules_give_the_words_of_nltk_for_every_answer(real_data, nltk_words, name):
    texts = answers(real_data, name)
    differing = [text for text in texts if frozenset(own_tokens(text.lower())) != nltk_words(text)]
    assert len(texts) > 200
    assert len(differing) == 0, (len(differing), len(texts), differing[:3])


def test_where_nltk_is_installed_it_is_asked(nltk_words):
    # A curly mark hides the initial from Punkt, and not from our rules.
    text = "References to “J. Harbour’s Holdings, Inc.” are old."
    assert words_of(text) == nltk_words(text)
    assert "j" in words_of(text)
