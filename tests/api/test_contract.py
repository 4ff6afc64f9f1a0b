"""The OpenAPI description holds: whatever is sent is answered as it says, and nothing breaks the server."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import booleans
from schemathesis import checks
from schemathesis.specs.openapi import checks as openapi_checks
from tests.api.live import running
from tests.api.runs import make_run
from tests.pipeline.conftest import lease_of

from pincite.api.app import create_app
from pincite.pipeline.store import index_files
from pincite.runs.evaluation.truth_file import TruthFiles
from pincite.service.jobs import Jobs
from pincite.service.options import ServeOptions
from pincite.service.service import Service
from pincite.settings import load_settings

CHECKS = [
    checks.not_a_server_error,
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_schema_conformance,
]
FLAGS = ("embedder.kind=static", "retrieval.results=chunks", "ocr.mode=never", "jobs=1", "executor.kind=inline")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def description(tmp_path_factory):
    folder = tmp_path_factory.mktemp("contract")
    (folder / "boathouse.txt").write_text(lease_of("boathouse"))
    index_files([folder / "boathouse.txt"], folder / "store", settings=load_settings(flags=FLAGS).settings)
    service = Service({"leases": folder / "store"}, flags=FLAGS)
    runs, truth = folder / "runs", folder / "truth"
    make_run(runs / "first", folder / "boathouse.txt")
    TruthFiles(truth).add("rules", {"question": "Who repairs the roof?", "truth": "The tenant."})
    options = ServeOptions(rate="1000000/minute", data=folder / "data", runs=runs, truth=truth)
    with running(create_app(service, options, jobs=Jobs(service, flags=FLAGS, data=options.data))) as url:
        schema = schemathesis.openapi.from_url(f"{url}/openapi.json", timeout=120)
        schema.lease = service.documents("leases")[0].id
        yield schema


def break_contract(operation, lease):
    """What hypothesis finds that breaks the contract of an operation, in words; None where it finds nothing."""
    there = {"collection": "leases", "document": lease, "run": "first", "reference": "first", "file": "rules"}

    @settings(max_examples=8, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(), real=booleans())
    def check(case, real):
        # A random name is of nothing: half of the requests are for what is there.
        if real and case.method != "DELETE":
            for name in there.keys() & (case.path_parameters or {}).keys():
                case.path_parameters[name] = there[name]
        case.call_and_validate(checks=CHECKS, timeout=60)

    try:
        check()
    except (Exception, BaseExceptionGroup) as error:
        return f"{operation.label}: {type(error).__name__} {error} {getattr(error, 'exceptions', '')}"
    return None


def test_whatever_is_sent_is_answered_as_described(description):
    operations = [found.ok() for found in description.get_all_operations()]
    assert len(operations) > 60
    broken = list(filter(None, (break_contract(operation, description.lease) for operation in operations)))
    assert not broken, "\n\n".join(broken)
