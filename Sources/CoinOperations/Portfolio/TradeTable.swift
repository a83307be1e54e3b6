public import CoinModel
internal import CoinPortfolio
internal import CoinSources
internal import RawInput

/// How another program's table of trades is read.
public struct ImportRequest: Sendable {
    /// The file.
    public let path: String
    /// The file's headings by the ledger's columns and those of `TradeLayout`; none for a table of a known layout.
    public var headings: [String: String] = [:]
    /// How its numbers and times are written.
    public var notation = NumberAndDateStyle()
    /// Whether ids that the store does not know are taken.
    public var anyway = false
    /// The types of rows that are left out.
    public var skipped: [String] = []
    /// Whether rows whose entries were taken back are entered again.
    public var again = false

    /// A file of which nothing is known.
    public init(path: String) { self.path = path }
}

/// The rows of another program's table of trades, by the columns of a ledger and those of `TradeLayout`.
struct TradeTable {
    let rows: [TextRow]
    /// Those that do not read.
    let rejects: [Reject]
    private let path: String
    private let others: [String]
    private let isKnown: Bool
    /// Whether the amount of what was sent has its fee in it.
    let sendsWithFee: Bool

    /// Reads a table whose header is among its first lines: that of a known layout, or one with the columns that are needed.
    ///
    /// - Throws: `OperationError` when a column is missing or unknown, or a number or date has two readings.
    init(_ request: ImportRequest) throws {
        path = request.path
        let names = PortfolioLedger.fields + TradeLayout.extras
        for name in request.headings.keys.sorted() where !names.contains(name) {
            let next = "a ledger has: \(names.joined(separator: ", "))"
            throw OperationError.unknown("column", name, among: names, else: next)
        }
        do {
            var file = try InputFile(path: path, decodedLimit: 64 << 20)
            let lines = try PersonalTable.firstLines(of: &file)
            if request.headings.isEmpty, lines.contains(where: TradeLayout.isSpread) {
                let why = "has the sides of a trade in rows of their own, which are not read; export the trades instead"
                throw OperationError(.failed, "spread-trades", place: path, why)
            }
            let layouts = request.headings.isEmpty ? lines.map { TradeLayout.recognised(by: $0) } : []
            let place = layouts.firstIndex { $0 != nil }
            let layout = place.flatMap { layouts[$0] }
            let columns = TradeTable.columns(request.headings, layout)
            let preamble = place ?? lines.firstIndex { PersonalTable.isHeader($0, of: columns) } ?? 0
            let table = try PersonalTable(&file, columns, request.notation, isGuarded: true, preamble: preamble)
            let isSided = table.found.contains("sent") && table.found.contains("received")
            if !isSided, !table.found.contains("pair") { try ProfileCoins.check(table.found, of: path) }
            rows = table.rows
            rejects = table.rejects
            isKnown = layout != nil
            sendsWithFee = layout?.sendsWithFee ?? false
            others = table.others.filter { !$0.isEmpty && !PortfolioLedger.fields.contains($0) }
        } catch let error as Reject where error.reason == "wrong-header" {
            let why = "\(error.detail); name the file's own with --map"
            throw OperationError(.failed, "wrong-header", place: "\(path):\(error.line ?? 1)", why)
        } catch let error as OperationError {
            throw error
        } catch {
            throw OperationError(error, file: path)
        }
        if let row = rows.first(where: { Transaction.Kind(word: $0["type"] ?? "") == .reverse }) {
            // Without it, what it takes back would count.
            let why =
                "takes an entry back by its number in another ledger; import what `assay portfolio export` gives there"
            throw OperationError(.failed, "reversal", place: "\(path):\(row.line)", why)
        }
    }

    private static func columns(_ map: [String: String], _ layout: TradeLayout?) -> [PersonalTable.Column] {
        let headings = layout?.headings ?? map
        let isSided = headings["sent"] != nil
        let times = headings["time"].map { [$0] } ?? ["time", "date"]
        let clocks = ["clock", "time", "uhrzeit", "zeit", "heure", "hora", "tijd"]
        let time = PersonalTable.Column(
            "time",
            .time,
            from: layout == nil && map["time"] == nil ? ["date", "time"] : times,
            isNeeded: true,
            clock: headings["clock"].map { [$0] } ?? (layout == nil ? clocks : []),
            zone: headings["timezone"].map { [$0] } ?? ["timezone", "time zone", "zeitzone"],
            isUTC: layout?.isUTC ?? false
        )
        let numbers: Set = ["amount", "price", "fee", "total", "sent", "received", "margin"]
        let needed: Set = isSided ? [] : ["type", "amount"]
        let names = (PortfolioLedger.fields + TradeLayout.extras).filter {
            !["time", "clock", "timezone", "entry", "reverses", "row"].contains($0)
        }
        let isGlued: Set = layout?.hasUnits == true ? ["amount", "fee"] : []
        let others = names.filter { $0 != "coin" || headings[$0] != nil }.filter { name in
            // A column of that name stands for itself only where nothing says what columns stand for.
            headings[name] != nil || layout == nil && !TradeLayout.extras.contains(name)
        }.map { name in
            PersonalTable.Column(
                name,
                numbers.contains(name) && !isGlued.contains(name) ? .number : .text,
                from: headings[name].map { [$0] } ?? [],
                isNeeded: layout == nil && (needed.contains(name) || headings[name] != nil)
            )
        }
        let coins = layout == nil && map["coin"] == nil ? ProfileCoins.columns : []
        return [time] + coins + others
    }

    /// Says which columns were not read.
    func tellUnread(_ tell: DiagnosticSink) {
        guard !others.isEmpty else { return }
        let named = listed(others.map { "`\($0)`" }, most: 8)
        let next = isKnown ? "" : "; say what they are with --map column=heading"
        let why = "has columns that were not read: \(named)\(next)"
        tell(Diagnostic(.note, "unread-columns", place: path, why))
    }
}
