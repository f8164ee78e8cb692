"""What leaves the machine is encrypted (MI R 432.1841): one rule for databases and services.

A room's own wires are not trusted either: what goes to any other machine counts as leaving the premises.
"""

from collections.abc import Iterable
from ipaddress import ip_address

from pitboss.base.error import InputError

LOCAL_NAMES = ("", "localhost")


def stays_here(host: str) -> bool:
    """Whether a host is this machine: no host at all, a socket in its file system, or a loopback address."""
    if host.startswith(("/", "@")) or host.lower() in LOCAL_NAMES:
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def check_encrypted(hosts: Iterable[str], *, is_encrypted: bool, advice: str) -> None:
    """Raise if something in the clear would go to another machine."""
    away = [host for host in hosts if not stays_here(host)]
    if away and not is_encrypted:
        raise InputError(f"{away[0]} is another machine, and what goes there must be encrypted: {advice}")
