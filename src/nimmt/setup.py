"""What a game is made of: its key, the number of players, and the options they agreed on."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct

from .errors import BadSetup, printable, quoted

OptionValue = bool | int | str | tuple[int | str, ...] | None

RULES = 3
"""The version of the rules, which records and logs name. Any change of a rule raises it."""


class FixedOptions(dict[str, OptionValue]):
    """The options of a setup: a dictionary that cannot be changed, so that a game stays what it is."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> Any:
        raise TypeError("The options of a setup cannot be changed. Make another game.")

    __setitem__ = __delitem__ = __ior__ = _refuse
    update = setdefault = pop = popitem = clear = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        """Equal options have equal hashes."""
        return hash(frozenset(self.items()))

    def __reduce__(self) -> Any:
        """Copies and pickles are made at once, because nothing can be added later."""
        return FixedOptions, (dict(self),)


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game as it is written into views and records; options are spelled out, see `Options.spelled_out`."""

    key: str
    players: int
    options: Mapping[str, OptionValue] = {}

    def __post_init__(self) -> None:
        """Freeze the options of a game; anything but a dictionary is refused later."""
        if isinstance(self.options, Mapping):
            msgspec.structs.force_setattr(self, "options", FixedOptions(self.options))


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What players may agree on before the start. Each game has its own; each field names its rule."""

    def spelled_out(self) -> dict[str, OptionValue]:
        """The options as a setup names them: all of them, so that no later default changes an old game."""
        return msgspec.structs.asdict(self)

    def check(self) -> None:
        """Raise BadSetup where the options contradict each other."""

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "Options":
        """Validate options that came from outside."""
        unknown = sorted(map(quoted, given.keys() - set(cls.__struct_fields__)))
        if unknown:
            offered = ", ".join(cls.__struct_fields__) or "none"
            raise BadSetup("unknown_option", f"There is no option {unknown[0]} here; this game has: {offered}.")
        for option in option_specs(cls):
            option.check_numbers(given.get(option.name))
        try:
            options = msgspec.convert(given, cls)
        except (msgspec.ValidationError, UnicodeError, RecursionError) as error:
            raise BadSetup("bad_option", f"That option has no such value: {printable(error)}.") from None
        options.check()
        return options


class OptionSpec(Struct, frozen=True):
    """One option, for whoever builds a form, a command line or a table in a document from it."""

    name: str
    kind: Literal["switch", "number", "numbers", "choice", "set"]
    default: OptionValue
    rule: str
    description: str
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    may_be_none: bool = False
    count: int | None = None  # of numbers in a list

    def check_numbers(self, given: object) -> None:
        """Refuse a list of numbers with a sentence that says where it is wrong; None stands for no list."""
        if self.kind != "numbers" or given is None:
            return
        needed = f"{self.name} needs a list of {self.count} numbers from {self.minimum} to {self.maximum}"
        if not isinstance(given, list | tuple):
            raise BadSetup("bad_numbers", f"{needed}.", self.rule)
        if len(given) != self.count:
            raise BadSetup("bad_numbers", f"{needed}; this one has {len(given)}.", self.rule)
        wrong = self.wrong_place(given)
        if wrong is not None:
            raise BadSetup("bad_numbers", f"{needed}; number {wrong + 1} is {quoted(given[wrong])}.", self.rule)

    def wrong_place(self, numbers: Sequence[object]) -> int | None:
        """The first place of a list that holds no such number."""
        allowed = range(self.minimum or 0, (self.maximum or 0) + 1)
        return next((at for at, each in enumerate(numbers) if type(each) is not int or each not in allowed), None)


@cache
def option_specs(options: type[Options]) -> tuple[OptionSpec, ...]:
    """Read the specification off the type itself, so that there is one source of truth."""
    return tuple(_spec(field) for field in msgspec.structs.fields(options))


def _spec(field: msgspec.structs.FieldInfo) -> OptionSpec:
    value, meta = _unwrap(field.type)
    parts = get_args(value) if get_origin(value) not in (Literal, tuple) else ()
    may_be_none = type(None) in parts
    inner, bounds = _unwrap(next(part for part in parts if part is not type(None))) if may_be_none else (value, meta)
    is_list, count = get_origin(inner) is tuple, bounds.max_length
    if is_list:
        inner, bounds = _unwrap(get_args(inner)[0])
    is_choice = get_origin(inner) is Literal
    single = "choice" if is_choice else "switch" if inner is bool else "number"
    return OptionSpec(
        name=field.name,
        kind=("set" if is_choice else "numbers") if is_list else single,  # type: ignore[arg-type]
        default=field.default,
        rule=str((meta.extra or {})["rule"]),
        description=str(meta.description),
        choices=tuple(map(str, get_args(inner))) if is_choice else (),
        minimum=_whole(bounds.ge),
        maximum=_whole(bounds.le),
        may_be_none=may_be_none,
        count=count,
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
