"""Reword a piece of legal text the way somebody might ask about it: fewer words, other words, plainer words."""

import re
from dataclasses import dataclass
from random import Random

from training.config import STOPWORDS, read_table

PRONOUNS = {"you": "i", "your": "my", "yours": "mine", "we": "they", "our": "their", "us": "them", "user's": "my"}


@dataclass(frozen=True, slots=True)
class Rewording:
    """How far one question strays from its clause: the chance of each word to go, to be swapped, to be put plainly."""

    drop: float
    swap: float
    plain: float

    @classmethod
    def draw(cls, rng: Random) -> "Rewording":
        """Draw how far to stray."""
        return cls(
            rng.choice([0, 0.1, 0.2, 0.35, 0.5]), rng.choice([0, 0.15, 0.3, 0.5]), rng.choice([0, 0.3, 0.7, 0.95])
        )


class Reworder:
    """Swaps words by the neighbour table and by the lay lexicon."""

    def __init__(self, neighbours: dict[str, list[str]]) -> None:
        lexicon = read_table("lexicon.toml")
        self.neighbours = neighbours
        self.words: dict[str, list[str]] = lexicon["words"]
        self.phrases: dict[str, list[str]] = lexicon["phrases"]
        names = sorted(self.phrases, key=len, reverse=True)
        self.pattern = re.compile(r"\b(?:the )?(" + "|".join(map(re.escape, names)) + r")\b", re.IGNORECASE)

    def reword(self, text: str, how: Rewording, rng: Random) -> str:
        """Reword a text; it never comes out empty."""

        def say_plainly(match: re.Match[str]) -> str:
            return rng.choice(self.phrases[match[1].lower()]) if rng.random() < how.plain else match[0]

        words = self.pattern.sub(say_plainly, text).split()
        return " ".join(self._change(words, how, rng) or words)

    def _change(self, words: list[str], how: Rewording, rng: Random) -> list[str]:
        changed = []
        for word in words:
            key = re.sub(r"[^a-z]", "", word.lower())
            if key not in STOPWORDS and rng.random() < how.drop:
                continue
            if key in self.words and rng.random() < how.plain:
                word = rng.choice(self.words[key])
            elif key in self.neighbours and rng.random() < how.swap:
                word = rng.choice(self.neighbours[key])
            changed.append(word)
        return changed


def keywords(text: str, rng: Random) -> str:
    """Keep two to six telling words: what one types into a search box."""
    telling = [w.strip(".,;:()\"“”’'") for w in text.split()]
    telling = [w for w in telling if len(w) > 2 and re.sub(r"[^a-z]", "", w.lower()) not in STOPWORDS]
    count = min(rng.randint(2, 6), len(telling))
    if rng.random() < 0.6:
        start = rng.randint(0, len(telling) - count)
        return " ".join(telling[start : start + count])
    return " ".join(telling[i] for i in sorted(rng.sample(range(len(telling)), count)))


def clip(words: list[str], rng: Random, low: int, high: int) -> list[str]:
    """Cut a run of words out of a longer one, from its start half of the time."""
    count = rng.randint(low, high)
    start = rng.randint(0, len(words) - count) if len(words) > count and rng.random() < 0.5 else 0
    return words[start : start + count]


def take_sides(question: str) -> str:
    """Ask as the reader of the document: what "you" must do becomes what "i" must do."""
    return " ".join(PRONOUNS.get(word.lower(), word) for word in question.split())
