"""The end of a document's own term, and of nothing else in it."""

import pytest

from pincite.answer.values.term_end import asks_end, find_end, is_own_end, tells_no_end
from pincite.domain.profile import DateMention, DocumentKind, Profile
from pincite.legal.values.dates import find_dates
from pincite.spans import Span


def profile_of(text):
    return Profile(DocumentKind.CONTRACT, dates=tuple(DateMention(d.iso, d.span, d.role) for d in find_dates(text)))


@pytest.mark.parametrize(
    ("words", "own"),
    [
        ("2. The licence begins on 10 April 2024 and expires on 9 April 2027.", True),
        ("7. This agreement ends on 17 January 2028, except for clause 2.", True),
        (
            "The Landlord lets the Flat for a term of one year beginning on 1 May 2024 and ending on 30 April 2025.",
            True,
        ),
        ('1.4 "Term" means the period beginning on 1 May 2024 and ending on 30 April 2025.', True),
        ("Expiry date: 30 April 2025", True),
        ("Unless ended sooner, this Agreement shall continue until 31 December 2026.", True),
        ("Your employment is for a fixed term and will end on 3 May 2026.", True),
        ("The term of this Lease ends on 30 April 2025.", True),
        ("The term of the guarantee ends on 30 April 2025.", False),
        ("3. The Licensee's insurance policy expires on 31 December 2025.", False),
        ("4. The Licensee may end this licence on 10 April 2026.", False),
        ("The guarantee given under this Lease ends on 24 March 2026.", False),
        ("The option to renew this Lease expires on 1 May 2025.", False),
        ("The supply agreement ends on 1 June 2025.", False),
        ("The Agreement starts on 1 May 2024, and the warranty ends on 1 May 2025.", False),
    ],
)
def test_the_day_on_which_the_document_itself_ends_is_told_from_others(words, own):
    (ends,) = [found for found in find_dates(words) if found.role == "expiry"]
    assert is_own_end(words, ends.span) == own


@pytest.mark.parametrize(
    ("text", "value", "quoted"),
    [
        ("The licence ends on 9 April 2027.\nThe guarantee ends on 1 June 2026.\n", "9 April 2027", "The licence ends"),
        ("The licence ends on 9 April 2027 unless it is renewed.\n", "", "The licence ends"),
        (
            '"Term" means a term of six years beginning on 25 March 2024.\n'
            "The Tenant may end this Lease on 25 March 2027.",
            "",
            '"Term" means',
        ),
        ("This agreement begins on 1 June 2023 and continues for three years.\n", "", "This agreement begins"),
    ],
)
def test_the_end_is_the_day_stated_or_the_clause_on_how_long_it_lasts(text, value, quoted):
    found = find_end(profile_of(text), text)
    assert found is not None
    assert found.value == value
    assert found.span.slice(text).startswith(quoted)


@pytest.mark.parametrize(
    "text",
    [
        "The guarantee ends on 1 June 2026.\nEither party may end this agreement by one month's notice.\n",
        "This agreement ends on 9 April 2027.\nThis agreement ends on 9 April 2028.\n",
        "The loan is repaid over a term of six years beginning on 25 March 2024.\n",
    ],
)
def test_no_end_is_found_where_the_document_states_none_or_two(text):
    assert find_end(profile_of(text), text) is None


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("When does the mill lease end?", True),
        ("When does the mill lease expire?", True),
        ("What is the expiry date of the mill lease?", True),
        ("On what date will the term of the mill lease run out?", True),
        ("When does the guarantee in the mill lease end?", False),
        ("When does the insurance expire under the mill lease?", False),
        ("When can the tenant end the mill lease?", False),
        ("When does the mill lease begin?", False),
        ("How does the mill lease end?", False),
        ("When does the mill lease end if the rent is not paid?", False),
    ],
)
def test_only_the_end_of_the_document_is_asked_for(question, asked):
    assert asks_end(question, names="the mill lease") == asked


@pytest.mark.parametrize(
    ("text", "silent"),
    [
        ("The guarantee ends on 1 June 2026.", True),
        ("This agreement is between Holt Barns Limited and Perry Looms Limited.", True),
        ("This agreement ends on 1 June 2026.", False),
        ("Either party may end this agreement by one month's notice.", False),
    ],
)
def test_words_that_do_not_say_how_long_the_document_lasts_are_known(text, silent):
    assert tells_no_end([Span(0, len(text))], profile_of(text), text) == silent
