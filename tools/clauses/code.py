"""The functions whose comments and docstrings cite a clause, a reading or a rule for the system around."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from feltlaw.clause import ClauseError, parse_clause
from feltlaw.register import clauses, interpretations
from tools.clauses.readings import reach

NO_RULES = ("feltlaw.clause", "feltlaw.register", "feltlaw.cli")
"""Modules that speak of citations without dealing with what is cited."""

_CITATION = re.compile(
    r"\bI-\d{1,3}\b|\bS-\d{2}\b"
    r"|\b(?:(?:PA-)?\d{3}a|MA-TCP)\.\d+(?:\([A-Za-z0-9]+\)|(?<=\))(?:bis|[a-z])\b)*(?::[\w$-]+(?:\([ivx]+\))?)?(?:#\d)?"
)
_EXAMPLE = re.compile(r"^\s*(?:>>>|\.\.\.).*(?:\n(?!\s*$).*)*", re.MULTILINE)


def citations(text: str) -> set[str]:
    """The known clauses, interpretations and rules for the system that a text names; its examples apart."""
    found: set[str] = set()
    for match in _CITATION.findall(_in_full(_EXAMPLE.sub("", text))):
        if match.startswith("I-"):
            found |= {match} & interpretations().keys()
            continue
        if match.startswith("S-"):
            found.add(match)
            continue
        try:
            cited = parse_clause(match if match[0] in "PM" else f"PA-{match}")
        except ClauseError:
            continue
        found |= set(reach(cited)) | ({match} & clauses().keys())
    return found


def _in_full(text: str) -> str:
    """`MA 12(h)` as `MA-TCP.12(h)`."""
    return re.sub(r"\bMA (?=\d+\()", "MA-TCP.", text)


def scan(src: Path) -> dict[str, set[str]]:
    """For each clause and interpretation the functions, as `module:name`, that cite it."""
    found: dict[str, set[str]] = {}
    for path in sorted(src.rglob("*.py")):
        module = ".".join(path.relative_to(src).with_suffix("").parts).removesuffix(".__init__")
        if module == "feltlaw" or module.startswith(NO_RULES):
            continue
        source = path.read_text(encoding="utf-8")
        if not _CITATION.search(_in_full(source)):
            continue
        for where, text in _texts(source):
            for cited in citations(text):
                found.setdefault(cited, set()).add(f"{module}:{where}" if where else module)
    return found


def _texts(source: str) -> Iterator[tuple[str, str]]:
    """Every docstring, comment and string that is a citation, with the function or class it stands in."""
    tree = ast.parse(source)
    inside = {line: name for name, first, last in _spans(tree, "") for line in range(first, last + 1)}
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield inside.get(node.lineno, ""), text
            case ast.Constant(value=str(text)) if _CITATION.fullmatch(text):
                yield inside.get(node.lineno, ""), text
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield inside.get(token.start[0], ""), token.string


def _spans(node: ast.AST, inside: str) -> Iterator[tuple[str, int, int]]:
    """The functions and classes with their lines, the outer ones first."""
    for child in ast.iter_child_nodes(node):
        name = inside
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{inside}.{child.name}" if inside else child.name
            yield name, child.lineno, child.end_lineno or child.lineno
        yield from _spans(child, name)
