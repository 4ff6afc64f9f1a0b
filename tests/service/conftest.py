"""The workshop of the pipeline's tests: leases, and a store of them."""

from tests.pipeline.conftest import workshop

__all__ = ["workshop"]
