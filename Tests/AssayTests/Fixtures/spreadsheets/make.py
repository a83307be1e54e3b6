#!/usr/bin/env python3
"""Makes the spreadsheets of this folder: python3 make.py

Files named libreoffice-* are saved by LibreOffice itself (soffice, 7.4), from sheets whose cells have the number formats of
a country. Files named excel-* are written as Excel saves them in that country's settings: CSV with the system's list
separator and code page, "CSV UTF-8" with a byte order mark, "Unicode text" as UTF-16 with tabs.
"""
import datetime, os, subprocess, tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
HEADER = ["date", "coin_id", "price_usd", "volume_usd"]
DAYS = [datetime.date(2023, 12, 29), datetime.date(2023, 12, 30), datetime.date(2023, 12, 31)]
EARLY = [datetime.date(2023, 4, 2), datetime.date(2023, 4, 3), datetime.date(2023, 4, 4)]
PRICES = [42099.4, 42156.91, 42265.19]
VOLUMES = [21456789.25, 16013925.5, 16397498.75]
THOUSANDS = [42099, 42156, 42265]

# ---------------------------------------------------------------------------------------------------- LibreOffice

DATES = {"d.m.y": ".", "d/m/y": "/", "m/d/y": "/", "y/m/d": "/", "y-m-d": "-", "y年m月d日": None}


def date_style(form, locale):
    part = {
        "d": '<number:day number:style="long"/>', "m": '<number:month number:style="long"/>',
        "y": '<number:year number:style="long"/>',
    }
    inside = "".join(part.get(c) or f"<number:text>{c}</number:text>" for c in form)
    return f'<number:date-style style:name="ND" {locale}>{inside}</number:date-style>'


def number_style(form, locale):
    kind, places, grouping = form
    number = f'number:decimal-places="{places}" number:min-decimal-places="{places}" number:min-integer-digits="1"'
    if kind == "scientific":
        inside = f'<number:scientific-number {number} number:min-exponent-digits="2"/>'
    else:
        inside = f'<number:number {number} number:grouping="{str(grouping).lower()}"/>'
    if kind == "currency":
        inside = "<number:text>€ </number:text>" + inside
    if kind == "percent":
        return f'<number:percentage-style style:name="NN" {locale}>{inside}<number:text> %</number:text></number:percentage-style>'
    return f'<number:number-style style:name="NN" {locale}>{inside}</number:number-style>'


def sheet(language, country, date, number, rows, date_as_text=False):
    locale = f'number:language="{language}" number:country="{country}"'
    cells = lambda values: "<table:table-row>" + "".join(values) + "</table:table-row>"
    text = lambda value: f'<table:table-cell office:value-type="string"><text:p>{value}</text:p></table:table-cell>'

    def cell(value):
        if value is None:
            return "<table:table-cell/>"
        if isinstance(value, datetime.date):
            return f'<table:table-cell table:style-name="CD" office:value-type="date" office:date-value="{value}"/>'
        if isinstance(value, (int, float)):
            return f'<table:table-cell table:style-name="CN" office:value-type="float" office:value="{value}"/>'
        if value.startswith("="):
            return f'<table:table-cell table:formula="of:{value}"/>'
        return text(value)

    body = cells(map(text, HEADER)) + "".join(cells(map(cell, row)) for row in rows)
    names = ["office:urn:oasis:names:tc:opendocument:xmlns:office:1.0", "style:urn:oasis:names:tc:opendocument:xmlns:style:1.0",
             "text:urn:oasis:names:tc:opendocument:xmlns:text:1.0", "table:urn:oasis:names:tc:opendocument:xmlns:table:1.0",
             "number:urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0", "of:urn:oasis:names:tc:opendocument:xmlns:of:1.2"]
    spaces = " ".join('xmlns:%s="%s"' % tuple(name.split(":", 1)) for name in names)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document {spaces} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>{date_style(date, locale)}{number_style(number, locale)}
