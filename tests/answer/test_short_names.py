"""What documents are called beside each other."""

import pytest

from pincite.answer.short_names import short_names


@pytest.mark.parametrize(
    "paths, names",
    [
        (["/docs/lease.pdf", "/docs/sublease.pdf"], ["lease.pdf", "sublease.pdf"]),
        (["/a/2024/lease.pdf", "/a/2025/lease.pdf", "/a/nda.pdf"], ["2024/lease.pdf", "2025/lease.pdf", "nda.pdf"]),
        (["/a/x/lease.pdf", "/b/x/lease.pdf"], ["a/x/lease.pdf", "b/x/lease.pdf"]),
        (["lease.pdf", "old/lease.pdf"], ["lease.pdf", "old/lease.pdf"]),
        (["s3://one/lease.pdf", "s3://two/lease.pdf"], ["one/lease.pdf", "two/lease.pdf"]),
    ],
)
def test_a_name_has_as_much_of_its_path_as_tells_it_apart(paths, names):
    assert list(short_names((path, None) for path in paths).values()) == names


def test_a_document_without_a_file_name_goes_by_its_title():
    assert short_names([("", "Lease")]) == {"": "Lease"}
