"""What a reader in a hurry leaves out of a function: a step, an item of several, a word of a call, an order.

`code` turns what stands there; here something stands no longer, or only the first of several is looked at.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

from tools.mutants.mutant import ROOT

Change = tuple[str, str]
Made = tuple[ast.AST, Callable[[], Change]]
OTHER_WORDS = {"min": "max", "max": "min", "any": "all", "all": "any"}
BODIES = ("body", "orelse", "finalbody")


def omissions(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Made]:
    """What can be left out, in order."""
    yield from _steps(function, {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)})
    for statement in function.body:
        for node in ast.walk(statement):
            yield from ((node, make) for make in _inside(node))


def _steps(node: ast.AST, known: set[str]) -> Iterator[Made]:
    """Of a body and of those inside it; `known` are the names that have a value before it."""
    for name in BODIES:
        body: object = getattr(node, name, None)
        here = known | (_bound(node) if isinstance(node, ast.For) else set())
        for at, statement in enumerate(body if isinstance(body, list) else ()):
            if _may_go(statement, here):
                yield node, partial(_without_step, node, name, at)
            yield from _steps(statement, here)
            here |= _bound(statement)
    if isinstance(node, ast.Match):
        for at, case in enumerate(node.cases):
            if at + 1 < len(node.cases) or not _takes_all(case):
                yield node, partial(_without_item, node, "cases", at)
            yield from _steps(case, known | _bound(case.pattern))


def _may_go(statement: ast.stmt, known: set[str]) -> bool:
    """Whether a function without it can still run: names are made elsewhere, values returned elsewhere."""
    match statement:
        case ast.Expr(value=ast.Constant()):
            return False
        case ast.Expr() | ast.AugAssign() | ast.For() | ast.Delete():
            return True
        case ast.If(orelse=[]):
            return not _says_there_is_one(statement)
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in known
        case ast.Assign(targets=[ast.Subscript() | ast.Attribute()]):
            return True
    return False


def _says_there_is_one(guard: ast.If) -> bool:
    """Whether it leaves where there is nothing: without it the next line asks more of None, which the type
    checker refuses."""
    test = guard.test
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) else [test]
    return isinstance(guard.body[-1], ast.Return | ast.Raise | ast.Continue) and any(
        isinstance(one, ast.Compare) and isinstance(one.ops[0], ast.Is) and _is_none(one.comparators[0])
        for one in parts
    )


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _bound(node: ast.AST) -> set[str]:
    """The names that have a value after it."""
    found = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
            found.add(one.id)
        elif isinstance(one, ast.MatchAs | ast.MatchStar) and one.name:
            found.add(one.name)
    return found


def _takes_all(case: ast.match_case) -> bool:
    return isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.guard is None


def _inside(node: ast.AST) -> Iterator[Callable[[], Change]]:
    match node:
        case ast.Set(elts=[_, _, *_]) | ast.List(elts=[_, _, *_], ctx=ast.Load()):
            for at in range(len(node.elts)):
                yield partial(_without_item, node, "elts", at)
        case ast.Tuple(elts=[_, _, *_], ctx=ast.Load()) if any(
            isinstance(one, ast.Starred) for one in node.elts
        ):
            for at in range(len(node.elts)):
                yield partial(_without_item, node, "elts", at)
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Tuple(elts=[_, _, *_]) as several]):
            for at in range(len(several.elts)):
                yield partial(_without_listed, node, several, at)
        case ast.Dict(keys=[_, _, *_]):
            for at in range(len(node.keys)):
                yield partial(_without_entry, node, at)
        case ast.BinOp(op=ast.BitOr() | ast.BitAnd() | ast.Sub()) if not _of_numbers(node):
            yield partial(_one_side, node, "left")
            if not isinstance(node.op, ast.Sub):
                yield partial(_one_side, node, "right")
        case ast.Call():
            yield from _in_call(node)
        case ast.comprehension() | ast.For() if not _is_one(node.iter):
            yield partial(_only_the_first, node)


def _is_one(node: ast.expr) -> bool:
    """`for name in [value]` gives a value its name."""
    return isinstance(node, ast.List | ast.Tuple) and len(node.elts) == 1


def _of_numbers(node: ast.BinOp) -> bool:
    """Whether a difference is one of numbers, of which `code` makes a sum."""
    return isinstance(node.op, ast.Sub) and any(
        isinstance(one, ast.Constant | ast.BinOp) and not isinstance(getattr(one, "op", None), ast.BitOr)
        for one in (node.left, node.right)
    )


def _in_call(node: ast.Call) -> Iterator[Callable[[], Change]]:
    name = _called(node)
    for at, word in enumerate(node.keywords):
        if word.arg and word.arg != "strict" and may_be_left_out(name, word.arg):
            yield partial(_without_item, node, "keywords", at)
    if isinstance(node.func, ast.Name) and node.args:
        if name in OTHER_WORDS:
            yield partial(_other_word, node, OTHER_WORDS[name])
        if name in ("sorted", "reversed"):
            yield partial(_unsorted, node)


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


@cache
def _optional() -> frozenset[tuple[str, str]]:
    """By what is called and its parameter: what some function or class of that name has a value for; `**`
    where it takes any."""
    found = {("replace", "**"), ("sorted", "**"), ("min", "**"), ("max", "**"), ("sum", "**")}
    for path in (ROOT / "src" / "feltlaw").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found |= {(node.name, one) for one in _with_values(node.args)}
            if isinstance(node, ast.ClassDef):
                fields = (one for one in node.body if isinstance(one, ast.AnnAssign) and one.value)
                found |= {(node.name, one.target.id) for one in fields if isinstance(one.target, ast.Name)}
    return frozenset(found)


def _with_values(arguments: ast.arguments) -> Iterator[str]:
    plain = [*arguments.posonlyargs, *arguments.args]
    yield from (one.arg for one in plain[len(plain) - len(arguments.defaults) :])
    yield from (
        one.arg for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if value
    )
    if arguments.kwarg:
        yield "**"


def may_be_left_out(name: str, word: str) -> bool:
    """Whether a call of that name can go without that word."""
    return bool({(name, word), (name, "**")} & _optional())


def looks_only(make: partial[Change]) -> bool:
    """Whether what is left out is how words look and not what they say."""
    if make.func is not _without_item or make.args[1] != "keywords":
        return False
    word: ast.keyword = make.args[0].keywords[make.args[2]]
    return word.arg == "tone"


# ── the changes ──


def _without_step(node: ast.AST, name: str, at: int) -> Change:
    body: Sequence[ast.stmt] = getattr(node, name)
    before = ast.unparse(body[at])
    setattr(node, name, [*body[:at], *body[at + 1 :]] or [ast.Pass()])
    return before, "(left out)"


def _without_item(node: ast.AST, name: str, at: int) -> Change:
    items: Sequence[ast.AST] = getattr(node, name)
    before = ast.unparse(node)
    setattr(node, name, [*items[:at], *items[at + 1 :]])
    return before, ast.unparse(node)


def _without_listed(node: ast.Compare, several: ast.Tuple, at: int) -> Change:
    before = ast.unparse(node)
    node.comparators = [ast.Tuple([*several.elts[:at], *several.elts[at + 1 :]], ast.Load())]
    return before, ast.unparse(node)


def _without_entry(node: ast.Dict, at: int) -> Change:
    before = ast.unparse(node)
    node.keys = [*node.keys[:at], *node.keys[at + 1 :]]
    node.values = [*node.values[:at], *node.values[at + 1 :]]
    return before, ast.unparse(node)


def _one_side(node: ast.BinOp, side: str) -> Change:
    """Both sides are the one, which of sets is the same as the one alone."""
    before = ast.unparse(node)
    kept = getattr(node, side)
    node.op, node.left, node.right = ast.BitOr(), kept, kept
    return before, ast.unparse(kept)


def _other_word(node: ast.Call, word: str) -> Change:
    before = ast.unparse(node)
    node.func = ast.Name(word, ast.Load())
    return before, ast.unparse(node)


def _unsorted(node: ast.Call) -> Change:
    before = ast.unparse(node)
    node.func, node.keywords = ast.Name("list", ast.Load()), []
    return before, ast.unparse(node)


def _only_the_first(node: ast.comprehension | ast.For) -> Change:
    before = f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}"
    every = ast.List([ast.Starred(node.iter, ast.Load())], ast.Load())
    node.iter = ast.Subscript(every, ast.Slice(upper=ast.Constant(1)), ast.Load())
    return before, f"{before}: only the first"
