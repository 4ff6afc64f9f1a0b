"""The workshop of the pipeline's tests: leases, and a store of them."""

from tests.pipeline.conftest import made_stores, workshop

__all__ = ["made_stores", "workshop"]
