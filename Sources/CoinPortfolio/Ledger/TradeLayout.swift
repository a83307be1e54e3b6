public import CoinModel

/// The table of trades of another program: what its columns are, what its kinds of rows are booked as, and where its fees are.
///
/// This is the only place where the table of trade exports is read; its first lines say what a line of it means.
public struct TradeLayout: Sendable {
    /// Whether a fee comes on top of the amounts of its trade, or is in them already.
    public enum FeeRule: String, CaseIterable, Sendable {
        /// A purchase costs the amount and the fee.
        case onTop = "on top"
        /// The amounts are what was paid and received in the end.
        case inside
    }

    /// A kind of rows that is booked alike: where a cell fits one of the patterns, or none of them.
    struct Rule {
        let column: String
        let patterns: [String]
        /// Whether it holds for cells that fit none.
        let isNegated: Bool
        let booking: TradeBooking
    }

    /// What `--from` calls it.
    public let name: String
    /// Whose table it is.
    public let title: String
    /// The headings by column, in lower case but for files in JSON.
    let headings: [String: String]
    let optional: Set<String>
    private let words: [String: String]
    private let settings: Set<String>
    private let ownRules: [Rule]
    private let parent: String?

    /// Whether it is a table of the person's own or a ledger of this program, of which a minus is refused of what comes.
    public var isOwn: Bool { settings.contains("strict") }
    /// Whether times without a zone are in UTC.
    public var isUTC: Bool { settings.contains("utc") }
    /// Whether dates that are not in the order of ISO 8601 have the day first, or the year in two digits; nil for neither.
    public var dateOrder: NumberAndDateStyle.DateOrder? {
        settings.contains("day-first") ? .dayFirst : settings.contains("short-years") ? .yearFirst : nil
    }
    /// Whether its numbers have a decimal comma.
    public var hasCommas: Bool { settings.contains("comma") }
    /// Whether a unit stands right behind each amount: `0.17BTC`.
    public var isGlued: Bool { settings.contains("glued") }
    /// Whether some of its columns have the same heading, and are identified by their number.
    public var isNumbered: Bool { headings.values.contains { $0.hasSuffix(" 2") } }
    /// Whether rows of the future are drafts.
    var hasDrafts: Bool { settings.contains("drafts") }
    /// Whether a currency of a price is a measure only, as in a ledger, and not what was paid with.
    var hasUnitOfAccount: Bool { settings.contains("account") }
    /// Where the rows of a JSON file are; nil for tables.
    public var rows: String? { words["rows"] }
    /// Where the fee is.
    public var fee: FeeRule { words["fee"].flatMap { FeeRule(rawValue: $0) } ?? .onTop }
    /// Why its tables are not read; nil for those that are.
    public var refusal: String? { words["refused"] }
    /// The currency of a table without a column for it.
    var currency: String? { words["currency"] }
    /// The kind of source whose coins have the currency behind their symbol: `BTCUSD`.
    var ticker: String? { words["ticker"] }
    /// Whether a trade has several rows.
    var isGrouped: Bool { rules.contains { if case .joined = $0.booking { true } else { false } } }

    /// The rules in the order in which they are tried: its own, then those of the layout that it is the same as.
    var rules: [Rule] { ownRules + (origin?.rules ?? []) }
    private var origin: TradeLayout? { parent.flatMap { TradeLayout.named($0) } }

    /// The word of a coin behind the program's own code, such as `XXBT` or `BTC (Bitcoin)`.
    func word(_ text: String) -> String {
        var word = text
        if word.hasSuffix(")"), let mark = word.firstRange(of: " (") { word = String(word[..<mark.lowerBound]) }
        word = String(word.prefix { $0 != ";" })
        for ending in TradeLayout.list(words["endings"] ?? origin?.words["endings"]) where word.hasSuffix(ending) {
            word.removeLast(ending.count)
            while word.count > 2, word.last?.isNumber == true { word.removeLast() }
            break
        }
        let codes = TradeLayout.pairs(words["codes"] ?? origin?.words["codes"])
        return codes.first { $0.0 == word }?.1 ?? word
    }

    /// What a row is booked as by rules; nil for an unknown kind.
    static func booking(of row: TextRow, by rules: [Rule]) -> TradeBooking? {
        let kind = [row["type"], row["subtype"]].compactMap { $0 }.map(TradeLayout.folded).joined(separator: "/")
        return rules.first { rule in
            let text = rule.column == "kind" ? kind : TradeLayout.folded(row[rule.column] ?? "")
            let fits = rule.patterns.contains { pattern in
                if pattern == "empty" { return text.isEmpty }
                if TradeLayout.fits(text, pattern) || rule.column == "kind" && text.hasPrefix(pattern + "/") {
                    return true
                }
                return ExactDecimal(text).map { $0 == ExactDecimal(pattern) } ?? false
            }
            return fits != rule.isNegated
        }?.booking
    }

    /// A word as it is compared.
    static func folded(_ word: String) -> String {
        word.lowercased().split { $0 == " " || $0 == "_" || $0 == "-" }.joined(separator: " ")
    }

    /// Whether a text is a pattern, in which `*` stands for any text.
    static func fits(_ text: String, _ pattern: String) -> Bool { covered(by: text, pattern) != nil }

    /// What the `*` of a pattern stands for in a text, empty without one; nil where the text is another one.
    private static func covered(by text: String, _ pattern: String) -> String? {
        guard let star = pattern.firstIndex(of: "*") else { return text == pattern ? "" : nil }
        let (head, tail) = (pattern[..<star], pattern[pattern.index(after: star)...])
        guard text.count >= head.count + tail.count, text.hasPrefix(head), text.hasSuffix(tail) else { return nil }
        return String(text.dropFirst(head.count).dropLast(tail.count))
    }
}

