internal import CoinModel
internal import CoinPortfolio
internal import CoinSources
internal import RawInput

extension PortfolioFile {
    /// Appends the rows of a table to the ledger, each once however often it is imported: all of them or none.
    ///
    /// A row that does not read, names no coin or takes more than is held refuses the file; each is reported with its line. A row is
    /// known again by its digest: that of its time, type, coin, amount, price, fee and currencies, and of how many equal ones
    /// stand before it in the file; what was entered by hand and counts is known likewise.
    ///
    /// - Throws: `OperationError` when the table or the ledger does not read, or a row of it.
    public func take(_ request: ImportRequest, _ context: CommandContext) throws {
        let coins = try ProfileCoins(context.location)
        let table = try TradeTable(request)
        let (read, left) = try rows(of: table, request, coins, context.tell)
        var (known, undone) = (0, 0)
        let new = try append { entries in
            let rows = Transaction.rows(of: entries, coins.names)
            let counting = Transaction.rows(of: Transaction.counting(entries), coins.names)
            let fresh = read.filter { row in !(request.again ? counting : rows).contains(row.entry.row ?? "") }
            known = read.count - fresh.count
            undone = read.count { row in !counting.contains(row.entry.row ?? "") } - fresh.count
            return try numbered(fresh, behind: entries, coins.names, request.path)
        }
        if let warning = coins.unchecked { context.tell(warning) }
        table.tellUnread(context.tell)
        var what = "\(counted(new.count, "entry")) added, \(known) there already"
        if undone > 0 { what += " (\(undone) reversed before; --again enters them)" }
        if left > 0 { what += ", \(counted(left, "row")) left out" }
        if let first = new.first?.number, let last = new.last?.number, last > first {
            what += "; `assay portfolio reverse \(first)-\(last)` takes them back"
        }
        context.tell(Diagnostic(.note, "imported", place: request.path, what))
    }

    /// The entries that the rows of a table come to, with their lines and digests, and how many rows come to none.
    private func rows(of table: TradeTable, _ request: ImportRequest, _ coins: ProfileCoins, _ tell: DiagnosticSink)
        throws -> (read: [ReadTrade], left: Int)
    {
        var rejects = table.rejects
        let rules = TradeRows(
            table.rows,
            skipping: request.skipped,
            sendsWithFee: table.sendsWithFee,
            isMoney: coins.isMoney
        )
        var (read, left): ([ReadTrade], Int) = ([], 0)
        var seen: [String: Int] = [:]
        for row in table.rows {
            do {
                let rows = try rules.rows(of: row)
                if rows.isEmpty { left += 1 }
                for row in rows {
                    let id = try coins.id(of: row, anyway: request.anyway)
                    var entry = try Transaction(row, number: 0, coin: id, isCoin: coins.isCoin)
                    seen[entry.content, default: 0] += 1
                    entry.row = entry.digest(seen[entry.content, default: 1])
                    read.append((entry, row.line))
                }
            } catch let error as Reject {
                rejects.append(Reject(error.reason, line: row.line, detail: error.detail))
            } catch let error as OperationError {
                rejects.append(Reject(row, error))
            }
        }
        guard rejects.isEmpty else {
            report(rejects, of: request.path, tell: tell)
            let next = "correct these rows, or leave out types with --skip"
            let all = table.rows.count + table.rejects.count
            let why = "\(counted(rejects.count, "row")) of \(all) not read, so nothing was entered"
            throw OperationError(.failed, "refused-import", place: request.path, "\(why); \(next)")
        }
        return (read, left)
    }

    /// New entries in the order in which they may have happened behind those that are there.
    private func numbered(_ fresh: [ReadTrade], behind entries: [Transaction], _ names: LedgerNames, _ path: String)
        throws -> [Transaction]
    {
        var refusal: OperationError?
        for order in inOrder(fresh.map(\.entry)) {
            let numbered = order.enumerated().map { place, index in
                var entry = fresh[index].entry
                entry.number = entries.count + place + 1
                return entry
            }
            do throws(Reject) {
                try names.check(entries + numbered)
                return numbered
            } catch {
                let place = error.line.map { $0 - entries.count - 1 }
                let line = place.flatMap { order.indices.contains($0) ? ":\(fresh[order[$0]].line)" : nil } ?? ""
                let why = "\(error.detail); nothing was entered"
                refusal = refusal ?? OperationError(.failed, error.reason, place: path + line, why)
            }
        }
        if let refusal { throw refusal }
        return []
    }
}

/// An entry and the line of the table that it was read from.
private typealias ReadTrade = (entry: Transaction, line: Int)

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
