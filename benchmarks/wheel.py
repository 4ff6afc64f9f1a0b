"""Build the wheel, install it in an empty environment, and ask the demo's three questions there; report the sizes.

    python benchmarks/wheel.py --python python3.11 --python python3.13 --to docs/results/wheel.md

The packages are those of requirements/run.lock, so this is what a user gets. It fails where the demo does.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DONE = re.compile(r"Done: .*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Trial:
    """What one Python made of the wheel; sizes in MB."""

    python: str
    packages: int
    installed: float
    package: float
    demo: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", action="append", help="an interpreter to try; this one where none is named")
    parser.add_argument("--to", type=Path, help="the page to write")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wheel = build_wheel(Path(folder))
        print(f"{wheel.name}: {megabytes(wheel):.1f} MB")
        trials = [try_wheel(wheel, python, Path(folder)) for python in options.python or [sys.executable]]
        page = report(wheel, trials)
    print(page)
    if options.to:
        options.to.write_text(page, "utf-8")


def build_wheel(folder: Path) -> Path:
    run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)])
    (wheel,) = folder.glob("*.whl")
    return wheel


def try_wheel(wheel: Path, python: str, folder: Path) -> Trial:
    """Install the wheel with a Python and run the demo on a copy of the sample documents."""
    home = Path(tempfile.mkdtemp(dir=folder))
    run([python, "-m", "venv", str(home / "env")])
    own = home / "env" / ("Scripts" if os.name == "nt" else "bin") / "python"
    lock = ROOT / "requirements" / "run.lock"
    run([str(own), "-m", "pip", "install", "--quiet", "--only-binary", ":all:", "-r", str(lock)])
    run([str(own), "-m", "pip", "install", "--quiet", "--no-deps", str(wheel)])
    shutil.copytree(ROOT / "examples", home / "examples")
    said = run([str(own), "examples/demo.py"], cwd=home)
    version = run([str(own), "-c", "import platform; print(platform.python_version())"]).strip()
    site = Path(run([str(own), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]).strip())
    trial = Trial(
        python=version,
        packages=len(list(site.glob("*.dist-info"))) - 1,
        installed=megabytes(site),
        package=megabytes(site / "pincite"),
        demo=" ".join(DONE.findall(said)[-1].split()),
    )
    print(f"Python {version}: {trial.demo}")
    shutil.rmtree(home)
    return trial


def run(command: list[str], *, cwd: Path | None = None) -> str:
    """Run a command without the caller's paths, and show what it said where it fails."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=cwd, env=clean, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}\n{done.stderr}")
    return done.stdout


def megabytes(path: Path) -> float:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file() and not file.is_symlink()]
    return sum(file.stat().st_size for file in files if "__pycache__" not in file.parts) / 1e6


def report(wheel: Path, trials: list[Trial]) -> str:
    with zipfile.ZipFile(wheel) as archive:
        models = sum(item.compress_size for item in archive.infolist() if "/models/" in item.filename) / 1e6
    pythons = " ".join(f"--python python{trial.python.rsplit('.', 1)[0]}" for trial in trials)
    lines = [
        "# The wheel\n",
        f"`{wheel.name}` has {megabytes(wheel):.1f} MB, of which {models:.1f} MB are the models. Installed in an empty "
        f"environment on {platform.system()} ({platform.machine()}) with the packages of `requirements/run.lock`\n"
        "(OCR among them), all from wheels:\n",
        "| Python | packages | installed, all, MB | of that Pincite, MB | the demo's three questions |",
        "| --- | --: | --: | --: | --- |",
        *(
            f"| {trial.python} | {trial.packages} | {trial.installed:.0f} | {trial.package:.0f} | {trial.demo} |"
            for trial in trials
        ),
        "\nCompiled Python files are not counted.\n",
        "```",
        f"python benchmarks/wheel.py {pythons} --to docs/results/wheel.md",
        "```\n",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
