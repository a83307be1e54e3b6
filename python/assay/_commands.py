"""The commands that answer with a table."""
from __future__ import annotations

import csv
import functools
import json
import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar, Union

from ._program import call, program

if TYPE_CHECKING:
    import pandas

Path = Union[str, "os.PathLike[str]"]
Result = TypeVar("Result")


class Records(list[dict[str, Any]]):
    """The rows of a table, None where a value is missing; `columns` are there without rows too, `notes` say what it was made from."""

    def __init__(self, rows: Iterable[dict[str, Any]], columns: Iterable[str], notes: Iterable[str]) -> None:
        super().__init__(rows)
        self.columns, self.notes = list(columns), list(notes)


def schema() -> Mapping[str, str]:
    """The type of each column that a ranking can have: integer, number or text."""
    return _types(program())


@functools.lru_cache(maxsize=None)
def _types(path: str) -> Mapping[str, str]:
    rows = json.loads(call(["explain"], (), {"format": "json"})[1])
    return {row["column"]: row["type"] for row in rows}


def frame(rows: Records) -> pandas.DataFrame:
    """A data frame whose whole numbers stay whole where some are missing; `attrs["notes"]` has what it was made from."""
    try:
        import pandas
    except ImportError as absent:
        raise ImportError("pandas is missing: pip install 'assay-coins[pandas]', or use assay.records") from absent
    table = pandas.DataFrame({name: pandas.Series([row[name] for row in rows], dtype=_kind(name, rows)) for name in rows.columns})
    table.attrs["notes"] = rows.notes
    return table


def _kind(name: str, rows: Records) -> Any:
    """The type of a column as the program writes it: 3 is a whole number, 3.0 is not; mixed values stay objects."""
    types = {type(row[name]) for row in rows if row[name] is not None}
    if not types:
        return {"integer": "Int64", "number": "Float64", "text": "string"}.get(schema().get(name, ""), "object")
    kinds = {frozenset([int]): "Int64", frozenset([float]): "Float64", frozenset([int, float]): "Float64", frozenset([str]): "string"}
    return kinds.get(frozenset(types), "object")


class Commands(Generic[Result]):
    """The commands that answer with a table; `make` makes the result of its rows.

    Options are those of the command, `_` for `-`: True is a flag, a list repeats an option.
    """

    def __init__(self, make: Callable[[Records], Result]) -> None:
        self._make = make

    def rank(
        self, *, store: Path | None = None, preset: str | None = None, as_of: str | None = None, top: int | None = None,
        where: str | None = None, sort: str | None = None, columns: str | Iterable[str] | None = None,
        weights: Mapping[str, float] | None = None, **options: Any,
    ) -> Result:
        """The ranking, with `weights` of signals; where no coin passes `where`, an empty table."""
        shown = columns if columns is None or isinstance(columns, str) else ",".join(columns)
        weight = [f"{signal}={value!r}" for signal, value in (weights or {}).items()]
        given = {"store": store, "preset": preset, "as_of": as_of, "columns": shown, "weight": weight}
        filters = {"where": where, "sort": sort, "top": top}
        return self._table(["rank"], [], {**given, **filters, **options}, lambda: ([], {**given, "top": 1}))

    def coin(self, name: str, *, store: Path | None = None, **options: Any) -> Result:
        """One coin by week; `facts=True`, `details=True`, `ranks=True` or `span="7d"` give these instead."""
        return self._table(["coin"], [name], {"store": store, **options})

    def why(self, name: str, metric: str | None = None, *, store: Path | None = None, **options: Any) -> Result:
        """How the score of a coin, or one of its numbers, is made."""
        return self._table(["why"], [name] if metric is None else [name, metric], {"store": store, **options})

    def compare(self, *names: str, store: Path | None = None, **options: Any) -> Result:
        """Coins side by side, a row for each column; `similar="monero"` compares with those nearest to it."""
        return self._table(["compare"], list(names), {"store": store, **options})

    def find(self, *words: str, store: Path | None = None, **options: Any) -> Result:
        """Coins by id, symbol and name; where none is found, an empty table."""

        def any_coin() -> tuple[list[str], Mapping[str, Any]]:
            rows = json.loads(call(["store", "sql"], ["SELECT min(coin_id) AS coin FROM coin"], {"store": store, "format": "json"})[1])
            return [f"id:{rows[0]['coin']}"], {"store": store}

        return self._table(["find"], list(words), {"store": store, **options}, any_coin)

    def evaluate(self, *, store: Path | None = None, force: bool = False, **options: Any) -> Result:
        """How past rankings did, by signal and horizon; with fewer than 30 periods only by `force=True`."""
        return self._table(["evaluate"], [], {"store": store, "force": force, **options})

    def screen(self, name: str, *, screens: Path | None = None, store: Path | None = None, **options: Any) -> Result:
        """The coins that pass a screen of a folder, by default `screens`."""
        return self._table(["screen", "run"], [name], {"screens": screens, "store": store, **options})

    def sql(self, statement: str, *, store: Path | None = None, **options: Any) -> Result:
        """The answer to a statement that only reads."""
        return self._table(["store", "sql"], [statement], {"store": store, **options})

    def _table(
        self, command: list[str], names: list[str], options: Mapping[str, Any],
        other: Callable[[], tuple[list[str], Mapping[str, Any]]] | None = None,
    ) -> Result:
        """Asks for a table; `other` has the same columns surely, and is asked for them where nothing is found."""
        for name in ("format", "output", "errors"):
            if name in options:
                raise TypeError(f"'{name}' is not an option here: the table is what is returned")
        code, text, messages = call(command, names, {**options, "format": "json"}, accept=(0, 8) if other else (0,))
        rows = json.loads(text or "[]")
        if not rows and other and code:
            names, options = other()
        # JSON without rows has no columns, the first line of CSV has.
        columns = rows[0] if rows else next(csv.reader(call(command, names, {**options, "format": "csv"})[1].splitlines()), [])
        return self._make(Records(rows, columns, [one.message for one in messages if one.level == "note"]))
