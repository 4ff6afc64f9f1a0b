"""Commands as a user runs them, in this process."""

import pytest
from typer.testing import CliRunner


@pytest.fixture
def invoke():
    """Run an app with arguments of any kind; an error of ours comes through as itself."""

    def run(app, *arguments, **options):
        result = CliRunner().invoke(app, [str(argument) for argument in arguments], **options)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run
