internal import CoinModel

/// Where a source's payload has the fields of a `CoinDetail`, as paths below the row of a coin.
///
/// A value of another kind than its field's is left out as a cell; what the source means by unknown is left out without a word.
struct DetailPaths {
    /// The format.
    private let source: String
    /// The currency of its money, lower-case.
    private let quote: String
    /// The path of the coin's id.
    private let id: String
    private var fields: [Field] = []
    /// The path of a list of prices; nil where there is none.
    private var sparkline: String?
    /// Fields that are lists of words, of documents about one coin.
    private var lists: [List] = []

    /// A field: its path, by what a number is to be multiplied, what stands before a text, the kind of a link, and whether 0 means
    /// unknown of a change too.
    private struct Field {
        let field: CoinField
        let path: String
        let scale: Double
        let prefix: String
        let kind: String
        let isZeroUnknown: Bool
    }

    /// A list: its rows below the coin's, the column in them, the kind that stands before each word, what an address begins
    /// with, and the `type` of its rows where others stand among them.
    private struct List {
        let field: CoinField
        let rows: String
        let column: String
        let kind: String
        let prefix: String
        let type: String
    }

    /// A line of the file of details: a field, its path, and what else there is to know of it.
    private typealias Line = (field: CoinField, path: String, options: ArraySlice<String>)

    /// The lines of the file by the formats that they begin with.
    private static let lines: [String: [Line]] = {
        let fields = Dictionary(firstOf: CoinField.allCases.map { ($0.form.name, $0) })
        var lines: [String: [Line]] = [:]
        for line in String(decoding: PackageResources.details_txt, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count > 2, let field = fields[words[1]] else { continue }
            lines[words[0], default: []].append((field, words[2], words[3...]))
        }
        return lines
    }()

