"""Fields that take JSON as JSON Schema does, and say what is wrong as faults.

marshmallow's own fields are kinder: `"40"`, `1.5` and `true` are integers to them. Bounds and choices belong to the
class where a component of the contract has that name, and to the instance where they have none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar, Final

import msgspec
from marshmallow import Schema, ValidationError, fields, post_load
from marshmallow_oneofschema.one_of_schema import OneOfSchema

from engine.cards import HAND_CARDS, TABLE_CARDS
from service.faults import ServiceCode, fault
from service.schemas.errors import OF_THE_WHOLE, wrong

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence


class Strict(fields.Field[Any]):
    """A field whose errors are faults; `wanted` names the sentence that says which type it takes."""

    wanted: ClassVar[str]

    def make_error(self, key: str, **_: object) -> ValidationError:
        """What is wrong, for any key of marshmallow's."""
        if key == "required":
            return wrong(ServiceCode.MISSING_FIELD)
        return wrong(ServiceCode.WRONG_TYPE, self.wanted)


class JsonInteger(Strict):
    """A whole number; `2.0` is one."""

    wanted = "integer_wanted"
    minimum: int
    maximum: int

    def __init__(self, minimum: int | None = None, maximum: int | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        if minimum is not None:
            self.minimum = minimum
        if maximum is not None:
            self.maximum = maximum

    def _deserialize(self, value: Any, *_: object, **__: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
            raise self.make_error("invalid")
        if not self.minimum <= value <= self.maximum:
            raise wrong(ServiceCode.OUT_OF_RANGE, minimum=self.minimum, maximum=self.maximum)
        return int(value)


class JsonBoolean(Strict):
    """True or false, and nothing that looks like it."""

    wanted = "boolean_wanted"

    def _deserialize(self, value: Any, *_: object, **__: object) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


class Text(Strict):
    """A text of a form."""

    wanted = "text_wanted"
    pattern: str
    shortest: int = 0
    longest: int | None = None

    def __init__(self, pattern: str | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        if pattern is not None:
            self.pattern = pattern

    def _deserialize(self, value: Any, *_: object, **__: object) -> str:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        if self.longest is not None and not self.shortest <= len(value) <= self.longest:
            figures = {"count": len(value), "minimum": self.shortest, "maximum": self.longest}
            raise wrong(ServiceCode.OUT_OF_RANGE, "length_out_of_range", **figures)
        if not re.fullmatch(self.pattern, value):
            raise wrong(ServiceCode.INVALID_VALUE, "wrong_form")
        return value


class Choice(Strict):
    """One text of a few."""

    wanted = "text_wanted"
    values: tuple[str, ...]

    def __init__(self, values: Sequence[str] | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        if values is not None:
            self.values = tuple(values)

    def _deserialize(self, value: Any, *_: object, **__: object) -> str:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        if value not in self.values:
            raise not_a_choice(value, self.values)
        return value


class Card(Strict):
    """A card of a hand: a face, or a joker that stands for nothing."""

    wanted = "text_wanted"
    cards: ClassVar[Container[str]] = HAND_CARDS
    otherwise: ClassVar[str] = "not_a_card"

    def _deserialize(self, value: Any, *_: object, **__: object) -> str:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        if value not in self.cards:
            raise wrong(ServiceCode.INVALID_VALUE, self.otherwise, value=value)
        return value


class TableCard(Card):
    """A card of the table, where a joker may say what it stands for."""

    cards = TABLE_CARDS
    otherwise = "not_a_table_card"


class ListOf(Strict, fields.List[Any]):
    """A list of so many of one thing; of texts that are all `distinct`, if it says so."""

    wanted = "list_wanted"
    item: ClassVar[type[fields.Field[Any]]]
    minimum: int = 0
    maximum: int
    distinct: ClassVar[bool] = False

    def __init__(
        self,
        item: fields.Field[Any] | None = None,
        *,
        minimum: int | None = None,
        maximum: int | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(item or self.item(), **settings)
        if minimum is not None:
            self.minimum = minimum
        if maximum is not None:
            self.maximum = maximum

    def _deserialize(self, value: Any, attr: str | None, data: Any, **partial: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        if not self.minimum <= len(value) <= self.maximum:
            figures = {"count": len(value), "minimum": self.minimum, "maximum": self.maximum}
            raise wrong(ServiceCode.OUT_OF_RANGE, "size_out_of_range", **figures)
        items: list[Any] = super()._deserialize(value, attr, data, **partial)
        if self.distinct:
            _refuse_repetitions(items)
        return items


def _refuse_repetitions(texts: list[str]) -> None:
    twice = {
        at: wrong(ServiceCode.INVALID_VALUE, "listed_twice", value=text).messages
        for at, text in enumerate(texts)
        if texts.index(text) < at
    }
    if twice:
        raise ValidationError(twice)


class One(Strict, fields.Nested):
    """An object by its schema."""

    wanted = "object_wanted"


FAULTS: Final = {
    "type": fault(ServiceCode.WRONG_TYPE, says="object_wanted"),
    "unknown": fault(ServiceCode.UNKNOWN_FIELD),
}
"""What a schema says, where marshmallow has texts."""


class Closed(Schema):
    """An object with these fields and no others."""

    error_messages = FAULTS  # type: ignore[assignment]


class Built(Closed):
    """An object that becomes a struct of the engine."""

    struct: ClassVar[type[msgspec.Struct]]

    @post_load
    def build(self, data: Mapping[str, Any], **_: object) -> msgspec.Struct:
        """The struct; a `type` among the fields is its tag."""
        return msgspec.convert(data, self.struct)


class Union(OneOfSchema):
    """One of several objects, told apart by one field, which each of them declares."""

    type_field_remove = False

    def _load(self, data: Any, **settings: Any) -> Any:
        if not isinstance(data, dict):
            raise ValidationError({OF_THE_WHOLE: [fault(ServiceCode.WRONG_TYPE, says="object_wanted")]})
        name = self.type_field
        if name not in data:
            raise ValidationError({name: [fault(ServiceCode.MISSING_FIELD)]})
        if not isinstance(data[name], str):
            raise ValidationError({name: [fault(ServiceCode.WRONG_TYPE, says="text_wanted")]})
        if data[name] not in self.type_schemas:
            raise ValidationError({name: not_a_choice(data[name], tuple(self.type_schemas)).messages})
        return super()._load(data, **settings)  # type: ignore[no-untyped-call]


def not_a_choice(value: str, allowed: tuple[str, ...]) -> ValidationError:
    """A text is none of those that are allowed."""
    return wrong(ServiceCode.INVALID_VALUE, "not_a_choice", value=value, allowed=allowed)
