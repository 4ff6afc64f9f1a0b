"""Languages: the stop words and stems of each, and which of them a question is asked in."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

ENGLISH = "en"
_SNOWBALL = {
    "en": "english",
    "cs": "czech",
    "sk": "czech",
    "de": "german",
    "fr": "french",
    "es": "spanish",
    "it": "italian",
    "pt": "portuguese",
    "nl": "dutch",
    "pl": "polish",
}
# Stop words and question words.
_STOP_WORDS = {
    "en": """a an and are as at be but by for if in into is it no not of on or such that the their then there these
        they this to was will with""",
    "cs": """a aby aj ale ani anebo až bez bude by být byl byla bylo co či do ho i jak jako je jeho jejich jen její
        jsou k kde kdo kdy kdyby když ke která které který kterou kterým ma mezi mít musí může na nad ne
        nebo není o od po pod podle pokud pro před při s se si své svou ta tak také tam tato této ten
        tento tím to toho tom tomto tyto u už v ve však vše z za ze že jaká jaké jaký kolik komu koho
        proč""",
    "sk": """a aby aj ale ani až bez bol bola bolo bude by byť čo či do ho i ich je jeho jej ju k kde kto kedy keď
        ktorá ktoré ktorý ma medzi musí môže na nad nie o od po pod podľa pre pred pri s sa sú si ta tak
        tam tento táto to tom u v vo však z za zo že aká aké aký koľko komu koho prečo""",
    "de": """aber als am an auch auf aus bei bis das dass dem den der des die durch ein eine einem einen einer eines
        er es für hat im in ist kann mit muss nach nicht noch nur ob oder sich sie sind so über um und
        unter vom von vor war was wann wem wen wenn wer werden wie wird wo zu zum zur welche welcher
        welches""",
    "fr": """à au aux avec ce ces cette comme dans de des doit du elle en est et être il ils je la le les leur lui
        mais ne nous on ou où par pas peut plus pour qu que quel quelle quelles quels qui quoi sa se ses
        si son sont sur un une vous y d l quand comment""",
    "es": """a al como con cuál cuándo cuánto de debe del dónde el ella en entre es esta este la las le les lo los
        más no o para pero por puede que qué quién quiénes se ser si sin sobre son su sus un una y ya
        cómo""",
    "it": """a ad al alla alle anche che chi ci come con cosa da dal dalla deve dei del della delle di dove e è ed
        gli ha i il in la le lo ma nel nella non o per può qual quale quali quando quanto se si sono su
        sua suo tra un una uno""",
    "pt": """a ao aos as às até com como cujo da das de deve do dos e é ela ele em entre essa esse esta este foi há
        isso já lhe mais mas na não nas no nos o onde os ou para pela pelas pelo pelos pode por qual
        quais quando quanto que quem se sem ser seu seus são sua suas também um uma""",
    "nl": """aan als bij dat de der deze die dit door een en er het hij in is kan met moet naar niet of om onder ook
        op te tot uit van voor waar wanneer wat welke wie wordt zijn zo hoe""",
    "pl": """a aby ale albo by być co czy dla do gdy gdzie go i ich ile im jak jaka jaki jakie jako je jego jej jest
        już kiedy kto która które który lub ma może musi na nad nie o od oraz po pod przez przy są się
        ta tak także tego tej ten to tym u w we z za ze że""",
}
STOP_WORDS = {language: frozenset(words.split()) for language, words in _STOP_WORDS.items()}
_WORD = re.compile(r"[^\W\d_]+")
# Slavic words change inside as well as at the end (odpovídá, odpovědný): their first letters, with the vowels that
# change for one another written alike, find what stems do not.
_ROOTED = frozenset({"cs", "sk", "pl"})
_ROOT = 7
_CHANGING = str.maketrans("iy", "ee")


@cache
def _stemmer(language: str) -> Any:
    from Stemmer import Stemmer

    return Stemmer(_SNOWBALL[language])


def known_language(language: str | None) -> str:
    """Return the language to stem a text in: its own if supported, else English."""
    return language if language in _SNOWBALL else ENGLISH


def stem_words(words: Sequence[str], language: str) -> list[str]:
    """The stems of case-folded words."""
    stemmed: list[str] = _stemmer(language).stemWords(list(words))
    return stemmed


def root_of(word: str, language: str) -> str | None:
    """Return the first letters of a word, for languages whose words change inside; None for others and short words."""
    if language not in _ROOTED or len(word) < _ROOT - 1 or word.isdigit():
        return None
    plain = "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign))
    return plain.translate(_CHANGING)[:_ROOT]


def question_language(question: str, known: Collection[str]) -> str | None:
    """Return which of some languages a question is in, by its stop words; None if they do not decide."""
    words = set(_WORD.findall(question.casefold()))
    counts = sorted(((len(words & STOP_WORDS[one]), one) for one in known if one in STOP_WORDS), reverse=True)
    if not counts or not counts[0][0] or (len(counts) > 1 and counts[0][0] == counts[1][0]):
        return None
    return counts[0][1]