    /// The paths of a format, with money in a currency, of which `place` has what stands below each.
    init(of source: String, in quote: String, id: String = "id", at place: String?) {
        (self.source, self.quote, self.id) = (source, quote, id)
        for (field, path, options) in DetailPaths.lines[source] ?? [] {
            func option(_ name: String) -> String {
                options.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) } ?? ""
            }
            let path = path.hasSuffix("/{quote}") ? path.replacing("{quote}", with: quote) : path
            let (prefix, kind) = (option("prefix"), option("kind"))
            if options.contains("each") {
                let (column, type) = (option("column"), option("type"))
                lists.append(List(field: field, rows: path, column: column, kind: kind, prefix: prefix, type: type))
            } else if field == .sparkline {
                sparkline = path
            } else if let place = options.contains("quoted") ? place : "" {
                let (path, scale) = (place + path, 1 / (Double(option("per")) ?? 1))
                fields.append(
                    Field(
                        field: field,
                        path: path,
                        scale: scale,
                        prefix: prefix,
                        kind: kind.isEmpty ? "market" : kind,
                        isZeroUnknown: options.contains("zero-unknown")
                    )
                )
            }
        }
    }

    /// Whether the format says nothing of coins beside facts.
    var isEmpty: Bool { fields.isEmpty && lists.isEmpty }

    /// A path below another one, which may be empty.
    static func path(_ path: String, below place: String) -> String { place.isEmpty ? path : "\(place)/\(path)" }

    /// The most characters of a description, and of any other text.
    private static let limits = (description: 10_000, text: 500)
    /// The most words of a list.
    private static let wordLimit = 100
    /// The most prices of a sparkline: a week of them each hour has 168.
    private static let priceLimit = 400

    /// The most coins of a page whose lists of prices are looked for: to find one takes as long as the page has coins before it.
    private static let pageLimit = 1_000

    /// Words that mean unknown.
    private static let unknown: Set = ["N/A", "-", "0000-00-00", "null"]

    /// Emits what a document's rows at a path say, of those that stand at a time by their line.
    func read(_ rows: String, of document: borrowing JSONDocument, at times: [Int: Instant?], _ emit: ItemSink) throws {
        let space = IdentifierSpace(source: source).name
        var found: [(line: Int, detail: CoinDetail)] = []
        try document.forEachRow(rows, [id] + fields.map(\.path)) { row in
            guard let time = times[row.line] else { return }
            let id: String
            do throws(RowError) {
                id = try row.id(0)
            } catch {
                // The row was counted by its facts already; what it says cannot be put on a coin.
                return
            }
            let coin = CoinArgument(space: space, id: id)
            var detail = CoinDetail(coin, source: source, at: time, quote: quote)
            for (column, field) in fields.enumerated() {
                do throws(RowError) {
                    guard let value = try value(row, column + 1, field) else { continue }
                    let links = field.field == .links ? detail[.links]?.text : nil
                    detail[field.field] = links.map { .text("\($0)\n\(value.text ?? "")") } ?? value
                } catch {
                    try emit(.rejectedCell(error.reject(row.line)))
                }
            }
            found.append((row.line, detail))
        }
        for place in found.indices {
            if let sparkline, rows.hasSuffix("*"), found.count <= DetailPaths.pageLimit {
                let path = "\(rows.dropLast())\(found[place].line - 1)/\(sparkline)"
                found[place].detail[.sparkline] = try prices(path, of: document)
            }
            try takeLists(of: document, below: rows, into: &found[place].detail)
        }
        let details = found.map(\.detail).filter { !$0.isEmpty }
        if !details.isEmpty { try emit(.details(details)) }
    }

    private func value(_ row: JSONRow, _ column: Int, _ field: Field) throws(RowError) -> CoinFieldValue? {
        let (kind, name) = (field.field.form.kind, field.path)
        switch kind {
        case .count, .money, .minutes, .change:
            let number = try row.number(column) * field.scale
            guard !number.isNaN, number != 0 || kind == .change && !field.isZeroUnknown else { return nil }
            let isRight = kind == .change ? number >= -100 : number > 0
            guard isRight, number.isFinite, kind != .count || number == number.rounded() && number <= 0x1p53
            else {
                throw RowError("bad-number", "\(name) is \(number), which it cannot be")
            }
            return .number(number)
        case .time, .day:
            guard let text = try row.text(column), !DetailPaths.unknown.contains(text) else { return nil }
            guard let time = AsOf(text) else {
                throw RowError("bad-time", "\(name) is the text \"\(text.prefix(40))\", not a time")
            }
            if kind == .day { return .text(time.limit.day.description) }
            // Mostly it is written as ISO 8601 has it.
            return .text(text.utf8.last == UInt8(ascii: "Z") && text.utf8.contains(0x54) ? text : time.description)
        case .address:
            guard let text = try row.text(column) else { return nil }
            guard let address = DetailPaths.address(field.prefix + text) else {
                throw RowError("bad-address", "\(name) is the text \"\(text.prefix(40))\", not an address")
            }
            return .text(address)
        case .text:
            let limit = field.field == .description ? DetailPaths.limits.description : DetailPaths.limits.text
            let text = plainText(ofHTML: try row.text(column) ?? "", limit: limit)
            return text.isEmpty || DetailPaths.unknown.contains(text) ? nil : .text(text)
        case .lines where field.field == .links:
            let text = try row.text(column) ?? ""
            return text.isEmpty ? nil : DetailPaths.address(field.prefix + text).map { .text("\(field.kind) \($0)") }
        case .series, .lines: return nil
        }
    }

    /// An address on the web as it is written, without what could disguise it; nil for anything else.
    private static func address(_ text: String) -> String? {
        let isPlain = text.unicodeScalars.allSatisfy {
            ("!"..."~").contains($0) ? $0 != "\"" && $0 != "<" : !$0.isHidden && !$0.properties.isWhitespace
        }
        let lower = text.prefix(8).lowercased()
        let start = lower.hasPrefix("https://") ? 8 : lower.hasPrefix("http://") ? 7 : 0
        return isPlain && start > 0 && text.utf8.count > start && text.utf8.count <= limits.text ? text : nil
    }

    private func prices(_ path: String, of document: borrowing JSONDocument) throws -> CoinFieldValue? {
        guard try document.count(of: path + "/*") <= DetailPaths.priceLimit else { return nil }
        var prices: [String] = []
        try document.forEachRow(path + "/*", [""]) { row in
            if case .number(let price) = row[0] { prices.append("\(price)") }
        }
        return prices.isEmpty ? nil : .text("[" + prices.joined(separator: ",") + "]")
    }

    private func takeLists(
        of document: borrowing JSONDocument,
        below place: String,
        into detail: inout CoinDetail
    ) throws {
        var words: [CoinField: [String]] = [:]
        for list in lists {
            try document.forEachRow(DetailPaths.path(list.rows, below: place), [list.column, "type"]) { row in
                guard list.type.isEmpty || row[1] == .text(list.type) else { return }
                guard case .text(let text) = row[0], words[list.field, default: []].count < DetailPaths.wordLimit else {
                    return
                }
                let isAddress = list.field == .links
                let plain = plainText(ofHTML: text, limit: DetailPaths.limits.text)
                // An empty text behind a prefix would be an address without a name.
                guard !plain.isEmpty, let word = isAddress ? DetailPaths.address(list.prefix + text) : plain else {
                    return
                }
                let line = list.kind.isEmpty ? word : "\(list.kind) \(word)"
                if !words[list.field, default: []].contains(line) { words[list.field, default: []].append(line) }
            }
        }
        for (field, lines) in words where !lines.isEmpty { detail[field] = .text(lines.joined(separator: "\n")) }
    }
}
