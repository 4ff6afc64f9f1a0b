"""A server over a store of leases: in this process for most tests, in another for what only a real one shows."""

from contextlib import ExitStack

import pytest
from starlette.testclient import TestClient
from tests.pipeline.conftest import workshop

from pincite.api.app import create_app
from pincite.service.jobs import Jobs
from pincite.service.keys import Access
from pincite.service.options import ServeOptions
from pincite.service.service import Service
from pincite.service.shared import open_keys

__all__ = ["workshop"]
OPTIONS = {"rate": "100000/minute", "workers": 2, "queue": 8, "seconds": 30.0}


class Office:
    """Servers over the same store, with different options."""

    def __init__(self, workshop, folder, stack):
        self.workshop, self.folder, self._stack = workshop, folder, stack
        self.keys = folder / "keys.json"
        self.ring = open_keys(self.keys)

    def service(self):
        return Service({"leases": self.workshop.store}, flags=("retrieval.results=chunks",))

    def client(self, service=None, *, start=True, mounts=None, tracer=None, **options):
        service = service or self.service()
        options = ServeOptions(**{**OPTIONS, **options})
        jobs = Jobs(service, flags=self.workshop.flags, data=options.data)
        app = create_app(service, options, jobs=jobs, mounts=mounts, tracer=tracer)
        client = TestClient(app, base_url="http://127.0.0.1:50505")
        return self._stack.enter_context(client) if start else client

    def key(self, name="Jo", expires=None, **grants):
        key, _ = self.ring.make(
            name, {k: Access.named(v) for k, v in (grants or {"leases": "read"}).items()}, expires=expires
        )
        return key


@pytest.fixture
def office(workshop, tmp_path):
    workshop.write("boathouse", "orchard", "foundry")
    workshop.build()
    with ExitStack() as stack:
        yield Office(workshop, tmp_path, stack)


@pytest.fixture
def client(office):
    return office.client()


@pytest.fixture
def lease(client):
    """The id of the lease of the boathouse."""
    rows = client.get("/api/v1/collections/leases/documents", params={"file": "*boathouse*"}).json()
    return rows["documents"][0]["id"]


def bearer(key):
    return {"Authorization": f"Bearer {key}"}
