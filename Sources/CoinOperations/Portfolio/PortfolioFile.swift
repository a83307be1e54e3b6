public import CoinModel
internal import CoinPortfolio
internal import CoinSources
internal import CoinTables
internal import Foundation

/// The portfolio of a profile: a ledger that only grows.
public struct PortfolioFile: Sendable {
    private let profile: ProfileFolder

    /// The portfolio of a profile.
    public init(in profile: ProfileFolder) { self.profile = profile }

    private var file: OwnFile<Transaction> {
        OwnFile("portfolio.csv", in: profile, ["time": .time, "amount": .number, "price": .number, "fee": .number])
    }

    /// Where the ledger is.
    public var path: String { file.path }

    /// The digest of the ledger; nil where there is none.
    public var digest: String? { contentDigest(ofFile: path) }

    /// Refuses a ledger that does not read whole, before any work is done.
    ///
    /// - Throws: `OperationError` naming file and line.
    public func check() throws { _ = try entries() }

    /// The ledger's entries; none where there is no ledger yet.
    ///
    /// - Throws: `OperationError` naming file and line when it does not read whole.
    func entries() throws -> [Transaction] { try file.rows() ?? [] }

    /// What to say in a report where there is no ledger, which a slip in the folder's name looks like; nothing where there is one.
    var notes: [String] {
        let hasNone = !FileManager.default.fileExists(atPath: path)
        return hasNone ? ["No ledger \(path): --profile names another folder."] : []
    }

    /// Appends what is made from the entries that are there, while no other process does.
    func append(_ make: ([Transaction]) throws -> [Transaction]) throws -> [Transaction] {
        var new: [Transaction] = []
        try file.change { ledger in
            let old = ledger ?? []
            new = try make(old)
            return new.isEmpty ? nil : old + new
        }
        return new
    }

    /// The names of the methods of costs.
    public static let costMethods = CostMethod.allCases.map(\.rawValue)
}

extension LedgerNames {
    /// Refuses entries that take more than is held, more so than those before them do.
    func check(_ entries: [Transaction], beyond earlier: [Transaction]) throws(Reject) {
        if let short = shortfalls(entries, beyond: earlier).first { throw short.refusal }
    }
}

extension Shortfall {
    /// What to say of it where entries were taken all the same.
    var warning: Diagnostic {
        let what = "more left than had come: \(amount) are missing, the first at \(entry.time)"
        let next = "import or enter what came before, or `assay portfolio set` what was held then"
        return Diagnostic(.warning, "below-zero", place: entry.coin, "\(what); \(next)")
    }
}

extension PortfolioFile {
    /// Writes an entry at the end of the ledger.
    ///
    /// - Parameters:
    ///   - texts: the entry as a person writes it, by the ledger's columns; `coin` by its id, symbol or name, `time` as a date or a
    ///     moment with `Z`, or without where the notation has a zone, and nil for now.
    ///   - notation: how numbers and times are written.
    ///   - anyway: whether an id that the store does not know is taken.
    ///   - context: the store, the clock and who takes reports.
    /// - Throws: `OperationError` when it does not read, or takes more than is held at its time.
    public func enter(
        _ texts: [String: String?],
        _ notation: NumberAndDateStyle,
        anyway: Bool,
        _ context: CommandContext
    ) throws {
        var cells = texts.compactMapValues(\.self)
        guard cells["type"] != Transaction.Kind.reverse.rawValue else {
            let why = "is not an entry of its own; write `assay portfolio reverse ENTRY`"
            throw OperationError(.usage, "bad-type", place: Transaction.Kind.reverse.rawValue, why)
        }
        let coins = try ProfileCoins(context.location)
        let words = cells.removeValue(forKey: "coin") ?? ""
        let id = try coins.id(words, anyway: anyway)
        cells["word"] = words
        cells["note"] = cells["note"].map { trimmed($0) }
        for name in ["amount", "price", "fee"] { cells[name] = try cells[name].map { try number($0, notation) } }
        let isTimed = cells["time"] != nil
        cells["time"] = try cells["time"].map { try time($0, notation) } ?? context.now.description
        let new = try append { entries in
            if !isTimed, let day = dayOfPrices(cells["type"], coins, entries, context.now) {
                cells["time"] = day.description
            }
            do throws(Reject) {
                let row = TextRow(line: 0, cells)
                let entry = try Transaction(row, number: entries.count + 1, coin: id, isCoin: coins.isCoin)
                try coins.names.check(entries + [entry], beyond: entries)
                return [entry]
            } catch {
                throw OperationError(.usage, error.reason, place: words, error.detail)
            }
        }
        if let warning = coins.unchecked { context.report(warning) }
        for entry in new {
            context.report(entry.diagnostic)
            if !isTimed, case .day = entry.time {
                let why = "is dated \(entry.time), the day of the store's newest prices; --time names another day"
                context.report(Diagnostic(.note, "dated-by-prices", place: "entry \(entry.number)", why))
            }
            guard entry.time.limit.day > context.now.day else { continue }
            let what = "entry \(entry.number) is dated \(entry.time), after today"
            let next = "reports leave it out unless --as-of names that day"
            context.report(Diagnostic(.warning, "future-entry", place: entry.coin, "\(what); \(next)"))
        }
    }