<style:style style:name="CD" style:family="table-cell" style:data-style-name="ND"/>
<style:style style:name="CN" style:family="table-cell" style:data-style-name="NN"/></office:automatic-styles>
<office:body><office:spreadsheet><table:table table:name="S">{body}</table:table></office:spreadsheet></office:body>
</office:document>"""


def rows(days, prices=PRICES, volumes=VOLUMES):
    return [[day, "alpha", price, volume] for day, price, volume in zip(days, prices, volumes)]


PLAIN, GROUPED, WHOLE = ("number", 2, False), ("number", 2, True), ("number", 0, True)
SEMICOLON, COMMA, TAB = 59, 44, 9
UTF8, ANSI, UTF16, GB18030 = 76, 1, 65535, 85
ERRORS = [[DAYS[0], "alpha", PRICES[0], "=[.A2]/0"], [DAYS[1], "alpha", PRICES[1], "=NA()"], [DAYS[2], "alpha", PRICES[2], VOLUMES[2]]]
BLANKS = rows(DAYS)[:1] + [[None] * 4] + rows(DAYS)[1:] + [[None] * 4, [None] * 4]
LIBREOFFICE = {  # name: language, country, date, number, rows, separator, character set, as shown
    "de-semicolon": ("de", "DE", "d.m.y", GROUPED, rows(DAYS), SEMICOLON, UTF8, True),
    "de-comma": ("de", "DE", "d.m.y", GROUPED, rows(DAYS), COMMA, UTF8, True),
    "de-tab-utf16": ("de", "DE", "d.m.y", PLAIN, rows(DAYS), TAB, UTF16, True),
    "de-thousands": ("de", "DE", "y-m-d", WHOLE, rows(DAYS, THOUSANDS, [900, 901, 902]), SEMICOLON, UTF8, True),
    "de-thousands-comma": ("de", "DE", "y-m-d", WHOLE, rows(DAYS, THOUSANDS), COMMA, UTF8, True),
    "de-early-april": ("de", "DE", "d.m.y", PLAIN, rows(EARLY), SEMICOLON, UTF8, True),
    "de-euro": ("de", "DE", "d.m.y", ("currency", 2, True), rows(DAYS), SEMICOLON, UTF8, True),
    "de-percent": ("de", "DE", "d.m.y", ("percent", 2, False), rows(DAYS), SEMICOLON, UTF8, True),
    "de-scientific": ("de", "DE", "d.m.y", ("scientific", 4, False), rows(DAYS), SEMICOLON, UTF8, True),
    "de-errors": ("de", "DE", "d.m.y", GROUPED, ERRORS, SEMICOLON, UTF8, True),
    "de-blank-rows": ("de", "DE", "d.m.y", GROUPED, BLANKS, SEMICOLON, UTF8, True),
    "ch-apostrophe": ("de", "CH", "d.m.y", GROUPED, rows(DAYS), SEMICOLON, UTF8, True),
    "fr-semicolon": ("fr", "FR", "d/m/y", GROUPED, rows(DAYS), SEMICOLON, UTF8, True),
    "fr-early-april": ("fr", "FR", "d/m/y", GROUPED, rows(EARLY), SEMICOLON, UTF8, True),
    "fr-ansi": ("fr", "FR", "d/m/y", PLAIN, rows(DAYS), SEMICOLON, ANSI, True),
    "en-us-comma": ("en", "US", "m/d/y", GROUPED, rows(DAYS), COMMA, UTF8, True),
    "en-us-early-april": ("en", "US", "m/d/y", PLAIN, rows(EARLY), COMMA, UTF8, True),
    "en-gb-comma": ("en", "GB", "d/m/y", GROUPED, rows(DAYS), COMMA, UTF8, True),
    "en-us-thousands": ("en", "US", "y-m-d", WHOLE, rows(DAYS, THOUSANDS, [900, 901, 902]), COMMA, UTF8, True),
    "zh-slashes": ("zh", "CN", "y/m/d", GROUPED, rows(DAYS), COMMA, UTF8, True),
    "zh-characters": ("zh", "CN", "y年m月d日", PLAIN, rows(DAYS), COMMA, UTF8, True),
    "zh-gb18030": ("zh", "CN", "y年m月d日", PLAIN, rows(DAYS), COMMA, GB18030, True),
    "serial-numbers": ("en", "US", "y-m-d", PLAIN, rows([45289, 45290, 45291]), COMMA, UTF8, False),
}


def libreoffice():
    with tempfile.TemporaryDirectory() as folder:
        for name, (language, country, date, number, lines, separator, charset, shown) in LIBREOFFICE.items():
            path = os.path.join(folder, f"libreoffice-{name}.fods")
            with open(path, "w") as out:
                out.write(sheet(language, country, date, number, lines))
            save = f"csv:Text - txt - csv (StarCalc):{separator},34,{charset},1,,0,false,true,{str(shown).lower()},false"
            command = ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile", "--convert-to", save]
            subprocess.run(command + ["--outdir", FOLDER, path], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        path = os.path.join(folder, "a.fods")
        with open(path, "w") as out:
            out.write(sheet("en", "US", "y-m-d", PLAIN, rows(DAYS)))
        for kind in ("xlsx", "ods", "xls"):
            command = ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile", "--convert-to", kind]
            subprocess.run(command + ["--outdir", folder, path], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            os.replace(os.path.join(folder, "a." + kind), os.path.join(FOLDER, "libreoffice-workbook." + kind))


# ---------------------------------------------------------------------------------------------------------- Excel

def written(value, decimal, group, places=None):
    text = f"{value:,.{places}f}" if places is not None else f"{value:,}"
    return text.replace(",", "\0").replace(".", decimal).replace("\0", group)


def excel(name, form, decimal, group, separator=";", encoding="utf-8-sig", prices=PRICES, volumes=VOLUMES, days=DAYS,
          first="", behind="", places=2, tail=""):
    lines = [separator.join(HEADER) + behind]
    for day, price, volume in zip(days, prices, volumes):
        fields = [day if isinstance(day, str) else day.strftime(form), "alpha"]
        for value in (price, volume):
            text = value if isinstance(value, str) else written(value, decimal, group, places)
            fields.append(f'"{text}"' if separator in text or "\n" in text else text)
        lines.append(separator.join(fields) + behind)
    text = first + "\r\n".join(lines) + "\r\n" + tail
    with open(os.path.join(FOLDER, f"excel-{name}.csv"), "wb") as out:
        out.write(text.encode(encoding))


def all_excel():
    excel("de-utf8", "%d.%m.%Y", ",", "")
    excel("de-grouped", "%d.%m.%Y", ",", ".")
    excel("de-unicode-text", "%d.%m.%Y", ",", ".", separator="\t", encoding="utf-16")
    excel("de-sep-line", "%d.%m.%Y", ",", "", first="sep=;\r\n", encoding="cp1252")
    excel("de-trailing", "%d.%m.%Y", ",", "", behind=";;;", tail=";;;;;;\r\n;;;;;;\r\n")
    excel("de-thousands-point", "%Y-%m-%d", ",", ".", prices=THOUSANDS, places=0, volumes=["", "", ""])
    excel("de-scientific", "%d.%m.%Y", ",", "", volumes=["2,15E+07", "1,60E+07", "1,64E+07"])
    excel("de-euro-ansi", "%d.%m.%Y", ",", ".", encoding="cp1252", prices=["€ 42.099,40", "€ 42.156,91", "€ 42.265,19"])
    excel("de-local-times", "", ",", "", days=["29.12.2023 13:00", "30.12.2023 13:00", "31.12.2023 13:00"])
    excel("fr-nbsp", "%d/%m/%Y", ",", "\u00a0")
    excel("fr-nbsp-ansi", "%d/%m/%Y", ",", "\u00a0", encoding="cp1252")
    excel("fr-narrow", "%d/%m/%Y", ",", "\u202f")
    excel("en-us", "%m/%d/%Y", ".", ",", separator=",")
    excel("en-us-short", "", ".", "", separator=",", days=["4/2/2023", "4/3/2023", "4/4/2023"])
    excel("en-us-two-digit-years", "%m/%d/%y", ".", "", separator=",")
    excel("en-us-errors", "%m/%d/%Y", ".", "", separator=",", volumes=["#DIV/0!", "#N/A", "#VALUE!"])
    excel("en-us-percent", "%m/%d/%Y", ".", "", separator=",", volumes=["12%", "12 %", "5"])
    excel("zh-slashes", "%Y/%m/%d", ".", "", separator=",", encoding="gb18030")
    excel("zh-unicode-big-endian", "%Y/%m/%d", ".", ",", separator="\t", encoding="utf-16-be", first="\ufeff")
    excel("mixed-marks", "%Y-%m-%d", ",", ".", prices=["42.099", "42156,91", "42265.19"])


if __name__ == "__main__":
    libreoffice()
    all_excel()
