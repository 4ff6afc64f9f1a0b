import pytest

from pincite.legal.reporters import _VOLUME, _forms, find_american

CITED = {
    "a case": ("as held in 410 U.S. 113 and after", "410 U.S. 113"),
    "a later series": ("see 923 F.3d 1023, 1031", "923 F.3d 1023"),
    "a variation of the name": ("347 U. S. 483 (1954)", "347 U. S. 483"),
    "over two lines": ("at 923 F.3d\n 1023 it", "923 F.3d\n 1023"),
    "a neutral citation": ("2002-Ohio-2220 says", "2002-Ohio-2220"),
    "a code": ("under 42 U.S.C. § 1983, the", "42 U.S.C. § 1983"),
    "sections of a code": ("15 U.S.C. §§ 78-79 and", "15 U.S.C. §§ 78"),
    "regulations": ("17 C.F.R. § 240.10b-5", "17 C.F.R. § 240"),
    "the code of a state": ("Cal. Civ. Code § 1542 is waived", "Cal. Civ. Code § 1542"),
    "a journal": ("100 Harv. L. Rev. 1 argues", "100 Harv. L. Rev. 1"),
}


@pytest.mark.parametrize(("text", "cited"), CITED.values(), ids=CITED)
def test_citations_are_found_with_their_place(text, cited):
    found = find_american(text)
    assert any(text[american.start : american.end].startswith(cited) for american in found), found


@pytest.mark.parametrize(
    "text", ["The rent is 400 pounds for 12 months.", "Section 4.2 of Schedule 3", "on 3 May 2024", "410 XU.S. 113"]
)
def test_ordinary_numbers_are_no_citation(text):
    assert find_american(text) == []


def test_every_name_can_follow_a_volume():
    words = {word for word in _forms().first_words if word[0].isalpha()}
    assert [word for word in words if not _VOLUME.match(f"1 {word}")] == []
