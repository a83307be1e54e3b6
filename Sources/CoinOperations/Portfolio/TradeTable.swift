public import CoinModel
internal import CoinPortfolio
internal import CoinSources
internal import CoinTables
internal import RawInput

/// How another program's table of trades is read.
public struct ImportRequest: Sendable {
    /// The file.
    public let path: String
    /// The name of the layout that the file has; nil to recognise it by its header.
    public var layout: String?
    /// The file's headings by the ledger's columns and those of `TradeLayout`; none for a table of a known layout.
    public var headings: [String: String] = [:]
    /// The ids of coins by the words that the file has for them.
    public var coins: [String: String] = [:]
    /// How its numbers and times are written.
    public var notation = NumberAndDateStyle()
    /// Whether ids that the store does not know are taken.
    public var anyway = false
    /// The types of rows that are left out.
    public var skipped: [String] = []
    /// Whether rows whose entries were taken back are entered again.
    public var again = false
    /// Whether fees come `on top` of amounts or are `inside` them; nil for what the layout says.
    public var fees: String?

    /// A file of which nothing is known.
    public init(path: String) { self.path = path }

    /// The layouts that are known by their header: name and program.
    public static let layouts = TradeLayout.known.filter { $0.refusal == nil }.map { (name: $0.name, title: $0.title) }

    /// What `fees` may say.
    public static let feeRules = TradeLayout.FeeRule.allCases.map(\.rawValue)
}

/// The rows of another program's table of trades, by the columns of its layout.
struct TradeTable {
    let rows: [TextRow]
    let layout: TradeLayout
    private let path: String
    private let others: [String]

    /// Reads a table whose header is among its first lines: that of a known layout, or one with the columns that are needed.
    ///
    /// - Throws: `OperationError` when a column is missing or unknown, a number or date has two readings, a row does not read, or two
    ///   exports stand behind each other: nothing of it is taken.
    init(_ request: ImportRequest, report: DiagnosticSink) throws {
        path = request.path
        let names = Transaction.fields + TradeLayout.extras
        for name in request.headings.keys.sorted() where !names.contains(name) {
            let next = "a ledger has: \(names.joined(separator: ", "))"
            throw OperationError.unknown("column", name, among: names, else: next)
        }
        let named = try request.layout.map { name in
            let known = TradeLayout.known.map(\.name)
            guard let layout = TradeLayout.named(name) else {
                throw OperationError.unknown(
                    "export",
                    name,
                    among: known,
                    else: "known: \(known.joined(separator: ", "))"
                )
            }
            return layout
        }
        do {
            var file = try InputFile(path: path, decodedLimit: 64 << 20)
            let layouts = named.map { [$0] } ?? (request.headings.isEmpty ? TradeLayout.known : [])
            if case .json = InputHead(bytes: try file.peek(InputHead.length)).shape {
                guard let layout = layouts.first(where: { $0.rows != nil }), let rows = layout.rows else {
                    throw OperationError(.failed, "wrong-header", place: path, "not a known trade export in JSON")
                }
                let table = try PersonalTable(json: &file, rows: rows, layout.paths)
                (self.layout, self.rows, others) = (layout, table.rows, [])
                return
            }
            let read = try TradeTable.read(&file, layouts, isNamed: named != nil, request)
            layout = read.layout
            others = read.table.others.filter { !$0.isEmpty && !Transaction.fields.contains($0) }
            rows = read.table.rows.map { $0.adding(read.cells) }
            try TradeTable.refuse(read.table.rejects, read.headings, request, report)
        } catch let error as OperationError {
            throw error
        } catch let error as Reject where ["ambiguous-date", "ambiguous-number"].contains(error.reason) {
            let place = "\(path):\(error.line ?? 1)"
            throw OperationError(.usage, error.reason, place: place, "\(error.detail); nothing was entered")
        } catch let error as Reject where error.reason == "wrong-header" {
            let next = named == nil ? "name the file's own with --map" : "leave out --from to have it recognised"
            throw OperationError(
                .failed,
                "wrong-header",
                place: "\(path):\(error.line ?? 1)",
                "\(error.detail); \(next)"
            )
        } catch {
            throw OperationError(error, file: path)
        }
        try refuseOthers()
    }

    /// A table with the layout that its header has, the headings of that, and the cells that the header says of all rows.
    private typealias Read = (
        table: PersonalTable, layout: TradeLayout, headings: [String: String], cells: [String: String]
    )

    private static func read(
        _ file: inout InputFile,
        _ layouts: [TradeLayout],
        isNamed: Bool,
        _ request: ImportRequest
    ) throws -> Read {
        let lines = try PersonalTable.firstLines(of: &file)
        for (place, line) in lines.enumerated() {
            for layout in layouts where layout.rows == nil {
                guard let header = layout.header(layout.isNumbered ? numberedHeadings(line) : line) else {
                    continue
                }
                if let why = layout.refusal {
                    let what = "\(layout.title) are not read: \(why)"
                    throw OperationError(.failed, "refused-import", place: "\(request.path):\(place + 1)", what)
                }
                var notation = request.notation
                notation.dateOrder = layout.dateOrder
                if layout.hasCommas { notation.decimal = notation.decimal ?? .comma }
                let columns = header.headings.sorted { $0.key < $1.key }.compactMap { column($0, $1, header, layout) }
                let isNumbered = layout.isNumbered
                let table = try PersonalTable(
                    &file,
                    columns,
                    notation,
                    isGuarded: true,
                    preamble: place,
                    isNumbered: isNumbered
                )
                return (table, layout, header.headings, header.cells)
            }
        }
        if isNamed, let layout = layouts.first {
            throw Reject("wrong-header", line: 1, detail: "not the header of \(layout.title) (\(layout.name))")
        }
        let columns = columns(request.headings)
        let preamble = lines.firstIndex { PersonalTable.isHeader($0, of: columns) } ?? 0
        let table = try PersonalTable(&file, columns, request.notation, isGuarded: true, preamble: preamble)
        let isSided = table.found.contains("sent") && table.found.contains("received")
        if !isSided, !table.found.contains("pair") { try ProfileCoins.check(table.found, of: request.path) }
        return (table, TradeLayout.table, request.headings, [:])
    }

