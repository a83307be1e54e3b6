"""Reads workbooks (ECMA-376) by the standard library alone, as spreadsheets do.

workbook.py FILE SHEET [ROWS] prints the cells of a sheet, one a line: place, kind (n, s), format, value as JSON.
"""
import json
import re
import sys
import zipfile
from xml.etree import ElementTree

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")


def parts(path):
    """The XML of each part; every part is well-formed, and dated as the first day of the format."""
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        return {name: ElementTree.fromstring(archive.read(name)) for name in archive.namelist()}


def text(element):
    plain = "".join(node.text or "" for node in element.iter(MAIN + "t"))
    return ESCAPED.sub(lambda match: chr(int(match[1], 16)), plain)


def sheets(path):
    """The cells of each sheet, by its name: place, kind, format, value. None is a formula."""
    xml = parts(path)
    strings = [text(item) for item in xml["xl/sharedStrings.xml"]]
    styles = xml["xl/styles.xml"]
    codes = {"0": "General", "1": "0", "2": "0.00", "3": "#,##0", "49": "@"}
    codes |= {code.get("numFmtId"): code.get("formatCode") for code in styles.iter(MAIN + "numFmt")}
    formats = [codes[look.get("numFmtId")] for look in styles.find(MAIN + "cellXfs")]
    found = {}
    for number, sheet in enumerate(xml["xl/workbook.xml"].iter(MAIN + "sheet"), 1):
        body = xml[f"xl/worksheets/sheet{number}.xml"]
        assert body.find(f".//{MAIN}f") is None, "a formula"
        cells = found[sheet.get("name")] = []
        for cell in body.iter(MAIN + "c"):
            value = cell.find(MAIN + "v")
            if value is not None:
                kind = cell.get("t", "n")
                what = strings[int(value.text)] if kind == "s" else float(value.text)
                cells.append((cell.get("r"), kind, formats[int(cell.get("s", "0"))], what))
    return found


if __name__ == "__main__":
    most = int(sys.argv[3]) if len(sys.argv) > 3 else sys.maxsize
    for place, kind, code, value in sheets(sys.argv[1])[sys.argv[2]]:
        if int(re.sub("[A-Z]", "", place)) <= most:
            print(place, kind, code, json.dumps(value, ensure_ascii=False))
