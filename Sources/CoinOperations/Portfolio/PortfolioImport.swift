internal import CoinModel
internal import CoinPortfolio
internal import CoinSources
internal import RawInput

/// Appends the rows of a table to the ledger, each once however often it is imported: all of them or none.
///
/// A row that does not read, names no coin or takes more than is held refuses the file; each is reported with its line. A row is
/// known again by its digest: that of its time, type, coin, amount, price, fee and currencies, and of how many equal ones
/// stand before it in the file; what was entered by hand and counts is known likewise.
///
/// - Throws: `OperationError` when the table or the ledger does not read, or a row of it.
public func importTrades(
    _ request: ImportRequest,
    to portfolio: PortfolioFile,
    in location: StoreLocation,
    tell: DiagnosticSink
) throws {
    let coins = try ProfileCoins(location)
    let table = try TradeTable(request)
    var rejects = table.rejects
    let rules = TradeRows(
        table.rows,
        skipping: request.skipped,
        sendsWithFee: table.sendsWithFee,
        isMoney: coins.isMoney
    )
    var (read, left): ([(entry: Transaction, line: Int)], Int) = ([], 0)
    for row in table.rows {
        do {
            let rows = try rules.rows(of: row)
            if rows.isEmpty { left += 1 }
            for row in rows {
                let id = try coins.id(of: row, anyway: request.anyway)
                read.append((try Transaction(row, number: 0, coin: id, isCoin: coins.isCoin), row.line))
            }
        } catch let error as PortfolioError {
            rejects.append(Reject(reason: error.reason, line: row.line, detail: error.detail))
        } catch let error as OperationError {
            rejects.append(Reject(row, error))
        }
    }
    if !rejects.isEmpty {
        report(rejects, of: request.path, tell: tell)
        let next = "correct these rows, or leave out types with --skip"
        let why =
            "\(counted(rejects.count, "row")) of \(table.rows.count + table.rejects.count) not read, so nothing was entered"
        throw OperationError(.failed, "refused-import", place: request.path, "\(why); \(next)")
    }
    var seen: [String: Int] = [:]
    for place in read.indices {
        let content = read[place].entry.content
        seen[content, default: 0] += 1
        read[place].entry.row = read[place].entry.digest(seen[content, default: 1])
    }
    var (known, undone) = (0, 0)
    let new = try portfolio.append { entries in
        let rows = Transaction.rows(of: entries, coins.names)
        let counting = Transaction.rows(of: Transaction.counting(entries), coins.names)
        let fresh = read.filter { row in !(request.again ? counting : rows).contains(row.entry.row ?? "") }
        known = read.count - fresh.count
        undone = read.count { row in !counting.contains(row.entry.row ?? "") } - fresh.count
        var refusal: (any Error)?
        for order in inOrder(fresh.map(\.entry)) {
            let numbered = order.enumerated().map { place, index in
                var entry = fresh[index].entry
                entry.number = entries.count + place + 1
                return entry
            }
            do throws(PortfolioError) {
                try coins.names.check(entries + numbered)
                return numbered
            } catch {
                let place = error.line.map { $0 - entries.count - 1 }
                let line = place.flatMap { order.indices.contains($0) ? ":\(fresh[order[$0]].line)" : nil } ?? ""
                let why = "\(error.detail); nothing was entered"
                refusal = refusal ?? OperationError(.failed, error.reason, place: request.path + line, why)
            }
        }
        if let refusal { throw refusal }
        return []
    }
    if let warning = coins.unchecked { tell(warning) }
    table.tellUnread(tell)
    var what = "\(counted(new.count, "entry")) added, \(known) there already"
    if undone > 0 { what += " (\(undone) taken back before; --again enters them)" }
    if left > 0 { what += ", \(counted(left, "row")) left out" }
    if let first = new.first?.number, let last = new.last?.number, last > first {
        what += "; `assay portfolio reverse \(first)-\(last)` takes them back"
    }
    tell(Diagnostic(.note, "imported", place: request.path, what))
}

/// The places of entries in the orders that they may have happened in, the likeliest first: by their times, those of one time
/// as in the file, from its end where it has the newest first; then with what came before what went.
private func inOrder(_ entries: [Transaction]) -> [[Int]] {
    guard let first = entries.first?.time.limit, let last = entries.last?.time.limit else { return [[]] }
    let isNewestFirst = first > last
    func order(_ key: (Transaction) -> Int) -> [Int] {
        entries.indices.sorted { left, right in
            let (one, other) = (entries[left], entries[right])
            return (one.time.limit, key(one), isNewestFirst ? right : left)
                < (other.time.limit, key(other), isNewestFirst ? left : right)
        }
    }
    return [order { _ in 0 }, order { [.buy, .receive, .income, .set].contains($0.kind) ? 0 : 1 }]
}

extension Transaction {
    /// The digests of the rows that entries were imported from, and of what was entered by hand and counts, as rows behind
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
