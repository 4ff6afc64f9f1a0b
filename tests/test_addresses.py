import socket

import pytest

from pincite.addresses import hide_passwords, is_public, public_addresses
from pincite.errors import BenchmarkError, ModelError, SettingsError

PRIVATE = [
    *(
        "127.0.0.1",
        "127.9.9.9",
        "10.1.2.3",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "169.254.169.254",
        "0.0.0.0",
    ),
    *("100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"),
    *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::"),
]


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_of_this_machine_and_private_networks_are_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "93.184.215.14", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]
)
def test_addresses_of_the_open_internet_are(address):
    assert is_public(address)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f000001", "127.1"])
def test_a_host_is_judged_by_what_it_resolves_to(host):
    with pytest.raises(PermissionError, match="on this machine or in a private network"):
        public_addresses(host, 80)


def test_one_private_address_among_public_ones_is_enough(monkeypatch):
    rows = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 80)) for address in ("1.1.1.1", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **options: rows)
    with pytest.raises(PermissionError, match="10.0.0.1"):
        public_addresses("two-faced.test", 80)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://clerk:pa55@host.test/a?b=1", "https://host.test/a?b=1"),
        ("is 'http://clerk:p@55@host.test:80/x' and more", "is 'http://host.test:80/x' and more"),
        ("https://host.test/@user/page", "https://host.test/@user/page"),
        ("write to clerk@host.test", "write to clerk@host.test"),
    ],
)
def test_passwords_of_addresses_are_left_out(text, shown):
    assert hide_passwords(text) == shown


def test_no_error_of_ours_tells_a_password():
    address = "https://clerk:pa55word@host.test/v1"
    for error in (
        BenchmarkError(address, f"leads to {address}"),
        ModelError("m", f"{address} answers"),
        SettingsError("x", address),
    ):
        assert "pa55word" not in str(error)
    assert "pa55word" not in BenchmarkError(address, address).where + BenchmarkError(address, address).problem