extension TradeLayout {
    /// The columns and their paths in the rows of a JSON file.
    public var paths: [(name: String, path: String)] { headings.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    /// The headings of a table by column, and what else its header says: the currency in `Net Value (USD)`.
    public struct Header: Sendable {
        /// The headings.
        public let headings: [String: String]
        /// Cells of all rows, by column.
        public let cells: [String: String]
    }

    /// The layout's columns in a header in lower case; nil where one that is needed is missing.
    public func header(_ fields: [String]) -> Header? {
        var found: [String: String] = [:]
        var cells = currency.map { ["currency": $0] } ?? [:]
        for (column, pattern) in headings {
            guard let field = fields.first(where: { TradeLayout.fits($0, pattern) }) else {
                if optional.contains(column) { continue }
                return nil
            }
            found[column] = field
            let covered = (TradeLayout.covered(by: field, pattern) ?? "").filter(\.isLetter)
            if Currency(covered) != nil { cells[column == "worth" ? "worth_currency" : "currency"] = covered }
        }
        return Header(headings: found, cells: cells)
    }

    /// The columns that a person may name in a table of any header, beside those of a ledger.
    public static let extras = [
        "clock", "timezone", "status", "margin", "label", "total", "pair", "sent", "sent_currency", "received",
        "received_currency",
    ]

    /// The layout of a table that a person named the columns of, and of a ledger.
    public static let table = named("table") ?? TradeLayout("[table] a table")

    /// The layout of a name; nil for an unknown one.
    public static func named(_ name: String) -> TradeLayout? { all.first { $0.name == name } }

    /// All that are known by their header.
    public static let known = all.filter { !$0.headings.isEmpty }

    private static let all: [TradeLayout] = {
        let text = String(decoding: PackageResources.trades_txt, as: UTF8.self)
        return text.replacing("\n  ", with: " ").split(separator: "\n[").dropFirst().map { TradeLayout("[" + $0) }
    }()

    private init(_ text: String) {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let parts = (lines.first ?? "").split(separator: "]", maxSplits: 1).map(String.init)
        name = String(parts.first?.dropFirst() ?? "")
        title = trimmed(parts.last ?? "")
        var (words, rules): ([String: String], [Rule]) = ([:], [])
        for line in lines.dropFirst() {
            let mark = line.firstRange(of: ": ") ?? line.endIndex..<line.endIndex
            let key = line[..<mark.lowerBound].split(separator: " ").map(String.init)
            let value = trimmed(String(line[mark.upperBound...]))
            switch key.first {
            case "kind":
                let booking = TradeBooking(key.dropFirst().joined(separator: " "))
                rules.append(
                    Rule(column: "kind", patterns: TradeLayout.patterns(value), isNegated: false, booking: booking)
                )
            case "when":
                let patterns = TradeLayout.patterns(key.dropFirst(3).joined(separator: " "))
                let booking = TradeBooking(value)
                rules.append(Rule(column: key[1], patterns: patterns, isNegated: key[2] == "not", booking: booking))
            default: words[key.joined(separator: " ")] = value
            }
        }
        headings = Dictionary(firstOf: TradeLayout.pairs(words["columns"]))
        optional = Set(TradeLayout.list(words["optional"]))
        settings = Set(TradeLayout.list(words["settings"]))
        parent = words["same as"]
        ownRules = rules
        self.words = words
    }

    private static func patterns(_ text: String) -> [String] { list(text).map(folded) }

    private static func list(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",").map { trimmed(String($0)) }
    }

    private static func pairs(_ text: String?) -> [(String, String)] {
        list(text).map { $0.split(separator: "=", maxSplits: 1).map(String.init) }.map { ($0[0], $0.last ?? "") }
    }
}

/// What a kind of rows is booked as.
enum TradeBooking: Hashable, Sendable {
    /// An entry of this type; a minus stands where the amount is one that left.
    case entry(Transaction.Kind)
    /// One type for what came and another for what went, which the sign or the side of the amount says.
    case sides(in: Transaction.Kind, out: Transaction.Kind)
    /// Coins that are spent or given away.
    case out
    /// One thing for another.
    case trade
    /// The same, in the words of a note.
    case notes
    /// One side of a trade that has a row for each, by a class of such rows.
    case joined(String)
    /// The fee of such a trade.
    case joinedFee
    /// A move within a person's own accounts.
    case move
    /// Money by itself.
    case money
    /// Not booked: expected.
    case skip
    /// Not booked: named with its line, for a reason.
    case list(String)

    /// Reads a booking of the table.
    init(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count > 1 ? words[1] : ""
        switch words.first ?? "" {
        case "transfer": self = .sides(in: .receive, out: .send)
        case "gift": self = .sides(in: .income, out: .send)
        case "earned": self = .sides(in: .income, out: .fee)
        case "out": self = .out
        case "trade": self = .trade
        case "notes": self = .notes
        case "joined": self = .joined(rest)
        case "joined-fee": self = .joinedFee
        case "move": self = .move
        case "money": self = .money
        case "skip": self = .skip
        case let word: self = Transaction.Kind(rawValue: word).map { .entry($0) } ?? .list(rest)
        }
    }
}

extension Transaction.Kind {
    private static let words = TradeLayout.table.rules

    /// The kind that a word means by itself; nil for an unknown one, and for one whose side depends on a sign.
    public init?(word: String) {
        guard
            case .entry(let kind) = TradeLayout.booking(
                of: TextRow(line: 0, ["type": word]),
                by: Transaction.Kind.words
            )
        else {
            return nil
        }
        self = kind
    }
}
