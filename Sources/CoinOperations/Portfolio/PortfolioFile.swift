public import CoinModel
internal import CoinPortfolio
internal import CoinSources
internal import CoinTables
internal import Foundation

/// The portfolio of a profile: a ledger that only grows, and how its costs are told.
public struct PortfolioFile: Sendable {
    let profile: ProfileFolder
    private static let file = "portfolio.csv"
    private static let settings = "settings.csv"

    /// The portfolio of a profile.
    public init(in profile: ProfileFolder) { self.profile = profile }

    /// Where the ledger is.
    public var path: String { profile.path(of: PortfolioFile.file) }

    /// The digests of what it is made of, the ledger and how costs are told; nil where there is neither.
    public var digest: String? {
        let digests = [PortfolioFile.file, PortfolioFile.settings].map { contentDigest(ofFile: profile.path(of: $0)) }
        guard digests.contains(where: { $0 != nil }) else { return nil }
        return contentDigest(of: Array(digests.map { $0 ?? "" }.joined(separator: "\n").utf8))
    }

    /// The columns of a ledger.
    private static let columns = Transaction.fields.map { name in
        let kinds: [String: PersonalTable.Column.Kind] = [
            "time": .time, "amount": .number, "price": .number, "fee": .number,
        ]
        return PersonalTable.Column(
            name,
            kinds[name] ?? .text,
            isNeeded: ["time", "type", "amount"].contains(name)
        )
    }

    /// Refuses a ledger that does not read whole, before any work is done.
    ///
    /// - Throws: `OperationError` naming file and line.
    public func check() throws { _ = try entries() }

    /// The ledger's entries; none where there is no ledger yet.
    ///
    /// - Throws: `OperationError` naming file and line when it does not read whole.
    func entries() throws -> [Transaction] {
        try entries(profile.rows(of: PortfolioFile.file, PortfolioFile.columns) ?? [])
    }

    private func entries(_ rows: [TextRow]) throws -> [Transaction] {
        do {
            let entries = try rows.enumerated().map { place, row throws(PortfolioError) in
                try Transaction(row, number: place + 1)
            }
            for (place, entry) in entries.enumerated() where entry.number != place + 1 {
                let why = "is entry \(entry.number) where \(place + 1) is expected; a ledger only grows at its end"
                throw OperationError(.failed, "wrong-entry", place: "\(path):\(rows[place].line)", why)
            }
            do throws(PortfolioError) {
                try Transaction.checkReversals(entries)
            } catch {
                let place = error.line.map { "\(path):\(rows[$0 - 1].line)" }
                throw OperationError(.failed, error.reason, place: place ?? path, "\(error.detail); mend the line")
            }
            return entries
        } catch let error as PortfolioError {
            throw OperationError(error, file: path)
        }
    }

    /// What to say in a report where there is no ledger, which a slip in the folder's name looks like; nothing where there is one.
    var notes: [String] {
        let hasNone = !FileManager.default.fileExists(atPath: path)
        return hasNone ? ["There is no ledger \(path): --profile names another folder."] : []
    }

    /// Appends what is made from the entries that are there, while no other process does.
    func append(_ make: ([Transaction]) throws -> [Transaction]) throws -> [Transaction] {
        try profile.change {
            let old = try entries()
            let new = try make(old)
            guard !new.isEmpty else { return new }
            let all = old + new
            try profile.write(Transaction.table(all), to: PortfolioFile.file) { draft in
                // What no command could read again would take the whole ledger with it.
                let read = try entries(ProfileFolder.rows(ofFile: draft, PortfolioFile.columns))
                guard read.map(\.cells) != all.map(\.cells) else { return }
                let why = "would not read as it was entered, so nothing was written; leave the note out"
                throw OperationError(.failed, "unreadable-entry", place: path, why)
            }
            return new
        }
    }

    /// How costs are told: the average, unless the person chose otherwise.
    public func method() throws -> String { try costMethod().rawValue }

