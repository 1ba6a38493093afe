"""Signed checkpoints: the ends of all streams at one moment, so that whoever holds one knows what there was.

A record that was restored to an older state, cut, or sealed anew from one end to the other is in itself
without fault. It does not hold what a checkpoint from before knows. A checkpoint is kept in the record it is
about, and as a small file anywhere else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from feltlaw.canonical import canonical
from feltlaw.event import Millis
from feltlaw.record.keys import PublicKey, Signer, public_of
from feltlaw.record.lines import START
from feltlaw.record.store import Head
from feltlaw.schema import Few, SchemaError, Text, Whole, codec, read, write

FORMAT, VERSION = "feltlaw-checkpoint", 1
SIGNED = b"feltlaw checkpoint 1\n"
"""What stands before the bytes that are signed, so that a signature serves for nothing else."""

StreamName = Annotated[str, Text(200)]
Hash = Annotated[str, Text(64, 64)]
Heads = Annotated[Mapping[StreamName, Head], Few(100_000)]


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The last event of every stream at one moment, signed."""

    record: Hash
    """The hash of the event that begins the record."""
    number: Annotated[int, Whole(1, 10**9)]
    """Of this record's checkpoints."""
    at: Millis
    heads: Heads
    previous: Hash
    """The hash of the checkpoint before it in this record."""
    key: Annotated[str, Text(32, 32)]
    """The name of the key that signed it."""
    next_key: Annotated[str, Text(64, 0)] = ""
    """The public key that signs from now on, where this one announces it."""
    signature: Annotated[str, Text(128, 0)] = ""

    @property
    def hash(self) -> str:
        """What the next checkpoint calls this one."""
        return hashlib.sha256(canonical(write(self))).hexdigest()

    @property
    def signed(self) -> bytes:
        """The bytes that the signature is about."""
        return SIGNED + canonical(write(replace(self, signature="")))

    def is_signed_by(self, key: PublicKey) -> bool:
        try:
            signature = bytes.fromhex(self.signature)
        except ValueError:
            return False
        return key.id == self.key and key.verifies(signature, self.signed)

    def to_json(self) -> dict[str, Any]:
        """As a small document that says what it is."""
        return {"format": FORMAT, "version": VERSION, **write(self)}


def sign(signer: Signer, checkpoint: Checkpoint) -> Checkpoint:
    """A checkpoint with its signature; whose key it names is put right."""
    named = replace(checkpoint, key=signer.id, signature="")
    return replace(named, signature=signer.sign(named.signed).hex())


def read_checkpoint(data: object) -> Checkpoint:
    """A checkpoint from its document; raises `ValueError` where it is none."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise ValueError("it is not a checkpoint of feltlaw")
    if data.get("version") != VERSION:
        raise ValueError(f"it is a checkpoint of another version; this feltlaw reads {VERSION}")
    told = {key: value for key, value in data.items() if key not in ("format", "version")}
    try:
        return read(Checkpoint, told)
    except SchemaError as error:
        raise ValueError(f"the checkpoint is damaged: {error}") from None


FIRST = START
"""What the first checkpoint of a record has for the one before it."""


class Trust:
    """The keys one holds from outside, and those that they have announced."""

    def __init__(self, keys: Iterable[PublicKey]) -> None:
        self.keys = {key.id: key for key in keys}
        self.announced: dict[str, str] = {}
        """By the names of keys that were not given, which key announced each."""

    def check(self, checkpoint: Checkpoint) -> bool | None:
        """Whether a checkpoint is signed as it says; None where its key is not known here.

        A key that a sound checkpoint announces is trusted from then on.
        """
        key = self.keys.get(checkpoint.key)
        if key is None:
            return None
        if not checkpoint.is_signed_by(key):
            return False
        if checkpoint.next_key:
            try:
                new = public_of(checkpoint.next_key)
            except ValueError:
                return False
            if new.id not in self.keys:
                self.keys[new.id] = new
                self.announced[new.id] = key.id
        return True

    def check_all(self, checkpoints: Iterable[Checkpoint]) -> list[tuple[Checkpoint, bool | None]]:
        """The same for several, in whatever order they come: one may announce the key of another."""
        every = list(checkpoints)
        while True:
            many = len(self.keys)
            found = [(one, self.check(one)) for one in every]
            if len(self.keys) == many:
                return found


codec(Checkpoint)
