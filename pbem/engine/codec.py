"""States, events and entries as JSON, and back.

A codec is compiled from the type hints of the dataclasses it is given. It knows plain values,
enums, tuples, lists, dicts, frozensets and dataclasses; anything else is refused when the game
is loaded, not when it is saved. A class that changes shape says `version = 2` and brings
`upcasts = {1: function}`, which turns the fields of version 1 into those of version 2.
"""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args, get_origin

from .words import Seat, Wording

Encode = Callable[[Any], Any]
Decode = Callable[[Any], Any]
Pair = tuple[Encode, Decode]
UNIONS = (typing.Union, types.UnionType)


def _exactly(*kinds: type, then: Decode | None = None) -> Decode:
    """Read what has this type in JSON, and make nothing fit that has another."""

    def decode(value: Any) -> Any:
        if type(value) not in kinds:
            raise TypeError(f"{value!r} is not {' or '.join(kind.__name__ for kind in kinds)}")
        return then(value) if then else value

    return decode


PLAIN_TYPES: dict[Any, Pair] = {
    int: (int, _exactly(int)),
    str: (str, _exactly(str)),
    bool: (bool, _exactly(bool)),
    Seat: (int, _exactly(int, then=Seat)),
    Wording: (str, _exactly(str, then=Wording)),
    type(None): (lambda _none: None, _exactly(type(None))),
}


class Unreadable(Exception):
    """Stored data that does not fit what it should be."""


class Codec:
    """Turns the dataclasses of one game into JSON and back."""

    def __init__(self, classes: Iterable[type]) -> None:
        self._named = {cls.__name__: cls for cls in classes}
        self._pairs: dict[Any, Pair] = {}
        for cls in [*self._named.values()]:
            self._pair(cls)

    def encode(self, value: Any) -> dict[str, Any]:
        """A dataclass as JSON, under its name."""
        cls = type(value)
        body = self._pair(cls)[0](value)
        return {"is": cls.__name__, **body}

    def decode(self, body: Mapping[str, Any]) -> Any:
        """The dataclass that was encoded."""
        if not isinstance(body, Mapping):
            raise Unreadable(f"This is no stored thing: {body!r:.60}.")
        cls = self._named.get(str(body.get("is")))
        if cls is None:
            raise Unreadable(f"Nothing here is called {body.get('is')!r:.60}.")
        try:
            return self._pair(cls)[1](body)
        except (KeyError, TypeError, ValueError, AttributeError) as why:
            raise Unreadable(f"A stored {cls.__name__} cannot be read: {why!r}.") from why

    def _pair(self, hint: Any) -> Pair:
        if hint not in self._pairs:
            compiled = self._fields if dataclasses.is_dataclass(hint) else self._compile
            self._pairs[hint] = compiled(hint)
        return self._pairs[hint]

    def _compile(self, hint: Any) -> Pair:
        if hint in PLAIN_TYPES:
            return PLAIN_TYPES[hint]
        if isinstance(hint, type) and issubclass(hint, enum.Enum):
            return (lambda value: value.value), hint
        origin, args = get_origin(hint), get_args(hint)
        if hint is Any:
            return _same, _same
        if origin is typing.Literal:
            return _same, {value: value for value in args}.__getitem__
        if origin in (tuple, list, frozenset):
            return self._sequence(origin, args)
        if origin is dict:
            return self._dict(args)
        if origin in UNIONS:
            return self._union(args)
        raise TypeError(f"A state or an event cannot hold {hint!r}: only plain values are stored.")

    def _sequence(self, origin: Any, args: tuple[Any, ...]) -> Pair:
        if origin is tuple and not (len(args) == 2 and args[1] is Ellipsis):
            pairs = [self._pair(arg) for arg in args]
            return (
                lambda value: [p[0](v) for p, v in zip(pairs, value, strict=True)],
                lambda value: tuple(p[1](v) for p, v in zip(pairs, value, strict=True)),
            )
        encode, decode = self._pair(args[0])
        read = _exactly(list, tuple)
        if origin is frozenset:
            if dataclasses.is_dataclass(args[0]) or get_origin(args[0]) in UNIONS:
                raise TypeError(f"A set of {args[0]!r} has no order in which it can be stored.")
            return (
                lambda value: sorted(encode(v) for v in value),
                lambda value: frozenset(decode(v) for v in read(value)),
            )
        return (
            lambda value: [encode(v) for v in value],
            lambda value: origin(decode(v) for v in read(value)),
        )

    def _dict(self, args: tuple[Any, ...]) -> Pair:
        (key_in, key_out), (encode, decode) = _key(args[0]), self._pair(args[1])
        return (
            lambda value: {key_in(k): encode(v) for k, v in value.items()},
            lambda value: {key_out(k): decode(v) for k, v in value.items()},
        )

    def _union(self, args: tuple[Any, ...]) -> Pair:
        """Either None and one other type, or several dataclasses told apart by name."""
        others = [arg for arg in args if arg is not type(None)]
        if len(others) == 1:
            encode, decode = self._pair(others[0])
            return (
                lambda value: None if value is None else encode(value),
                lambda value: None if value is None else decode(value),
            )
        if all(arg in (int, str, bool) for arg in others):
            return _same, _exactly(*args)
        if not all(dataclasses.is_dataclass(arg) for arg in others):
            raise TypeError(f"One of {others!r} cannot be told from the others when it is stored.")
        self._named.update({arg.__name__: arg for arg in others})

        def decode_one(value: Any) -> Any:
            found = None if value is None else self.decode(value)
            if type(found) not in args:
                raise TypeError(f"{type(found).__name__} does not belong here")
            return found

        return (lambda value: None if value is None else self.encode(value)), decode_one

    def _fields(self, cls: type) -> Pair:
        hints = typing.get_type_hints(cls)
        pairs = {
            f.name: self._pair(hints[f.name])
            for f in dataclasses.fields(cls)
            if f.metadata.get("stored", True)
        }
        if "version" in pairs:
            raise TypeError(f"{cls.__name__}.version cannot be stored: the codec uses that name.")
        version = getattr(cls, "version", 1)
        upcasts: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]
        upcasts = getattr(cls, "upcasts", {})
        left_out = {
            f.name: None for f in dataclasses.fields(cls) if not f.metadata.get("stored", True)
        }

        def encode(value: Any) -> dict[str, Any]:
            body = {name: pair[0](getattr(value, name)) for name, pair in pairs.items()}
            return body if version == 1 else {"version": version, **body}

        def decode(body: Mapping[str, Any]) -> Any:
            known = dict(body)
            known.pop("is", None)
            stored = known.pop("version", 1)
            if stored > version:
                raise ValueError(f"version {stored}, and only {version} is known here")
            for old in range(stored, version):
                known = upcasts[old](known)
            if known.keys() != pairs.keys():
                raise ValueError(f"fields {sorted(known)} instead of {sorted(pairs)}")
            return cls(**left_out, **{name: pairs[name][1](v) for name, v in known.items()})

        return encode, decode


def _key(hint: Any) -> Pair:
    """The key of a dict, which is always text in JSON: text, a whole number or an enum."""
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        members = {str(member.value): member for member in hint}
        return (lambda key: str(key.value)), members.__getitem__
    if hint in (int, Seat):
        return (lambda key: str(int(key))), (lambda key: hint(int(key)))
    if hint in (str, Wording):
        return str, hint
    raise TypeError(f"The keys of a stored dict cannot be {hint!r}: only text, numbers or enums.")


def _same(value: Any) -> Any:
    return value
