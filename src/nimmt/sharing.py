"""Structs that share fields: what everybody may see is declared once, for the table and for the view."""

from typing import Any, get_type_hints

from msgspec import StructMeta


class Sharing(StructMeta):
    """Makes a struct take over the fields of its last base, where that is a plain class.

    Python cannot derive one struct from two others, and msgspec looks for fields in structs only. So the shared
    fields stand in a plain class, and a struct with them comes between the new struct and its parent.
    A frozen struct must be given all of them; one that can change starts with their defaults.
    """

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any) -> Any:
        """Insert the struct with the shared fields."""
        *parents, shared = bases
        if parents and not isinstance(shared, StructMeta):
            kinds = get_type_hints(shared)
            defaults = {} if config.get("frozen") else {field: getattr(shared, field) for field in kinds}
            fields = {"__annotations__": kinds, "__module__": shared.__module__, **defaults}
            bases = (super().__new__(cls, shared.__name__, tuple(parents), fields, **config), shared)
        return super().__new__(cls, name, bases, namespace, **config)
