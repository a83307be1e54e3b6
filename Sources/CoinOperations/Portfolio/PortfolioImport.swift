public import CoinModel
internal import CoinPortfolio
internal import CoinSources
internal import RawInput

/// How another program's table of trades is read.
public struct ImportRequest: Sendable {
    /// The file.
    public let path: String
    /// The file's headings by the ledger's columns: time, type, coin, amount, price, currency, fee, fee_currency, note.
    public var headings: [String: String] = [:]
    /// How its numbers and times are written.
    public var notation = Notation()
    /// Whether ids that the store does not know are taken.
    public var anyway = false

    /// A file of which nothing is known.
    public init(path: String) { self.path = path }
}

/// Appends the rows of a table to the ledger, each once however often it is imported; rows that do not read, name no coin or
/// take more than is held are reported with their line and left out.
///
/// A row is known again by its digest: that of its time, type, coin, amount, price, fee and currencies, and of how many equal
/// ones stand before it in the file; what was entered by hand and counts is known likewise.
///
/// - Returns: how the command ends: partial where rows were left out, failed where all were.
/// - Throws: `OperationError` when the table or the ledger does not read, or a number or date of it has two readings.
public func importTrades(
    _ request: ImportRequest,
    to portfolio: PortfolioFile,
    in location: StoreLocation,
    tell: DiagnosticSink
) throws -> ExitStatus {
    let fields = Transaction.fields
    for name in request.headings.keys.sorted() where !fields.contains(name) {
        let next = "a ledger has: \(fields.joined(separator: ", "))"
        throw OperationError.unknown("column", name, among: fields, else: next)
    }
    let coinColumns = request.headings["coin"] == nil ? ProfileCoins.columns : []
    let columns = coinColumns + PortfolioFile.columns(from: request.headings, own: false)
    let table: PersonalTable
    do {
        table = try PersonalTable(ofFile: request.path, columns, request.notation, isGuarded: true)
    } catch let error as OperationError where error.diagnostic.identifier == "wrong-header" {
        let (place, message) = (error.diagnostic.place, error.diagnostic.message)
        throw OperationError(.failed, "wrong-header", place: place, "\(message); name the file's own with --map")
    }
    try ProfileCoins.check(table, of: request.path)
    if let row = table.rows.first(where: { Transaction.Kind(word: $0["type"] ?? "") == .reverse }) {
        // Without it, what it takes back would count.
        let why =
            "takes an entry back by its number in another ledger; import what `assay portfolio export` gives there"
        throw OperationError(.failed, "reversal", place: "\(request.path):\(row.line)", why)
    }
    let coins = try ProfileCoins(location)
    var rejects = table.rejects
    var seen: [String: Int] = [:]
    var read: [(entry: Transaction, line: Int)] = []
    for row in table.rows {
        do {
            let id = try coins.id(of: row, anyway: request.anyway)
            var entry = try Transaction(row, number: 0, coin: id, isCoin: coins.isCoin)
            seen[entry.content, default: 0] += 1
            entry.row = entry.digest(seen[entry.content, default: 1])
            read.append((entry, row.line))
        } catch let error as PortfolioError {
            rejects.append(Reject(reason: error.reason, line: row.line, detail: error.detail))
        } catch let error as OperationError {
            rejects.append(Reject(row, error))
        }
    }
    var known = 0
    let new = try portfolio.append { entries in
        let rows = Transaction.rows(of: entries, coins.names)
        var fresh = read.filter { !rows.contains($0.entry.row ?? "") }
        known = read.count - fresh.count
        while true {
            let numbered = fresh.enumerated().map { place, row in
                var entry = row.entry
                entry.number = entries.count + place + 1
                return entry
            }
            do throws(PortfolioError) {
                try coins.names.check(entries + numbered)
                return numbered
            } catch {
                // The entry to blame: a new one is left out, and the others tried again without it.
                guard let place = error.line.map({ $0 - entries.count - 1 }), fresh.indices.contains(place) else {
                    throw OperationError(error, file: request.path)
                }
                rejects.append(Reject(reason: error.reason, line: fresh[place].line, detail: error.detail))
                fresh.remove(at: place)
            }
        }
    }
    if let warning = coins.unchecked { tell(warning) }
    report(rejects, of: request.path, tell: tell)
    let others = table.others.filter { !fields.contains($0) }
    if !others.isEmpty {
        let named = listed(others.map { "`\($0)`" }, most: 8)
        let why = "has columns that were not read: \(named); say what they are with --map column=heading"
        tell(Diagnostic(.note, "unread-columns", place: request.path, why))
    }
    let what = "\(counted(new.count, "entry")) added, \(known) there already, \(rejects.count) rejected"
    tell(Diagnostic(.note, "imported", place: request.path, what))
    return rejects.isEmpty ? .success : new.isEmpty && known == 0 ? .failed : .partial
}

extension Transaction {
    /// The digests of the rows that a ledger was imported from, and of what was entered by hand and counts, as rows behind
    /// them.
    fileprivate static func rows(of entries: [Transaction], _ names: LedgerNames) -> Set<String> {
        var rows = Set(entries.compactMap(\.row))
        var seen: [String: Int] = [:]
        for entry in entries.filter({ $0.row != nil }).map(names.renamed) {
            seen[entry.content, default: 0] += 1
            // A coin that was merged meanwhile has another digest in the file of then.
            if entry.isRenamed { rows.insert(entry.digest(seen[entry.content, default: 1])) }
        }
        for entry in Transaction.counting(entries).map(names.renamed) where entry.row == nil {
            seen[entry.content, default: 0] += 1
            rows.insert(entry.digest(seen[entry.content, default: 1]))
        }
        return rows
    }

    /// The digest of a row before which so many equal ones stand, itself among them.
    fileprivate func digest(_ count: Int) -> String {
        var digest = Digest()
        digest.update("\(content)\u{0}\(count)")
        return digest.finish()
    }

    /// What makes it the same entry as another one.
    fileprivate var content: String {
        let texts = [
            time.description, kind.rawValue, coin, "\(amount)", price?.description ?? "", price == nil ? "" : currency,
            fee?.description ?? "", feeCurrency ?? "",
        ]
        return texts.joined(separator: "\u{0}")
    }
}
