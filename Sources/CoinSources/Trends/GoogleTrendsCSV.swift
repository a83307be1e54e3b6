internal import CoinModel
internal import RawInput

/// Google Trends' interest over time in any language, of any spacing, for one or several terms.
///
/// The file's own year, month, Sunday week, day or hour follows from its dates; only weeks make weeks, of the others hours
/// are facts of their moment, days of their day, months and years of their first day. An empty value and that of a row which
/// the file itself flags as partial are missing, `<1` is ½, and 0 is 0. Glimpse heads its values `Normalized Value (0-100)`:
/// their term is in a line `Search Term,…` or in the file's name, and its estimate of searches, another series, is not read.
struct GoogleTrendsCSV: CSVSource {
    let id = "google-trends-csv"
    let kind = LoadKind.trends
    let title = "Google Trends interest over time, any language and spacing (CSV)"

    func recognises(_ sketch: TextSketch) -> Bool {
        !Set(sketch.header).isSuperset(of: ["term", "week_start"]) && TrendsShape(sketch) != nil
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: ItemSink) throws {
        let sketch = try context.sketch ?? TextSketch(file.peek(InputHead.length))
        let shape = TrendsShape(sketch)
        if case .refused(let refusal) = shape { throw refusal }
        guard case .interest(let headerIndex, let separator, let dateColumn) = shape else {
            throw SourceError("wrong-header", line: 1, detail: "no line is followed by lines that start with dates")
        }
        let names = TrendsShape.fields(sketch.lines[headerIndex], separator)
        let flag = names.lastIndex(where: TrendsShape.isPartialFlag)
        let columns = names.indices.filter {
            $0 > dateColumn && $0 != flag && !names[$0].isEmpty && !TrendsShape.isEstimate(names[$0])
        }
        let name = TrendsFileName(context.stem)
        let preamble = sketch.lines.prefix(headerIndex).map { TrendsShape.fields($0, separator) }
        var export = TrendsExport(
            terms: try columns.map { try GoogleTrendsCSV.term(names[$0], preamble, name) },
            category: sketch.lines.prefix(headerIndex).lazy.compactMap(TrendsText.category).first ?? "",
            name: name
        )
        // The page of 2025 writes one quoted header line, tools one of their own: neither was edited.
        if flag == nil, names[dateColumn].lowercased() != "time" {
            if headerIndex == 0 { try emit(.warning("the line before the header is missing: edited file")) }
            if export.terms.contains(where: \.region.isEmpty) {
                try emit(.warning("a column is not headed `term: (Region)`: edited file"))
            }
        }

        let count = headerIndex + (sketch.declaredSeparator == nil ? 0 : 1)
        let notation = context.hints.notation
        var table = try CSVTable(&file, notation, separator: separator, header: names, behind: count)
        for column in columns + [dateColumn] + (flag.map { [$0] } ?? []) { table.take(column) }
        try table.forEachRow(&file, emit) { row in
            let isPartial = flag.map { row.text($0).lowercased() == "true" } ?? false
            try export.take(row, dateColumn, columns, isPartial: isPartial)
        }
        try export.finish(context, emit)
    }

    /// The term and region of a column, by its heading, the lines before that, and the file's name.
    ///
    /// - Throws: `SourceError` `no-term` where none of them names the term.
    private static func term(_ heading: String, _ preamble: [[String]], _ name: TrendsFileName) throws(SourceError)
        -> (term: String, region: String)
    {
        func said(_ key: String) -> String? { preamble.first { $0.count == 2 && $0[0].lowercased() == key }?[1] }
        var found = TrendsText.term(heading)
        if heading.lowercased() == "normalized value (0-100)" {
            guard let term = said("search term") ?? name.term else {
                let name = "its name, TERM-timeline_Glimpse.csv,"
                let detail = "neither a line `Search Term,…` nor \(name) says what was searched; rename the file"
                throw SourceError("no-term", detail: detail)
            }
            found = (term, said("geography") ?? "")
        }
        return (found.term, found.region.isEmpty ? name.region : found.region)
    }
}
