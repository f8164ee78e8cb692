"""Requirement 66: what goes to another machine is encrypted, or it does not go."""

import pytest

from pitboss.base.error import InputError
from pitboss.base.transport import check_encrypted, stays_here
from pitboss.storage.address import open_store
from pitboss.storage.postgres_connection import check_transport


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    for name in ("PGHOST", "PGHOSTADDR", "PGSSLMODE", "PGSERVICE"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    "host", ["", "localhost", "LocalHost", "127.0.0.1", "127.8.8.8", "::1", "[::1]", "/run/postgresql"]
)
def test_requirement_66_this_machine_is_no_journey(host):
    assert stays_here(host)
    check_encrypted([host], is_encrypted=False, advice="")


@pytest.mark.parametrize(
    "host", ["10.0.0.7", "192.168.1.2", "db", "localhost.example.com", "0.0.0.0", "2001::1"]
)
def test_requirement_66_any_other_machine_is_reached_encrypted_only(host):
    assert not stays_here(host)
    check_encrypted([host], is_encrypted=True, advice="")
    with pytest.raises(InputError, match="must be encrypted: use TLS"):
        check_encrypted(["", host], is_encrypted=False, advice="use TLS")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://me:secret@db.example.com/floor",
        "postgresql://me:secret@10.0.0.7:5432/floor?sslmode=prefer",
        "postgresql://me:secret@10.0.0.7/floor?sslmode=allow",
        "postgresql://me:secret@10.0.0.7/floor?sslmode=disable",
        "postgresql://me:secret@localhost,10.0.0.7/floor",
        "postgresql://me:secret@localhost/floor?hostaddr=10.0.0.7",
        "postgresql:///floor?host=db.example.com",
    ],
)
def test_requirement_66_a_journal_on_another_machine_without_tls_is_refused_before_a_byte_is_sent(url):
    with pytest.raises(InputError, match=r"another machine.*sslmode=verify-full") as caught:
        open_store(url)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("mode", ["require", "verify-ca", "verify-full"])
def test_requirement_66_a_journal_on_another_machine_is_reached_over_tls(mode):
    check_transport(f"postgresql://db.example.com/floor?sslmode={mode}")


def test_requirement_66_the_environment_counts_as_the_address_does(monkeypatch):
    monkeypatch.setenv("PGHOST", "db.example.com")
    with pytest.raises(InputError, match="another machine"):
        check_transport("postgresql:///floor")
    monkeypatch.setenv("PGSSLMODE", "verify-full")
    check_transport("postgresql:///floor")


def test_requirement_66_a_service_file_may_name_any_machine(tmp_path, monkeypatch):
    file = tmp_path / "services"
    file.write_text("[floor]\nhost=db.example.com\n")
    monkeypatch.setenv("PGSERVICEFILE", str(file))
    with pytest.raises(InputError, match="another machine"):
        check_transport("postgresql:///?service=floor")
