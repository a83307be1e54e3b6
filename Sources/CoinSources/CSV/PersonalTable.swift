public import CoinModel
public import RawInput

/// A table that a person keeps or another program exported, as texts that have one reading each: numbers in plain digits
/// with a point and all their digits, times as dates or instants in UTC.
public struct PersonalTable: Sendable {
    /// A column that is asked for.
    public struct Column: Sendable {
        /// What the cells of a column hold.
        public enum Kind: Sendable {
            case text, number, time
        }

        /// What its cells are called in the rows.
        public let name: String
        let headings: [String]
        let kind: Kind
        let isNeeded: Bool
        let clock: [String]
        let zone: [String]
        let isUTC: Bool

        /// A column by the headings that it may have in the file, the first that is there; `name` itself where none is given.
        ///
        /// `clock` and `zone` are headings of columns that no other one takes and that belong to a column of times: the time of
        /// day of its dates, and the zone of those that name none; `isUTC` says that these are in UTC.
        public init(
            _ name: String,
            _ kind: Kind = .text,
            from headings: [String] = [],
            isNeeded: Bool = false,
            clock: [String] = [],
            zone: [String] = [],
            isUTC: Bool = false
        ) {
            self.name = name
            self.kind = kind
            self.isNeeded = isNeeded
            self.headings = (headings.isEmpty ? [name] : headings).map { $0.lowercased() }
            self.clock = clock
            self.zone = zone
            self.isUTC = isUTC
        }
    }

    /// The rows that read, in order.
    public private(set) var rows: [TextRow] = []
    /// Those that do not, with line and reason.
    public private(set) var rejects: [Reject] = []
    /// The names of the columns that the file has.
    public let found: Set<String>
    /// The headings that no column was asked for by, lower-case; columns without a heading are not among them.
    public let others: [String]

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - columns: the columns that are asked for.
    ///   - notation: how numbers and times are written, as far as the caller knows.
    ///   - isGuarded: whether an apostrophe before `= + - @` is the one that keeps spreadsheets from computing a cell.
    ///   - preamble: how many lines that are not blank stand before the header.
    ///   - isNumbered: whether columns of one name are identified by their number, as `cur.`, `cur. 2`.
    /// - Throws: `SourceError` when a needed column is missing or a number or date has two readings; `InputError` when its
    ///   bytes cannot be had.
    public init(
        _ file: inout InputFile,
        _ columns: [Column],
        _ notation: NumberAndDateStyle,
        isGuarded: Bool,
        preamble: Int = 0,
        isNumbered: Bool = false
    ) throws {
        var table = try CSVTable(&file, notation, preamble: preamble, isNumbered: isNumbered)
        let header = table.header
        var places: [(column: Column, place: Int)] = []
        for column in columns {
            let names = column.headings
            let place = column.isNeeded ? try table.required(among: names) : table.column(among: names)
            if let place { places.append((column, place)) }
        }
        found = Set(places.map(\.column.name))
        var used = Set(places.map(\.place))
        func free(_ headings: [String]) -> Int? {
            headings.lazy.compactMap { header.firstIndex(of: $0) }.first { !used.contains($0) }
        }
        var times: [Int: TimeColumn] = [:]
        for (column, place) in places where column.kind == .time {
            let (clock, zone) = (free(column.clock), free(column.zone))
            times[place] = TimeColumn(place, takesZoneless: column.isUTC, clock: clock, zone: zone)
            for place in [clock, zone].compactMap({ $0 }) {
                used.insert(place)
                table.take(place)
            }
        }
        var (rows, rejects, others): ([TextRow], [Reject], [String]) = ([], [], [])
        let collect = { (item: SourceItem) in
            switch item {
            case .reject(let reject): rejects.append(reject)
            case .unreadColumns(let columns): others = columns
            default: break
            }
        }
        try table.forEachRow(&file, collect) { row in
            var cells: [String: String] = [:]
            for (column, place) in places where !row.isEmpty(place) {
                cells[column.name] =
                    switch column.kind {
                    case .text: isGuarded ? PersonalTable.unguarded(row.text(place)) : row.text(place)
                    case .number: try PersonalTable.number(row, place)
                    case .time: try times[place]?.read(row).description
                    }
            }
            rows.append(TextRow(line: row.line, cells))
        }
        (self.rows, self.rejects, self.others) = (rows, rejects, others)
    }

    /// Rows that were read from something else than a table, with the names of their columns.
    init(_ rows: [TextRow], _ found: Set<String>) {
        self.rows = rows
        self.found = found
        others = []
    }

    /// A number in plain digits; nothing where the cell says that there is none.
    private static func number(_ row: borrowing CSVScanner, _ place: Int) throws(RowError) -> String {
        if row.text(place).allSatisfy({ $0 == "-" }) { return "" }
        let text = NumberGrammar.bare(row.text(place))
        guard !text.isEmpty, let value = row.cells.number(text, line: row.line, column: place) else {
            throw row.badNumber(place, "a number")
        }
        let mark: Character = row.cells.notation.decimal == .comma ? "," : "."
        return value.isNaN ? "" : NumberGrammar.plain(text, decimal: mark) ?? ""
    }

    /// The fields of the first lines that are not blank, lower-case: one of them is the header.
    public static func firstLines(of file: inout InputFile) throws -> [[String]] {
        let sketch = TextSketch(try file.peek(InputHead.length))
        return sketch.lines.indices.map { sketch.fields(ofLine: $0).map { $0.lowercased() } }
    }

    /// Whether a line has all columns that are needed.
    public static func isHeader(_ line: [String], of columns: [Column]) -> Bool {
        columns.allSatisfy { column in !column.isNeeded || column.headings.contains { line.contains($0) } }
    }

    /// A cell without the sign that keeps a spreadsheet from computing it.
    static func unguarded(_ text: String) -> String {
        let isGuarded = text.hasPrefix("'") && text.dropFirst().first.map { "=+-@".contains($0) } ?? false
        return isGuarded ? String(text.dropFirst()) : text
    }
}
