"""What a game is made of: its key, the number of players, and the options they agreed on."""

from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct

from .errors import BadSetup

OptionValue = bool | int | str | None


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """A game as it is written into views and records; every option is spelled out."""

    key: str
    players: int
    options: dict[str, OptionValue] = {}


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What players may agree on before the start. Each game has its own; each field names its rule."""

    def check(self) -> None:
        """Raise BadSetup where the options contradict each other."""

    @classmethod
    def of(cls, given: dict[str, Any]) -> "Options":
        """Validate options that came from outside."""
        unknown = sorted(given.keys() - set(cls.__struct_fields__))
        if unknown:
            offered = ", ".join(cls.__struct_fields__) or "none"
            raise BadSetup("unknown_option", f"There is no option {unknown[0]!r} here; this game has: {offered}.")
        try:
            options = msgspec.convert(given, cls)
        except msgspec.ValidationError as error:
            raise BadSetup("bad_option", f"That option has no such value: {error}.") from None
        options.check()
        return options


class OptionSpec(Struct, frozen=True):
    """One option, for whoever builds a form, a command line or a table in a document from it."""

    name: str
    kind: Literal["switch", "number", "choice"]
    default: OptionValue
    rule: str
    description: str
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    may_be_none: bool = False


def option_specs(options: type[Options]) -> tuple[OptionSpec, ...]:
    """Read the specification off the type itself, so that there is one source of truth."""
    return tuple(_spec(field) for field in msgspec.structs.fields(options))


def _spec(field: msgspec.structs.FieldInfo) -> OptionSpec:
    value, meta = _unwrap(field.type)
    parts = get_args(value) if get_origin(value) is not Literal else ()
    may_be_none = type(None) in parts
    inner, bounds = _unwrap(next(part for part in parts if part is not type(None))) if may_be_none else (value, meta)
    is_choice = get_origin(inner) is Literal
    return OptionSpec(
        name=field.name,
        kind="choice" if is_choice else "switch" if inner is bool else "number",
        default=field.default,
        rule=str((meta.extra or {})["rule"]),
        description=str(meta.description),
        choices=tuple(map(str, get_args(inner))) if is_choice else (),
        minimum=_whole(bounds.ge),
        maximum=_whole(bounds.le),
        may_be_none=may_be_none,
    )


def _whole(bound: float | None) -> int | None:
    return None if bound is None else int(bound)


def _unwrap(annotation: Any) -> tuple[Any, msgspec.Meta]:
    """Take the Meta off an Annotated type."""
    metadata = getattr(annotation, "__metadata__", None)
    return (annotation.__origin__, metadata[0]) if metadata else (annotation, msgspec.Meta())


def rule(rule_id: str, description: str, least: int | None = None, most: int | None = None) -> msgspec.Meta:
    """Document an option with the rule it comes from; a number may have bounds."""
    return msgspec.Meta(description=description, extra={"rule": rule_id}, ge=least, le=most)
