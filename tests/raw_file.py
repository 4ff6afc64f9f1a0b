"""A file on disk as readers get it."""

from pincite.domain.limits import Limits
from pincite.ingest.source import load_file


def raw_file(path):
    return load_file(path, limits=Limits())