    /// Takes entries back by other ones, all or none; all stay in the ledger.
    ///
    /// - Throws: `OperationError` when there is no such entry, one is taken back already, or later ones need it.
    public func reverse(_ numbers: ClosedRange<Int>, _ context: CommandContext) throws {
        let names = try ProfileCoins(context.location).names
        let new = try append { entries in
            func refused(_ number: Int, _ status: ExitStatus, _ id: String, _ why: String) -> OperationError {
                OperationError(status, id, place: "\(number)", why)
            }
            var new: [Transaction] = []
            for number in numbers {
                guard entries.indices.contains(number - 1), entries[number - 1].kind != .reverse else {
                    let why = "is not an entry to reverse; see `assay portfolio activity`"
                    throw refused(number, .nothingSelected, "unknown-entry", why)
                }
                if let other = entries.first(where: { $0.reverses == number }) {
                    throw refused(number, .usage, "reversed-before", "was reversed by entry \(other.number) already")
                }
                let next = entries.count + new.count + 1
                new.append(Transaction(reversing: entries[number - 1], number: next, at: context.now))
            }
            do throws(Reject) {
                try names.check(entries + new, beyond: entries)
            } catch {
                let why = "cannot be reversed: without it \(error.detail)"
                throw refused(numbers.lowerBound, .usage, error.reason, why)
            }
            return new
        }
        for entry in new { context.report(entry.diagnostic) }
    }
}

/// The day that `set` is dated where it names none: that of the store's newest prices, where these are more than three days old
/// and no entry is later, so that they value what is held; nil for now.
private func dayOfPrices(_ type: String?, _ coins: ProfileCoins, _ entries: [Transaction], _ now: Instant) -> Day? {
    guard type == Transaction.Kind.set.rawValue, let day = coins.newestDay, day.distance(to: now.day) > 3,
        entries.allSatisfy({ $0.kind == .reverse || $0.time.limit.day <= day })
    else { return nil }
    return day
}

extension Transaction {
    fileprivate var diagnostic: Diagnostic {
        let what = reverses.map { "entry \($0) does not count any more" } ?? "\(kind) \(amount) at \(time)\(money)"
        return Diagnostic(.note, "entered", place: coin, "entry \(number): \(what)")
    }

    /// What all of it cost or brought.
    private var money: String {
        let total = price.map { " for \(amount * $0) \(currency.uppercased())" } ?? ""
        guard let fee else { return total }
        let sum =
            isFeeInCoin || kind != .buy ? nil : price.map { ", in all \(amount * $0 + fee) \(currency.uppercased())" }
        return total + ", fee \(fee) \(isFeeInCoin ? coin : currency.uppercased())" + (sum ?? "")
    }
}

private func number(_ text: String, _ notation: NumberAndDateStyle) throws -> String {
    if let plain = plainNumber(text, notation) { return plain }
    let next = "write it as 1234.5, or say --decimal comma"
    throw OperationError(.usage, "bad-number", place: text, "is not a number, or one with two readings; \(next)")
}

private func time(_ text: String, _ notation: NumberAndDateStyle) throws -> String {
    if let time = plainTime(text, notation) { return time }
    let next = "write 2024-03-25, 2024-03-25T10:00:00Z or with +02:00 for the Z, or say --timezone and --date-format"
    throw OperationError(.usage, "bad-time", place: text, "is not a date or moment with one reading; \(next)")
}
