"""The keys with which checkpoints are signed: Ed25519, made on first use, readable by their owner alone.

The private part stays in one file of the user's data folder. The public part is exported and handed to
whoever shall be able to check; who holds it trusts what it has signed, and the key that it announces as the
next one.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from feltlaw.canonical import canonical, parse

DATA = "FELTLAW_DATA"
"""The environment variable that names another data folder."""
PUBLIC_FORMAT = "feltlaw-public-key"
PRIVATE_FORMAT = "feltlaw-signing-key"
PRIVATE = 0o600
PRIVATE_FOLDER = 0o700
KEY_BYTES, SIGNATURE_BYTES = 32, 64
LARGEST = 4096
"""Bytes that a key's file has at most."""


class KeyFault(RuntimeError):
    """A key that cannot be made, read or used, and what to do about it."""


def data_folder(folder: Path | str | None = None) -> Path:
    """The folder of what a user keeps: the one given, that of the environment, or the platform's own."""
    if folder is not None:
        return Path(folder)
    if named := os.environ.get(DATA):
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("feltlaw", appauthor=False)


def key_id(public: bytes) -> str:
    """What a key is called: the first half of its SHA-256."""
    return hashlib.sha256(public).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class PublicKey:
    """The part of a key that everybody may have."""

    raw: bytes

    @property
    def id(self) -> str:
        return key_id(self.raw)

    def verifies(self, signature: bytes, signed: bytes) -> bool:
        """Whether this key has signed these bytes."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, signed)
        except (InvalidSignature, ValueError):
            return False
        return True

    def to_json(self) -> dict[str, Any]:
        return {"format": PUBLIC_FORMAT, "version": 1, "key": self.id, "public": self.raw.hex()}


def read_public(data: object) -> PublicKey:
    """A public key from its JSON; raises `ValueError` where it is none."""
    match data:
        case {"format": "feltlaw-public-key", "version": 1, "key": str(own), "public": str(text), **rest}:
            found = public_of(text)
            if found.id == own and not rest:
                return found
            raise ValueError("its name is not that of the key in it")
        case {"format": "feltlaw-signing-key"}:
            raise ValueError("this is a private key; export its public part (feltlaw record key)")
    raise ValueError("it is not a public key of feltlaw")


def public_of(text: str) -> PublicKey:
    """A public key from its hexadecimal digits; raises `ValueError`."""
    raw = bytes.fromhex(text)
    if len(raw) != KEY_BYTES or raw.hex() != text:
        raise ValueError("a public key has 64 hexadecimal digits")
    return PublicKey(raw)


@dataclass(frozen=True, slots=True)
class Signer:
    """A private key. It is shown nowhere."""

    _private: bytes
    public: PublicKey
    created: int = 0

    @property
    def id(self) -> str:
        return self.public.id

    def sign(self, raw: bytes) -> bytes:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self._private).sign(raw)

    def __repr__(self) -> str:
        return f"Signer({self.id})"


def make_signer(now: int | None = None) -> Signer:
    """A new key, from the operating system's generator."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return _signer(
        Ed25519PrivateKey.generate().private_bytes_raw(),
        time.time_ns() // 1_000_000 if now is None else now,
    )


def _signer(private: bytes, created: int) -> Signer:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    public = Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()
    return Signer(private, PublicKey(public), created)


class Keys:
    """The signing key of a data folder, or in a file of its own; made when it is first asked for."""

    def __init__(self, folder: Path | str | None = None, file: Path | None = None) -> None:
        self._given = folder
        self._file = file
        self._signer: Signer | None = None

    @property
    def folder(self) -> Path:
        return self._file.parent if self._file else data_folder(self._given) / "keys"

    @property
    def path(self) -> Path:
        """The file of the private key."""
        return self._file or self.folder / "signing.key"

    def signer(self) -> Signer:
        """The key that signs now."""
        if self._signer is None:
            found = self._read()
            self._signer = found if found is not None else self._keep(make_signer())
        return self._signer

    def succeed(self, announced: Mapping[str, Any], new: Signer) -> None:
        """Lets a new key sign from now on, the old one having announced it; what announced it is kept beside.

        The old private key is deleted: from now on nobody can sign with it.
        """
        try:
            self._make_folder()
            beside = self.folder / f"announced-{new.id}.json"
            _write_new(beside, canonical(announced) + b"\n")
            draft = self.folder / f".signing.{os.getpid()}.new"
            _write_new(draft, _written(new))
            draft.replace(self.path)
        except OSError as error:
            raise KeyFault(f"the new key cannot be kept in {self.folder}: {_why(error)}") from None
        self._signer = new

    def _read(self) -> Signer | None:
        try:
            descriptor = os.open(self.path, os.O_RDONLY)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise KeyFault(f"the signing key {self.path} cannot be read: {_why(error)}") from None
        try:
            if os.name == "posix" and os.fstat(descriptor).st_mode & 0o077:
                raise KeyFault(f"others may read the signing key {self.path}: let its mode be 600")
            raw = os.read(descriptor, LARGEST)
        except OSError as error:
            raise KeyFault(f"the signing key {self.path} cannot be read: {_why(error)}") from None
        finally:
            os.close(descriptor)
        try:
            match parse(raw):
                case {"format": "feltlaw-signing-key", "version": 1, "private": str(own), "created": int(at)}:
                    return _signer(bytes.fromhex(own), at)
        except ValueError:
            pass
        raise KeyFault(f"the signing key {self.path} is damaged: put it back from a copy, or move it away")

    def _keep(self, made: Signer) -> Signer:
        """Writes a new key down, whole or not at all; where somebody else was first, his counts."""
        draft = self.folder / f".signing.{os.getpid()}.new"
        try:
            self._make_folder()
            _write_new(draft, _written(made))
            with suppress(FileExistsError):
                os.link(draft, self.path)
        except OSError as error:
            raise KeyFault(f"a signing key cannot be kept in {self.folder}: {_why(error)}") from None
        finally:
            with suppress(OSError):
                draft.unlink()
        found = self._read()
        assert found is not None, "it is there now"
        return found

    def _make_folder(self) -> None:
        self.folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)


def _written(signer: Signer) -> bytes:
    data = {
        "format": PRIVATE_FORMAT,
        "version": 1,
        "key": signer.id,
        "private": signer._private.hex(),
        "created": signer.created,
    }
    return canonical(data) + b"\n"


def _write_new(path: Path, raw: bytes) -> None:
    """A small private file, flushed to the disk; one left over from a crash is written anew."""
    with suppress(FileNotFoundError):
        path.unlink()
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(descriptor)


def _why(error: OSError) -> str:
    return error.strerror or str(error)