    func costMethod() throws -> CostMethod {
        let rows =
            try profile.rows(of: PortfolioFile.settings, ["setting", "value"].map { .init($0, isNeeded: true) }) ?? []
        guard let word = rows.last(where: { $0["setting"] == "method" })?["value"] else { return .average }
        return try PortfolioFile.costMethod(named: word)
    }

    /// Chooses how costs are told from now on, for everything that is in the ledger.
    ///
    /// - Throws: `OperationError` when there is no such method.
    public func choose(method word: String) throws {
        let method = try PortfolioFile.costMethod(named: word)
        let columns = [
            Column("setting", "Setting", .text, meaning: "What is chosen."),
            Column("value", "Value", .text, meaning: "What for."),
        ]
        let table = Table(title: "Settings", columns: columns, rows: [[.text("method"), .text(method.rawValue)]])
        try profile.change { try profile.write(table, to: PortfolioFile.settings) }
    }

    /// The names of the methods of costs.
    public static let costMethods = CostMethod.allCases.map(\.rawValue)

    static func costMethod(named word: String) throws -> CostMethod {
        if let method = CostMethod(rawValue: word) { return method }
        let all = costMethods.joined(separator: ", ")
        throw OperationError(.usage, "unknown-method", place: word, "is no method of costs; there are: \(all)")
    }
}

extension LedgerNames {
    /// Checks that no entry takes more than is held then.
    func check(_ entries: [Transaction]) throws(PortfolioError) {
        var holdings = Holdings(.average, self, rate: { _, _ in nil })
        try holdings.take(counting(entries))
    }
}

/// An entry as a person writes it.
public struct EntryRequest: Sendable {
    /// What happened: buy, sell, receive, send, income, fee or set.
    public let type: String
    /// The coin by its id, symbol or name.
    public let coin: String
    /// How many coins.
    public let amount: String
    /// What one coin cost.
    public var price: String?
    /// The currency of the price.
    public var currency: String?
    /// What the trade cost beside the price.
    public var fee: String?
    /// What the fee was paid in.
    public var feeCurrency: String?
    /// When: a date, or a moment with `Z`, or without where `notation` has a zone; nil for now.
    public var time: String?
    /// What is noted.
    public var note = ""
    /// How numbers and times are written.
    public var notation = Notation()
    /// Whether an id that the store does not know is taken.
    public var anyway = false

    /// An entry of an amount of a coin.
    public init(type: String, coin: String, amount: String) {
        (self.type, self.coin, self.amount) = (type, coin, amount)
    }
}

/// Writes an entry at the end of the ledger.
///
/// - Throws: `OperationError` when it does not read, or takes more than is held at its time.
public func enter(
    _ request: EntryRequest,
    in portfolio: PortfolioFile,
    _ location: StoreLocation,
    now: Instant,
    tell: DiagnosticSink
) throws {
    guard request.type != Transaction.Kind.reverse.rawValue else {
        let why = "is no entry of its own; write `assay portfolio reverse ENTRY`"
        throw OperationError(.usage, "bad-type", place: request.type, why)
    }
    let coins = try ProfileCoins(location)
    let id = try coins.id(request.coin, anyway: request.anyway)
    let cells: [(String, String?)] = [
        ("type", request.type), ("word", request.coin), ("currency", request.currency),
        ("fee_currency", request.feeCurrency), ("note", trimmed(request.note)),
        ("amount", try number(request.amount, request.notation)),
        ("price", try number(request.price, request.notation)),
        ("fee", try number(request.fee, request.notation)),
        ("time", try request.time.map { try time($0, request.notation) } ?? now.description),
    ]
    let new = try portfolio.append { entries in
        var cells = cells
        if let day = dayOfPrices(request, coins, entries, now) { cells.append(("time", day.description)) }
        let row = TextRow(line: 0, Dictionary(cells.map { ($0, $1 ?? "") }) { $1 })
        do throws(PortfolioError) {
            let entry = try Transaction(row, number: entries.count + 1, coin: id, isCoin: coins.isCoin)
            try coins.names.check(entries + [entry])
            return [entry]
        } catch {
            throw OperationError(.usage, error.reason, place: request.coin, error.detail)
        }
    }
    if let warning = coins.unchecked { tell(warning) }
    for entry in new {
        tell(entry.diagnostic)
        if request.time == nil, case .day = entry.time {
            let why = "is dated to the newest prices of the store; --time names another day"
            tell(Diagnostic(.note, "dated-by-prices", place: "entry \(entry.number)", why))
        }
        guard entry.time.limit.day > now.day else { continue }
        let why =
            "entry \(entry.number) is dated \(entry.time), after today; reports leave it out unless --as-of names that day"
        tell(Diagnostic(.warning, "future-entry", place: entry.coin, why))
    }
}

