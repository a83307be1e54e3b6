"""The module against the program: by `python -m unittest`, or by pytest on an installed wheel."""
import csv
import json
import os
import pickle
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
import unittest
from importlib.util import find_spec
from pathlib import Path
from unittest import mock

import assay
from assay._commands import frame

PLACE = Path()
STORE = Path()


def setUpModule():
    global PLACE, STORE
    PLACE = Path(tempfile.mkdtemp(prefix="assay-python-"))
    assay.demo(PLACE / "demo")
    if assay.run(cwd=PLACE / "demo", quiet=True) != 0:
        raise AssertionError("the sample data has no refused input")
    STORE = PLACE / "demo" / "assay.sqlite"


def tearDownModule():
    shutil.rmtree(PLACE)


def own(*words):
    """What the program itself answers, as it writes it."""
    run = subprocess.run([assay.program(), *map(str, words), "--store", str(STORE), "--format", "json"], check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


ASKED = {
    "rank": (lambda where: where.rank(store=STORE, top=7), ["rank", "--top", "7"]),
    "rank, listed too": (
        lambda where: where.rank(store=STORE, columns=["rank", "coin_id", "interest_level12"], weights={"development": 0.25, "search": 1e-3}, include_derivatives=True),
        ["rank", "--columns", "rank,coin_id,interest_level12", "--weight", "development=0.25", "--weight", "search=0.001", "--include-derivatives"],
    ),
    "coin": (lambda where: where.coin("monero", store=STORE, weeks=5), ["coin", "monero", "--weeks", "5"]),
    "why, of a score": (lambda where: where.why("monero", store=STORE), ["why", "monero"]),
    "why, of a number": (lambda where: where.why("monero", "dev_change_pct", store=STORE), ["why", "monero", "dev_change_pct"]),
    "compare": (lambda where: where.compare("BTC", "XMR", store=STORE), ["compare", "BTC", "XMR"]),
    "compare, similar": (lambda where: where.compare(similar="monero", top=2, store=STORE), ["compare", "--similar", "monero", "--top", "2"]),
    "find": (lambda where: where.find("b", store=STORE), ["find", "b"]),
    "evaluate": (lambda where: where.evaluate(store=STORE, force=True, horizons=[4]), ["evaluate", "--force", "--horizons", "4"]),
    "screen": (
        lambda where: where.screen("revived-small-caps", screens=PLACE / "demo" / "screens", store=STORE),
        ["screen", "run", "revived-small-caps", "--screens", "SCREENS"],
    ),
    "sql": (lambda where: where.sql("-- all\nSELECT * FROM coin", store=STORE), ["store", "sql", "SELECT * FROM coin"]),
}


class Answers(unittest.TestCase):
    def test_tables_are_those_of_the_program(self):
        for name, (ask, words) in ASKED.items():
            with self.subTest(name):
                expected = own(*(str(PLACE / "demo" / "screens") if word == "SCREENS" else word for word in words))
                rows = ask(assay.records)
                self.assertTrue(expected)
                self.assertEqual(list(rows), expected)
                self.assertEqual(rows.columns, list(expected[0]))
                if find_spec("pandas"):
                    self.assert_same(ask(assay) if name == "rank" else frame(rows), rows)

    def assert_same(self, table, rows):
        """That a data frame has the values of the rows, and misses what they miss."""
        import pandas

        self.assertEqual(list(table.columns), rows.columns)
        values = [{key: None if value is pandas.NA else value for key, value in row.items()} for row in table.astype(object).to_dict("records")]
        self.assertEqual(values, list(rows))

    @unittest.skipUnless(find_spec("pandas"), "pandas is not installed")
    def test_missing_whole_numbers_do_not_make_numbers_of_floats(self):
        table = assay.rank(store=STORE, where="rank is missing or rank < 4", columns="rank,coin_id,dev12,developers12")
        self.assertEqual([str(kind) for kind in table.dtypes][:3], ["Int64", "string", "Float64"])
        none = assay.rank(store=STORE, where="dev12 < 0", columns="rank,coin_id,dev12")
        self.assertEqual([str(kind) for kind in none.dtypes], ["Int64", "string", "Float64"])
        self.assertEqual(len(none), 0)
        self.assertTrue(any("Made from facts up to 2024-03-25" in note for note in table.attrs["notes"]))

    def test_empty_tables_have_their_columns(self):
        columns = assay.records.rank(store=STORE, top=1).columns
        for empty, expected in (
            (assay.records.rank(store=STORE, where="price_usd < 0"), columns),
            (assay.records.rank(store=STORE, where="price_usd < 0", columns="coin_id,rank"), ["coin_id", "rank"]),
            (assay.records.rank(store=STORE, short=True, cap_to=1), columns),
            (assay.records.find("no such coin", store=STORE), assay.records.find("b", store=STORE).columns),
            (assay.records.sql('SELECT coin_id, 1 AS "a,b" FROM coin WHERE 0', store=STORE), ["coin_id", "a,b"]),
        ):
            self.assertEqual((list(empty), empty.columns), ([], expected))

    def test_schema_has_the_type_of_each_column(self):
        types = assay.schema()
        self.assertEqual({types[name] for name in ("rank", "coin_id", "dev12")}, {"integer", "text", "number"})
        self.assertLessEqual(set(assay.records.rank(store=STORE, columns="all", top=1).columns), set(types))

    def test_without_pandas_records_are_left(self):
        with mock.patch.dict(sys.modules, {"pandas": None}):
            with self.assertRaisesRegex(ImportError, r"assay-coins\[pandas\]"):
                assay.rank(store=STORE, top=1)
            self.assertEqual(len(assay.records.rank(store=STORE, top=1)), 1)


class Refusals(unittest.TestCase):
    def fails(self, kind, code, identifier, ask):
        with self.assertRaises(assay.AssayError) as caught:
            ask()
        error = caught.exception
        self.assertEqual((type(error), error.code, error.id), (kind, code, identifier))
        self.assertIn(f"[{identifier}]", str(error))
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual((copy.code, copy.diagnostics), (error.code, error.diagnostics))

    def test_errors_have_code_and_identifier(self):
        records = assay.records
        self.fails(assay.UsageError, 2, "unknown-column", lambda: records.rank(store=STORE, where="nope > 1"))
        self.fails(assay.UsageError, 2, "usage", lambda: records.rank(store=STORE, no_such_option=True))
        self.fails(assay.AssayError, 8, "unknown-coin", lambda: records.coin("moner", store=STORE))
        self.fails(assay.AssayError, 8, "few-periods", lambda: records.evaluate(store=STORE))
        self.fails(assay.AssayError, 1, "no-store", lambda: records.rank(store=PLACE / "nowhere.sqlite"))
        self.fails(assay.AssayError, 1, "no-store", lambda: records.find("b", store=PLACE / "nowhere.sqlite"))
        self.fails(assay.UsageError, 2, "file-not-found", lambda: assay.run(PLACE / "nowhere.yaml"))

    def test_hostile_names_are_names(self):
        before = sorted(os.listdir(PLACE))
        for name in ("--output=" + str(PLACE / "written"), "--store", "-", "--", "a\nb", "'\"`$(id)", "x" * 4000, "\u202eabc", "%s%n"):
            with self.subTest(name[:20]):
                self.fails(assay.AssayError, 8, "unknown-coin", lambda: assay.records.coin(name, store=STORE))
                self.assertEqual(list(assay.records.find(name + "?", store=STORE)), [])
        self.fails(assay.UsageError, 2, "unknown-preset", lambda: assay.records.rank(store=STORE, preset="--output=x"))
        self.assertEqual(sorted(os.listdir(PLACE)), before)

    def test_options_of_the_output_are_refused(self):
        for name in ("output", "format", "errors"):
            with self.assertRaisesRegex(TypeError, name):
                assay.records.rank(store=STORE, **{name: str(PLACE / "x")})

    def test_a_busy_store_is_said_to_be_busy(self):
        copy = shutil.copy(STORE, PLACE / "busy.sqlite")
        connection = sqlite3.connect(copy, isolation_level=None)
        connection.execute("BEGIN EXCLUSIVE")
        try:
            self.fails(assay.StoreBusy, 6, "store-busy", lambda: assay.records.rank(store=copy, wait=0))
        finally:
            connection.close()

    def test_a_damaged_store_is_said_to_be_damaged(self):
        damaged = PLACE / "damaged.sqlite"
        content = bytearray(STORE.read_bytes())
        for place in range(4096, len(content), 4096):
            content[place] ^= 0xFF
        damaged.write_bytes(content)
        with self.assertRaises(assay.StoreDamaged) as caught:
            assay.records.rank(store=damaged)
        self.assertEqual(caught.exception.code, 7)

    def test_a_program_of_another_version_is_refused(self):
        other = PLACE / "other"
        for version, read in (("9.9.9", False), ("0.10.0", False), (assay.__version__.rpartition(".")[0] + ".99", True)):
            other.write_text(f"#!/bin/sh\necho {version}\n")
            other.chmod(other.stat().st_mode | stat.S_IXUSR)
            path = str(other.rename(PLACE / f"assay-{version}"))
            with mock.patch.dict(os.environ, {"ASSAY_PROGRAM": path}):
                if read:
                    self.assertEqual(assay.version(), version)
                else:
                    self.fails(assay.AssayError, 1, "version-differs", lambda: assay.records.rank(store=STORE))

    def test_without_a_program_the_error_says_what_to_do(self):
        with mock.patch.dict(os.environ, {"PATH": str(PLACE)}), mock.patch("assay._program.Path.exists", return_value=False):
            os.environ.pop("ASSAY_PROGRAM", None)
            self.fails(assay.AssayError, 1, "no-program", assay.version)
        for path in (PLACE / "nowhere", PLACE, "/bin/false"):
            with mock.patch.dict(os.environ, {"ASSAY_PROGRAM": str(path)}):
                self.fails(assay.AssayError, 1, "no-program", lambda: assay.records.rank(store=STORE))


class Program(unittest.TestCase):
    def test_the_module_is_the_program(self):
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        run = subprocess.run([sys.executable, "-m", "assay", "coin", "moner", "--store", STORE], capture_output=True, text=True, env=environment)
        self.assertEqual(run.returncode, 8)
        self.assertIn("did you mean 'monero'?", run.stderr)

    def test_an_export_is_written(self):
        assay.export(PLACE / "tables", store=STORE)
        with open(PLACE / "tables" / "ranking.csv", newline="") as file:
            names = [row["coin_id"] for row in csv.DictReader(file)]
        self.assertEqual(names[:3], [row["coin_id"] for row in assay.records.rank(store=STORE, top=3)])

    def test_versions_are_one(self):
        self.assertEqual(assay.version(), assay.__version__)


if __name__ == "__main__":
    unittest.main()
