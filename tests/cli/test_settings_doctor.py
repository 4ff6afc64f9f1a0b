import json
import tomllib

import pytest
from typer.testing import CliRunner

from pincite.cli.main import app
from pincite.errors import SettingsError
from pincite.settings import known_names


def run(*arguments):
    return CliRunner().invoke(app, list(arguments), catch_exceptions=True)


def test_printed_settings_are_a_preset_themselves(tmp_path):
    printed = run("settings", "--set", "limits.pages=7").stdout
    assert tomllib.loads(printed)["limits"]["pages"] == 7
    preset = tmp_path / "mine.toml"
    preset.write_text(printed)
    again = json.loads(run("settings", "--preset", str(preset), "--json").stdout)
    assert again["settings"]["limits"]["pages"] == 7
    assert again["origins"]["limits.pages"] == f"preset {preset}"


def test_an_unknown_setting_lists_the_known():
    error = run("settings", "--set", "limits.page=7").exception
    assert isinstance(error, SettingsError)
    assert all(name in str(error) for name in known_names())


def test_doctor_finds_what_is_installed_and_never_prints_a_key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    result = run("doctor")
    assert result.exit_code == 0, result.output
    assert "pypdfium2" in result.output
    assert "sk-very-secret" not in result.output
    checks = json.loads(run("doctor", "--json").stdout)
    assert all(check["good"] for check in checks if check["needed"])


@pytest.mark.parametrize("extra", ["ocr", "postgres", "lance", "s3", "ray"])
def test_doctor_says_how_an_optional_package_is_installed(extra):
    checks = json.loads(run("doctor", "--json").stdout)
    assert f"pip install 'pincite[{extra}]'" in [check["mend"] for check in checks]


def test_version_and_help():
    assert run("--version").stdout.startswith("pincite ")
    assert "Examples" in run("show", "--help").output


def test_the_settings_are_printed_without_passwords(invoke):
    from pincite.cli.main import app

    address = "http://clerk:pa55word@model.test/v1"
    flags = ["--set", "chat.kind=openai", "--set", f"chat.base_url={address}"]
    flags += ["--set", "answerer.kind=model", "--set", f"answerer.chat.base_url={address}"]
    for form in ([], ["--json"]):
        told = invoke(app, "settings", *flags, *form).stdout
        assert "pa55word" not in told
        assert told.count("http://model.test/v1") == 2
