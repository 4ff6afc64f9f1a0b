"""Addresses from outside: their passwords are shown to nobody, and none leads into a private network unasked."""

from __future__ import annotations

import ipaddress
import re
import socket

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

# The user and password of an address: all before the last "@" of what stands between "//" and the path.
_USER = re.compile(r"(?<=://)[^/?#\s'\"<>]*@")
# Networks whose addresses carry an IPv4 address inside: NAT64 and 6to4.
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_SIX_TO_FOUR = ipaddress.IPv6Network("2002::/16")


def hide_passwords(text: str) -> str:
    """A text in which addresses stand without their users and passwords."""
    return _USER.sub("", text) if "@" in text else text


def is_public(address: IpAddress | str) -> bool:
    """Whether an address is one of the open internet, and none of this machine, a private network or a special use."""
    ip = ipaddress.ip_address(address.partition("%")[0]) if isinstance(address, str) else address
    inner = _embedded(ip) if isinstance(ip, ipaddress.IPv6Address) else None
    if inner is not None:
        return is_public(inner)
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_link_local)


def public_addresses(host: str, port: int) -> list[str]:
    """The addresses of a host, provided that all of them are public; else an error that names the first that is not.

    Whoever connects must use these and not ask for the name again: a second answer may be another.
    """
    found = resolve(host, port)
    for address in found:
        if not is_public(address):
            raise PermissionError(f"{host} is at {address}, on this machine or in a private network")
    return found


def resolve(host: str, port: int) -> list[str]:
    """The addresses of a host, each once."""
    rows = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(row[4][0]).partition("%")[0] for row in rows))


def _embedded(ip: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 address stands for, if it does."""
    if ip.ipv4_mapped is not None:
        return ip.ipv4_mapped
    number = int(ip)
    if ip in _NAT64 or number >> 32 == 0 and number > 1:
        return ipaddress.IPv4Address(number & 0xFFFFFFFF)
    if ip in _SIX_TO_FOUR:
        return ipaddress.IPv4Address(number >> 80 & 0xFFFFFFFF)
    return None
