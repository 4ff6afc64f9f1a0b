import pytest

from pincite.answer.values.lacking import lacks_kind


@pytest.mark.parametrize(
    ("question", "quote", "lacks"),
    [
        ("by when must it be returned", "The deposit is held by the agent.", True),
        ("by when must it be returned", "The deposit is returned within ten days.", False),
        ("when is it due", "The rent is payable on the first of each month.", False),
        ("when are plots inspected", "Plots are inspected in May and August.", False),
        ("when do I get it back", "It is returned at the end of the tenancy.", False),
        ("how much notice do we get", "Plots are inspected by two members of the committee.", True),
        ("how much notice do we get", "Plots are inspected on two weeks' notice.", False),
        ("how long does it run", "It runs for the life of the member.", False),
        ("how much is it", "The deposit is held by the agent.", True),
        ("how much is it", "The deposit is £830.", False),
        ("who holds it", "The deposit is £830.", False),
    ],
)
def test_a_kind_of_value_is_stated_in_figures_or_in_words(question, quote, lacks):
    assert lacks_kind(question, [quote]) is lacks
