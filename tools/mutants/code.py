"""Wrong versions of a function: a comparison turned, half a condition dropped, a number off by one.

A change has a number: its place in the order in which `changes` meets it, so that it can be made again from
the function's name and that number.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from functools import cache, partial

from tools.mutants.mutant import Mutant, source_of
from tools.mutants.omissions import looks_only, omissions

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
SUMS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
Function = ast.FunctionDef | ast.AsyncFunctionDef
Change = tuple[str, str]
"""What stood there and what stands there now."""


def code_mutants(function: str, clauses: tuple[str, ...]) -> Iterator[Mutant]:
    """Every wrong version of a function."""
    module, _, name = function.partition(":")
    found = find(_tree(module), name)
    for number, (before, after) in _wrong(found) if found else ():
        yield Mutant(f"{function}#{number}", "code", clauses, before, after, function=function, value=number)


def module_mutants(module: str) -> Iterator[Mutant]:
    """A few wrong versions of every function of a module: a comparison or a condition turned; and where no
    second method proves it, something left out."""
    for name, function in functions_in(_tree(module)):
        turns = len([*_turns(function)])
        for number, (before, after) in _wrong(function):
            if number >= turns:
                wanted = family(module) not in PROVED_TWICE
            else:
                wanted = any(word in before for word in WEIGHED) and len(before.split()) > 1
            if wanted:
                whole = f"{module}:{name}"
                yield Mutant(
                    f"{whole}#{number}", family(module), (), before, after, function=whole, value=number
                )


def _wrong(function: Function) -> Iterator[tuple[int, Change]]:
    """The changes that make a version, with their numbers: none is what a type checker would refuse, and none
    that two lists need not be equally long (`strict`) or that words look otherwise (`tone`)."""
    words = (one for one in ast.walk(function) if isinstance(one, ast.keyword) and one.arg == "strict")
    strict = {id(one.value) for one in words}
    for number, (node, make) in enumerate(changes(function)):
        if isinstance(make, partial):
            if make.func is _without and _narrows(function, *make.args):
                continue
            if make.func is _constant and id(make.args[0]) in strict:
                continue
            if looks_only(make):
                continue
        yield number, _tried(node, make)


def _tried(node: ast.AST, make: Callable[[], Change]) -> Change:
    """What a change would make of a node, which stays as it is."""
    kept = dict(vars(node))
    try:
        return make()
    finally:
        vars(node).update(kept)


def _narrows(function: Function, node: ast.BoolOp, at: int) -> bool:
    """Whether a part of a condition says that there is something, of which the next part asks more, or where
    there is nothing leaves the function, which asks more.

    Without it that is asked of None, which the type checker refuses.
    """
    match node.values[at]:
        case ast.Compare(left=asked, ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(value=None)]):
            name = ast.unparse(asked)
        case _:
            return False
    leaves = any(
        isinstance(one, ast.If) and one.test is node and _ends(one.body) for one in ast.walk(function)
    )
    after = [function] if leaves and isinstance(node.op, ast.Or) else node.values[at + 1 :]
    inner = (one for part in after for one in ast.walk(part))
    return any(isinstance(one, ast.Attribute) and ast.unparse(one.value) == name for one in inner)


def _ends(body: list[ast.stmt]) -> bool:
    return isinstance(body[-1], ast.Return | ast.Raise | ast.Continue)


WEIGHED = (" == ", " != ", " < ", " <= ", " > ", " >= ", " in ", " is ", " not ", "if ")
"""What decides something; numbers and sums of these modules are proved by second methods."""
PROVED_TWICE = ("mathematics",)
"""Parts whose every figure comes out of a second method as well."""


def family(module: str) -> str:
    """`views` for feltlaw.views.lines."""
    return module.split(".")[1]


def functions_in(tree: ast.AST, before: str = "") -> Iterator[tuple[str, Function]]:
    """Functions of a module and methods of its classes; not what is inside a function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from functions_in(node, f"{before}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{before}{node.name}", node


def without_bodies(tree: ast.Module) -> str:
    """All that stands in a module, except what its functions do."""
    bare = copy.deepcopy(tree)
    for _, function in functions_in(bare):
        function.body = [ast.Pass()]
    return ast.dump(bare)


def changed_module(module: str, name: str, number: int) -> ast.Module:
    """The module with that change made in one function."""
    tree = copy.deepcopy(_tree(module))
    _changed(find(tree, name), number)
    return tree


def _changed(function: Function | None, number: int) -> Change:
    assert function is not None
    return next(make for at, (_, make) in enumerate(changes(function)) if at == number)()


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(source_of(module).read_text(encoding="utf-8"))


def find(tree: ast.AST, name: str) -> Function | None:
    """A function by its name, or a method by the names of class and method; of several the last, as in
    `inner_code`."""
    first, _, rest = name.partition(".")
    found = [
        node
        for node in ast.iter_child_nodes(tree)
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.name == first
    ]
    if found and rest:
        return find(found[-1], rest)
    return found[-1] if found and not isinstance(found[-1], ast.ClassDef) else None


def changes(function: Function) -> Iterator[tuple[ast.AST, Callable[[], Change]]]:
    """What can be made wrong in it, in order; what only types or documents it is left alone.

    What is left out comes last, so that what is turned keeps its numbers.
    """
    yield from _turns(function)
    yield from omissions(function)


def _turns(function: Function) -> Iterator[tuple[ast.AST, Callable[[], Change]]]:
    for statement in function.body:
        for node in ast.walk(statement):
            yield from ((node, make) for make in _in_node(node))


def _in_node(node: ast.AST) -> Iterator[Callable[[], Change]]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in TURNED:
            yield lambda: _turn(node)
            if isinstance(op, ast.Eq | ast.NotEq) and _may_be_a_number(node.comparators[0]):
                yield lambda: _order(node)
        case ast.BoolOp():
            yield lambda: _other(node)
            for at in range(len(node.values)):
                yield partial(_without, node, at)
        case ast.UnaryOp(op=ast.Not()):
            yield lambda: _affirmed(node)
        case ast.If() | ast.IfExp() if not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            yield lambda: _denied(node)
        case ast.comprehension(ifs=[_, *_]):
            yield lambda: _unfiltered(node)
        case ast.BinOp() if type(node.op) in SUMS and not isinstance(node.left, ast.JoinedStr):
            yield lambda: _sum(node)
        case ast.Constant(value=bool()):
            yield partial(_constant, node, not node.value)
        case ast.Constant(value=int(number)):
            yield partial(_constant, node, number + 1)


def _may_be_a_number(node: ast.expr) -> bool:
    return not isinstance(node, ast.Constant) or isinstance(node.value, int)


def _said(node: ast.AST, alter: Callable[[], None]) -> Change:
    before = ast.unparse(node)
    alter()
    return before, ast.unparse(node)


def _turn(node: ast.Compare) -> Change:
    return _said(node, lambda: setattr(node, "ops", [TURNED[type(node.ops[0])]()]))


def _order(node: ast.Compare) -> Change:
    """Another number than the one that is wanted passes on one side."""
    one_sided = ast.GtE() if isinstance(node.ops[0], ast.Eq) else ast.Lt()
    return _said(node, lambda: setattr(node, "ops", [one_sided]))


def _other(node: ast.BoolOp) -> Change:
    return _said(node, lambda: setattr(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And()))


def _without(node: ast.BoolOp, at: int) -> Change:
    def alter() -> None:
        kept = node.values[:at] + node.values[at + 1 :]
        node.values = kept if len(kept) > 1 else [*kept, *kept]

    before = ast.unparse(node)
    alter()
    return before, ast.unparse(node.values[0] if node.values[0] is node.values[-1] else node)


def _affirmed(node: ast.UnaryOp) -> Change:
    def alter() -> None:
        node.operand = ast.UnaryOp(ast.Not(), node.operand)

    return _said(node, alter)


def _denied(node: ast.If | ast.IfExp) -> Change:
    before = ast.unparse(node.test)
    node.test = ast.UnaryOp(ast.Not(), node.test)
    return f"if {before}", f"if {ast.unparse(node.test)}"


def _unfiltered(node: ast.comprehension) -> Change:
    before = ast.unparse(node)
    node.ifs = node.ifs[1:]
    return before, ast.unparse(node)


def _sum(node: ast.BinOp) -> Change:
    return _said(node, lambda: setattr(node, "op", SUMS[type(node.op)]()))


def _constant(node: ast.Constant, value: bool | int) -> Change:
    return _said(node, lambda: setattr(node, "value", value))
