"""Logs on the disk: reading them with their head file, and the single document in which one travels."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from feltlaw.log.chain import TAMPERED, Fault, Head, Verdict, check_chain
from feltlaw.log.lines import BEGINS, Log, LogError, canonical, parse, seal_again

EXPORT = "feltlaw-export"
EXPORT_VERSION = 1


class Tampered(LogError):
    """A log that is not as it was written."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(f"this log was {verdict}")
        self.verdict = verdict


def head_path(path: Path | str) -> Path:
    """The small file beside a log that knows its end."""
    return Path(f"{path}.head")


def read_bytes(path: Path | str) -> bytes:
    """The bytes of a file; raises `LogError` with the reason where there are none."""
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise LogError("there is no such file") from None
    except IsADirectoryError:
        raise LogError("this is a directory; name a log in it") from None
    except PermissionError:
        raise LogError("it may not be read: permission denied") from None
    except (OSError, ValueError) as error:
        raise LogError(f"it cannot be read: {getattr(error, 'strerror', None) or error}") from None


def verify(path: Path | str, head: str | None = None) -> Verdict:
    """Whether a log, or an export of one, is as it was written.

    `head` is the hash of the last line as somebody noted it at some time: the log must hold that line.
    The end of a log is also compared with its head file, where there is one.
    """
    raw = read_bytes(path)
    beside = None if is_export(raw) else read_head(path)
    return verify_bytes(raw, beside, head)


def verify_bytes(raw: bytes, beside: Head | Fault | None = None, head: str | None = None) -> Verdict:
    """The same for bytes that were read already, with what stands beside them."""
    if is_export(raw):
        raw, beside = _unpack(raw)
    verdict = check_chain(raw, beside if isinstance(beside, Head) else None)
    if isinstance(beside, Fault) and verdict.status != TAMPERED:
        verdict = replace(verdict, status=TAMPERED, fault=beside)
    return _check_noted(verdict, head.lower()) if head and verdict.status != TAMPERED else verdict


def read_head(path: Path | str) -> Head | Fault | None:
    """What the head file of a log says; None where there is none."""
    try:
        return Head.from_bytes(head_path(path).read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        return Fault(1, "changed", "its head file, which should know the end, cannot be read")


def _check_noted(verdict: Verdict, noted: str) -> Verdict:
    """Looks for the line whose hash was noted, and says how far the log has grown since."""
    log = verdict.log
    assert log is not None
    hashes = [line.hash for line in log.lines]
    if noted == log.head[1]:
        return replace(verdict, unchecked=())
    if noted in hashes:
        since = len(hashes) - 1 - hashes.index(noted)
        grown = f"it holds the line with the noted hash, and {since} entries were written since"
        return replace(verdict, notes=(*verdict.notes, grown))
    what = "no line has the hash that was noted: the end was cut off, or another log stands here"
    return replace(verdict, status=TAMPERED, fault=Fault(len(hashes) + 2, "dropped", what))


def read_log(path: Path | str) -> Log:
    """A log with all its whole events; raises `Tampered` where it is not as it was written."""
    verdict = verify(path)
    if verdict.status == TAMPERED:
        raise Tampered(verdict)
    assert verdict.log is not None
    return verdict.log


# ── export ──


def export(log: Log) -> bytes:
    """One JSON document with the whole log and the hash of its last line."""
    seq, own = log.head
    lines = ",\n".join(line.decode().rstrip("\n") for line in seal_again(log))
    head = canonical({"seq": seq, "hash": own}).decode()
    first = f'{{"format":"{EXPORT}","version":{EXPORT_VERSION},'
    return f'{first}\n"head":{head},\n"lines":[\n{lines}\n]}}\n'.encode()


def is_export(raw: bytes) -> bool:
    return f'"{EXPORT}"'.encode() in raw[:1000] and not raw.startswith(BEGINS)


def _unpack(raw: bytes) -> tuple[bytes, Head | Fault]:
    """The bytes of the log in an export, and how it says that it ends."""
    try:
        data: Any = parse(raw)
    except ValueError as error:
        raise LogError(f"this export cannot be read: {error}") from None
    if isinstance(data, dict) and data.get("version") != EXPORT_VERSION:
        raise LogError(
            f"this export is of a version that this feltlaw does not read; it reads {EXPORT_VERSION}"
        )
    match data:
        case {
            "format": "feltlaw-export",
            "head": {"seq": int(seq), "hash": str(own)},
            "lines": list(lines),
        } if len(data) == 4:
            end = (seq, own)
            return b"".join(canonical(line) + b"\n" for line in lines), Head(end, end, closed=True)
    raise LogError("this export is not whole")