/// The day that `set` is dated where it names none: that of the store's newest prices, where these are more than three days old
/// and no entry is later, so that they value what is held; nil for now.
private func dayOfPrices(_ request: EntryRequest, _ coins: ProfileCoins, _ entries: [Transaction], _ now: Instant)
    -> Day?
{
    guard request.type == Transaction.Kind.set.rawValue, request.time == nil, let day = coins.newestDay,
        day.distance(to: now.day) > 3, entries.allSatisfy({ $0.kind == .reverse || $0.time.limit.day <= day })
    else { return nil }
    return day
}

/// Takes entries back by other ones, all or none; all stay in the ledger.
///
/// - Throws: `OperationError` when there is no such entry, one is taken back already, or later ones need it.
public func reverse(
    _ numbers: ClosedRange<Int>,
    in portfolio: PortfolioFile,
    _ location: StoreLocation,
    now: Instant,
    tell: DiagnosticSink
) throws {
    let names = try ProfileCoins(location).names
    let new = try portfolio.append { entries in
        var number = numbers.lowerBound
        func refused(_ status: ExitStatus, _ id: String, _ why: String) -> OperationError {
            OperationError(status, id, place: "\(number)", why)
        }
        var new: [Transaction] = []
        while number <= numbers.upperBound {
            guard entries.indices.contains(number - 1), entries[number - 1].kind != .reverse else {
                let why = "is no entry to take back; see `assay portfolio activity`"
                throw refused(.nothingSelected, "unknown-entry", why)
            }
            if let other = entries.first(where: { $0.reverses == number }) {
                throw refused(.usage, "reversed-before", "was taken back by entry \(other.number) already")
            }
            let old = entries[number - 1]
            var entry = Transaction(entries.count + new.count + 1, .instant(now), .reverse, old.coin, old.amount)
            entry.reverses = number
            new.append(entry)
            number += 1
        }
        do throws(PortfolioError) {
            try names.check(entries + new)
        } catch {
            number = numbers.lowerBound
            throw refused(.usage, error.reason, "cannot be taken back: without it \(error.detail)")
        }
        return new
    }
    for entry in new { tell(entry.diagnostic) }
}

extension Transaction {
    fileprivate var diagnostic: Diagnostic {
        let what = reverses.map { "entry \($0) does not count any more" } ?? "\(kind) \(amount) at \(time)\(money)"
        return Diagnostic(.note, "entered", place: coin, "entry \(number): \(what)")
    }

    /// What all of it cost or brought.
    private var money: String {
        let total = price.map { " for \(amount * $0) \(currency.uppercased())" } ?? ""
        return total + (fee.map { ", fee \($0) \(isFeeInCoin ? coin : currency.uppercased())" } ?? "")
    }
}

private func number(_ text: String?, _ notation: Notation) throws -> String? {
    guard let text else { return nil }
    if let plain = plainNumber(text, notation) { return plain }
    let next = "write it as 1234.5, or say --decimal comma"
    throw OperationError(.usage, "bad-number", place: text, "is no number, or one with two readings; \(next)")
}

private func time(_ text: String, _ notation: Notation) throws -> String {
    if let time = plainTime(text, notation) { return time }
    let next = "write 2024-03-25, 2024-03-25T10:00:00Z or with +02:00 for the Z, or say --timezone and --date-format"
    throw OperationError(.usage, "bad-time", place: text, "is no date or moment with one reading; \(next)")
}
