"""`python -m pincite` is the `pincite` command."""

from pincite.cli.main import run

if __name__ == "__main__":
    run()
