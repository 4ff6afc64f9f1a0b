"""Every locked package installs without a compiler, on the machines and the Pythons we support."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.specifiers import SpecifierSet
from packaging.tags import Tag, parse_tag
from packaging.utils import canonicalize_name
from requirements.check_wheels import TABLE, Locked, locked_packages, parse_lock, wheel_tags

ROOT = Path(__file__).resolve().parents[2]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
# glibc 2.28 is that of Debian 10, Ubuntu 18.10 and RHEL 8; macOS 14 is the oldest that Apple still mends.
MACHINES = {
    "linux-x86_64": ("linux", "x86_64", r"manylinux(1|2010|2014|_2_\d+)_x86_64"),
    "linux-aarch64": ("linux", "aarch64", r"manylinux(1|2010|2014|_2_\d+)_aarch64"),
    "macos-arm64": ("darwin", "arm64", r"macosx_(10|11|12|13|14)_\d+_(arm64|universal2)"),
    "windows-x86_64": ("win32", "AMD64", r"win_amd64"),
}
NEWEST_GLIBC = 28


def runs(tag: Tag, python: str, platform: str) -> bool:
    """Tell whether a wheel with this tag can be installed."""
    minor = int(python.split(".")[1])
    if tag.platform != "any" and not re.fullmatch(platform, tag.platform):
        return False
    glibc = re.match(r"manylinux_2_(\d+)_", tag.platform)
    if glibc and int(glibc[1]) > NEWEST_GLIBC:
        return False
    if tag.interpreter.startswith("py"):
        return tag.interpreter in ("py3", f"py3{minor}") and tag.abi == "none"
    built = re.fullmatch(r"cp3(\d+)", tag.interpreter)
    if built is None:
        return False
    return (tag.abi in ("abi3", "none") and int(built[1]) <= minor) or (
        int(built[1]) == minor and tag.abi == f"cp3{minor}"
    )


def wanted(locked: Locked, python: str, system: str, machine: str) -> bool:
    """Tell whether the lock file has it installed there."""
    environment = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": system,
        "platform_machine": machine,
        "platform_system": {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}[system],
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
        "os_name": "nt" if system == "win32" else "posix",
    }
    return not locked.marker or Marker(locked.marker).evaluate(environment)


@pytest.fixture(scope="module")
def table():
    return json.loads(TABLE.read_text("utf-8"))


@pytest.mark.parametrize("lock", ["run.lock", "dev.lock"])
def test_the_table_of_wheels_is_that_of_the_lock_file(lock, table):
    stale = [
        locked.key for locked in locked_packages()[lock] if table.get(locked.key, {}).get("hashes") != locked.digest
    ]
    assert not stale, "run 'make lock'"


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("lock", ["run.lock", "dev.lock"])
def test_every_locked_package_has_a_wheel(lock, machine, python, table):
    system, hardware, platform = MACHINES[machine]
    packages = [locked for locked in locked_packages()[lock] if wanted(locked, python, system, hardware)]
    assert len(packages) > 20
    without = [
        locked.key
        for locked in packages
        if not any(runs(tag, python, platform) for tags in table[locked.key]["wheels"] for tag in parse_tag(tags))
    ]
    assert not without


@pytest.mark.parametrize("lock", ["run.lock", "dev.lock"])
def test_the_lock_file_holds_what_pyproject_asks_for(lock):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    asked = [*project["project"]["dependencies"], *project["project"]["optional-dependencies"]["ocr"]]
    if lock == "dev.lock":
        asked += project["dependency-groups"]["dev"]
    versions = {}
    for locked in locked_packages()[lock]:
        versions.setdefault(canonicalize_name(locked.name), []).append(locked.version)
    for requirement in asked:
        name, bounds = re.fullmatch(r"([\w.-]+)(.*)", requirement).groups()
        found = versions.get(canonicalize_name(name), [])
        assert found and all(version in SpecifierSet(bounds) for version in found), f"{requirement}: run 'make lock'"


def test_the_classifiers_name_the_same_pythons():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    start = "Programming Language :: Python :: 3."
    named = [line.removeprefix(start) for line in project["classifiers"] if line.startswith(start)]
    assert tuple(f"3.{minor}" for minor in named) == PYTHONS
    assert project["requires-python"] == f">={PYTHONS[0]}"


def test_a_package_built_for_one_machine_only_is_noticed():
    one, other = "a" * 64, "b" * 64
    (locked,) = parse_lock(
        f"fastlib==1.0 ; sys_platform != 'win32' \\\n    --hash=sha256:{one} \\\n    --hash=sha256:{other}\n"
    )
    assert (locked.key, locked.hashes) == ("fastlib==1.0", {one, other})
    assert not wanted(locked, "3.12", "win32", "AMD64")
    page = (
        f'<a href="https://x/fastlib-1.0-cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64.whl#sha256={one}">a</a>'
        f'<a href="https://x/fastlib-1.0.tar.gz#sha256={other}">b</a>'
        f'<a href="https://x/fastlib-1.1-cp312-cp312-manylinux_2_17_aarch64.whl#sha256={"c" * 64}">c</a>'
    )
    (tags,) = wheel_tags(locked, page)
    fits = {
        (machine, python)
        for machine, (_, _, platform) in MACHINES.items()
        for python in PYTHONS
        if any(runs(tag, python, platform) for tag in parse_tag(tags))
    }
    assert fits == {("linux-x86_64", "3.12")}