    private static let numbers: Set = [
        "amount", "price", "fee", "total", "sent", "received", "margin", "worth", "other_amount", "balance",
    ]

    /// A column of a known layout; nil for one that belongs to the times.
    private static func column(
        _ name: String,
        _ heading: String,
        _ header: TradeLayout.Header,
        _ layout: TradeLayout
    ) -> PersonalTable.Column? {
        if ["clock", "timezone"].contains(name) { return nil }
        if name == "time" { return time(header.headings, isUTC: layout.isUTC) }
        return PersonalTable.Column(name, numbers.contains(name) && !layout.isGlued ? .number : .text, from: [heading])
    }

    /// The column of times, with those of the time of day and the zone; the headings that these usually have where none is named.
    private static func time(
        _ headings: [String: String],
        or usual: (time: [String], clock: [String]) = ([], []),
        isUTC: Bool = false
    ) -> PersonalTable.Column {
        func named(_ name: String, _ usual: [String]) -> [String] { headings[name].map { [$0] } ?? usual }
        return PersonalTable.Column(
            "time",
            .time,
            from: named("time", usual.time),
            isNeeded: true,
            clock: named("clock", usual.clock),
            zone: named("timezone", ["timezone", "time zone", "zeitzone"]),
            isUTC: isUTC
        )
    }

    /// The columns of a table of which a person names some, or none.
    private static func columns(_ map: [String: String]) -> [PersonalTable.Column] {
        let clocks = ["clock", "time", "uhrzeit", "zeit", "heure", "hora", "tijd"]
        let time = time(map, or: (["date", "time"], clocks))
        let needed: Set = map["sent"] != nil ? [] : ["type", "amount"]
        let names = (Transaction.fields + TradeLayout.extras).filter {
            !["time", "clock", "timezone", "entry", "reverses", "row", "import"].contains($0)
        }
        let others = names.filter { $0 != "coin" || map[$0] != nil }.filter { name in
            // A column of that name stands for itself only where nothing says what columns stand for.
            map[name] != nil || !TradeLayout.extras.contains(name)
        }.map { name in
            PersonalTable.Column(
                name,
                numbers.contains(name) ? .number : .text,
                from: map[name].map { [$0] } ?? [],
                isNeeded: needed.contains(name) || map[name] != nil
            )
        }
        return [time] + (map["coin"] == nil ? ProfileCoins.columns : []) + others
    }

    /// Refuses a table of which some rows do not read: it may be cut, or two of them behind each other.
    private static func refuse(
        _ rejects: [Reject],
        _ headings: [String: String],
        _ request: ImportRequest,
        _ report: DiagnosticSink
    ) throws {
        guard let first = rejects.first else { return }
        if let header = rejects.first(where: { isHeader($0, headings) }) {
            let why = "the header stands here again; import each export by itself"
            throw OperationError(.failed, "two-exports", place: "\(request.path):\(header.line ?? 1)", why)
        }
        // One answer to all of them, and a question of usage.
        if request.notation.timezone == nil, rejects.allSatisfy({ $0.detail.hasSuffix("--timezone") }) {
            let why = "\(first.detail); nothing was entered"
            throw OperationError(.usage, first.reason, place: "\(request.path):\(first.line ?? 1)", why)
        }
        reportRejects(rejects, of: request.path, report: report)
        let why =
            "\(counted(rejects.count, "row")) not read, so nothing was entered; correct them, or export the file again"
        throw OperationError(.failed, "refused-import", place: request.path, why)
    }

    private static func isHeader(_ reject: Reject, _ headings: [String: String]) -> Bool {
        headings.values.contains { reject.detail.lowercased().hasPrefix("`\($0)`") }
    }

    /// Refuses rows of another person behind one's own, and those that take back entries of another ledger.
    private func refuseOthers() throws {
        if let owner = rows.first?["owner"], let row = rows.first(where: { $0["owner"] != owner }) {
            let why = "has rows of two accounts, the second from here on; import each export by itself"
            throw OperationError(.failed, "two-exports", place: "\(path):\(row.line)", why)
        }
        guard let row = rows.first(where: { Transaction.Kind(word: $0["type"] ?? "") == .reverse }) else { return }
        // Without it, what it takes back would count.
        let why =
            "takes an entry back by its number in another ledger; import what `assay portfolio export` gives there"
        throw OperationError(.failed, "reversal", place: "\(path):\(row.line)", why)
    }

    /// Says which columns of a table that is of no known layout were not read.
    func reportUnread(_ report: DiagnosticSink) {
        guard !others.isEmpty, layout.name == TradeLayout.table.name else { return }
        let named = listed(others.map { "`\($0)`" }, most: 8)
        let why = "has columns that were not read: \(named); say what they are with --map column=heading"
        report(Diagnostic(.note, "unread-columns", place: path, why))
    }
}
