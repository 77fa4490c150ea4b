"""Every code that the source can send or raise, found by reading it: new ones cannot be forgotten."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import nimmt

SOURCE = Path(nimmt.__file__).parent
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Sending(NamedTuple):
    """A place in the source that gives a code and a sentence to a struct, an error or a function."""

    file: str
    by: str
    code: str | None
    written: str


@cache
def sendings() -> tuple[Sending, ...]:
    """Every such place; the code is None where it is worked out when the program runs."""
    trees = {path.relative_to(SOURCE).as_posix(): ast.parse(path.read_text("utf-8")) for path in SOURCE.rglob("*.py")}
    nodes = {file: list(ast.walk(tree)) for file, tree in trees.items()}
    takers = _takers([node for found in nodes.values() for node in found if isinstance(node, Definition)])
    return tuple(
        Sending(file, name, str(code.value) if isinstance(code, ast.Constant) else None, ast.unparse(code))
        for file, found in nodes.items()
        for name, code in _given(found, takers)
    )


def codes_of(*by: str, without: tuple[str, ...] = ()) -> set[str]:
    """The codes that these classes and functions are given, in all packages but some."""
    return {
        sending.code
        for sending in sendings()
        if sending.code and (not by or sending.by in by) and sending.file.partition("/")[0] not in without
    }


def _given(nodes: list[ast.AST], takers: dict[str, list[list[str]]]) -> Iterator[tuple[str, ast.expr]]:
    """What takes a code, and the code that it is given."""
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                named = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
                for parameters in takers.get(name, ()):
                    given = dict(zip(parameters, node.args, strict=False)) | named
                    if {"code", "sentence"} <= given.keys() and not _is_number(given["code"]):
                        yield name, given["code"]


def _is_number(code: ast.expr) -> bool:
    """Whether this is a status: classes of the same name may take one before the code."""
    return isinstance(code, ast.Constant) and isinstance(code.value, int)


def _takers(definitions: list[Definition]) -> dict[str, list[list[str]]]:
    """The parameters of all that takes a code and a sentence: functions, structs, errors, and heirs of errors."""
    named = {definition.name: definition for definition in definitions}
    takers = defaultdict(list)
    for definition in definitions:
        parameters = _parameters(definition, named)
        if {"code", "sentence"} <= set(parameters) and definition.name != "__init__":
            takers[definition.name].append(parameters)
    return takers


def _parameters(definition: Definition, named: dict[str, Definition]) -> list[str]:
    if not isinstance(definition, ast.ClassDef):
        return [argument.arg for argument in definition.args.args if argument.arg != "self"]
    for member in definition.body:
        if isinstance(member, ast.FunctionDef) and member.name == "__init__":
            return _parameters(member, named)
    fields = [field.target for field in definition.body if isinstance(field, ast.AnnAssign)]
    bases = [named[base.id] for base in definition.bases if isinstance(base, ast.Name) and base.id in named]
    inherited = next((_parameters(base, named) for base in bases), [])
    return inherited + [field.id for field in fields if isinstance(field, ast.Name)]
