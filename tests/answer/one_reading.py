"""A library of one document, and a verifier whose verdicts a test chooses."""

from pincite.domain.verdict import Verdict
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings


class OneReading:
    """A library of one document."""

    def __init__(self, path, text):
        path.write_text(text)
        self.held = read_file(path, wire_reading(load_settings().settings))

    def reading(self, doc_id):
        return self.held


class Reads:
    """A verifier that has a chance for each text that holds certain words; any other text answers nothing."""

    def __init__(self, **chances):
        self.chances = chances

    def verify(self, pairs):
        return [
            Verdict(next((chance for word, chance in self.chances.items() if word in text), 0.01), 0.0, 0.0)
            for _, text in pairs
        ]
