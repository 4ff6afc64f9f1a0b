"""A service over a store of leases, for assistants."""

import pytest
from tests.pipeline.conftest import workshop

from pincite.service.service import Service

__all__ = ["workshop"]


@pytest.fixture
def service(workshop):
    workshop.write("boathouse", "orchard")
    workshop.build()
    return Service({"leases": workshop.store}, flags=("retrieval.results=chunks",))
