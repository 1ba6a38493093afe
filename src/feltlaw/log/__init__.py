"""The record of a table: an append-only file of events, each sealed to the one before it."""

from feltlaw.log.chain import Fault, Verdict, check_chain
from feltlaw.log.files import Tampered, export, read_log, verify
from feltlaw.log.lines import Header, Line, Log, LogError, canonical
from feltlaw.log.writer import LogWriter, create_log, open_log, open_table, repair

__all__ = [
    "Fault",
    "Header",
    "Line",
    "Log",
    "LogError",
    "LogWriter",
    "Tampered",
    "Verdict",
    "canonical",
    "check_chain",
    "create_log",
    "export",
    "open_log",
    "open_table",
    "read_log",
    "repair",
    "verify",
]
