internal import CoinModel
internal import CoinPortfolio
internal import CoinSources
internal import CoinTables
internal import RawInput

extension PortfolioFile {
    /// Appends the trades of a table to the ledger, each once however often it is imported; what is not booked is named by line.
    ///
    /// A row that does not read or names no coin refuses the file: all rows are entered or none. A row is known again by its own id
    /// or, where the program gives none, by its time, type, coin, amount, price, fee and currencies and by how many equal ones stand
    /// before it in the file; what was entered by hand and counts is known in that way too.
    ///
    /// - Throws: `OperationError` when the table or the ledger does not read, or a row of it.
    public func take(_ request: ImportRequest, _ context: CommandContext) throws {
        let coins = try ProfileCoins(context.location)
        let table = try TradeTable(request, report: context.report)
        let words = TradeWords(coins, request, isKnown: table.layout.name != TradeLayout.table.name)
        let booked = TradeBookings(
            table.rows,
            table.layout,
            fee: request.fees.flatMap { TradeLayout.FeeRule(rawValue: $0) },
            skipping: request.skipped,
            now: context.now,
            resolve: words.asset
        )
        try refuse(booked.rejects, words, of: table, request, context.report)
        let read = ReadTrade.all(booked.entries, coins.names)
        var undone = 0
        var short: [Shortfall] = []
        let new = try append { entries in
            let rows = Transaction.rows(of: entries, coins.names)
            let counting = Transaction.rows(of: Transaction.counting(entries), coins.names)
            let fresh = read.filter { !$0.isAmong(request.again ? counting : rows) }
            undone = read.count { !$0.isAmong(counting) } - fresh.count
            let new = ordered(fresh, behind: entries, coins.names)
            short = coins.names.shortfalls(entries + new.map(\.entry), beyond: entries)
            // An export may begin in the middle; in a table of one's own it is a mistake.
            if let fault = short.first, table.layout.isOwn {
                let line = new.first { $0.entry.number == fault.entry.number }.map { ":\($0.line)" } ?? ""
                let why = "\(fault.refusal.detail); nothing was entered"
                throw OperationError(.failed, fault.refusal.reason, place: request.path + line, why)
            }
            return new.map(\.entry)
        }
        reportRejects(booked.listed + booked.warnings, of: request.path, report: context.report)
        if let warning = coins.unchecked { context.report(warning) }
        for shortfall in short { context.report(shortfall.warning) }
        table.reportUnread(context.report)
        let title = table.layout.isOwn ? "" : table.layout.title + ": "
        var what = "\(title)\(booked.counts.sentence); \(counted(new.count, "entry")) added"
        what += ", \(read.count - new.count) there already"
        if undone > 0 { what += " (\(undone) reversed before; --again enters them)" }
        if let number = new.first?.imported {
            what += "; `assay portfolio import --undo \(number)` undoes it"
        }
        context.report(Diagnostic(.note, "imported", place: request.path, what))
    }

    /// Reverses what is left of an import, all of it.
    ///
    /// - Throws: `OperationError` when no import has the number, or nothing of it counts any more.
    public func undo(import number: Int, _ context: CommandContext) throws {
        let names = try ProfileCoins(context.location).names
        var short: [Shortfall] = []
        let new = try append { entries in
            let reversed = Set(entries.compactMap(\.reverses))
            let all = entries.filter { $0.imported == number && $0.kind != .reverse }
            let known = Set(entries.compactMap(\.imported)).sorted().map(String.init)
            guard !all.isEmpty else {
                let next = known.isEmpty ? "nothing was imported" : "imports: \(listed(known))"
                throw OperationError(.nothingSelected, "unknown-import", "unknown import \(number); \(next)")
            }
            let left = all.filter { !reversed.contains($0.number) }
            guard !left.isEmpty else {
                let why = "was undone before; `assay portfolio import FILE --again` enters it once more"
                throw OperationError(.usage, "reversed-before", place: "import \(number)", why)
            }
            let new = left.enumerated().map { place, entry in
                Transaction(reversing: entry, number: entries.count + place + 1, at: context.now)
            }
            short = names.shortfalls(entries + new, beyond: entries)
            return new
        }
        for shortfall in short { context.report(shortfall.warning) }
        let what = "\(counted(new.count, "entry")) of import \(number) reversed; all stay in the ledger, none counts"
        context.report(Diagnostic(.note, "import-undone", place: path, what))
    }

    /// Refuses a table of which rows do not read, or words name no coin or several: a question, with what to answer.
    private func refuse(
        _ rejects: [Reject],
        _ words: TradeWords,
        of table: TradeTable,
        _ request: ImportRequest,
        _ report: DiagnosticSink
    ) throws {
        let questions = words.questions
        guard !rejects.isEmpty || !questions.isEmpty else { return }
        reportRejects(rejects + questions, of: request.path, report: report)
        let why: String
        if rejects.isEmpty {
            why =
                "\(counted(questions.count, "word")) named no coin or several, so nothing was entered"
        } else {
            let all = "\(counted(rejects.count, "row")) of \(table.rows.count) not read, so nothing was entered"
            why = "\(all); correct these rows, or leave out types with --skip"
        }
        let isQuestion = questions.contains { $0.reason == "ambiguous-coin" }
        throw OperationError(isQuestion ? .usage : .failed, "refused-import", place: request.path, why)
    }

    /// New entries with their numbers, in the order in which they may have happened behind those that are there: by their times, those
    /// of one time as in the file, from its end where it has the newest first; where that takes more of a coin than was held, what came
    /// before what went.
    private func ordered(_ fresh: [ReadTrade], behind entries: [Transaction], _ names: LedgerNames)
        -> [(entry: Transaction, line: Int)]
    {
        let isNewestFirst = (fresh.first?.entry.time.limit).map { $0 > fresh.last?.entry.time.limit ?? $0 } ?? false
        let number = 1 + (entries.compactMap(\.imported).max() ?? 0)
        func order(_ key: (Transaction) -> Int) -> [(entry: Transaction, line: Int)] {
            let places = fresh.indices.sorted { left, right in
                let (one, other) = (fresh[left], fresh[right])
                // Entries of one row stay in their order.
                let isTurned = isNewestFirst && one.line != other.line
                return (one.entry.time.limit, key(one.entry), isTurned ? right : left)
                    < (other.entry.time.limit, key(other.entry), isTurned ? left : right)
            }
            return places.enumerated().map { place, index in
                var entry = fresh[index].entry
                entry.number = entries.count + place + 1
                entry.imported = number
                return (entry, fresh[index].line)
            }
        }
        let usual = order { _ in 0 }
        if names.shortfalls(entries + usual.map(\.entry), beyond: entries).isEmpty { return usual }
        return order { [.buy, .receive, .income, .set].contains($0.kind) ? 0 : 1 }
    }
}

/// What the words of a trade export name: coins by their id, symbol or name, or by what a person says of a word; and money.
private final class TradeWords {
    private let coins: ProfileCoins
    private let request: ImportRequest
    private let isKnown: Bool
    private let said: [String: String]
    private var faults: [(word: String, line: Int, error: OperationError)] = []

    init(_ coins: ProfileCoins, _ request: ImportRequest, isKnown: Bool) {
        (self.coins, self.request, self.isKnown) = (coins, request, isKnown)
        said = Dictionary(firstOf: request.coins.map { ($0.key.uppercased(), $0.value) })
    }

    /// What a word of a line names.
    func asset(_ word: String, _ line: Int) -> TradeAsset {
        let other = said[word.uppercased()]
        // What exchanges call EUR is money, even where some coin calls itself so.
        let isMajor = isKnown && Currency.marksOfTokens.contains(word.lowercased())
        if other == nil, isMajor || coins.isMoney(word) { return .money(word) }
        do {
            return .coin(try coins.id(other ?? word, anyway: request.anyway))
        } catch {
            faults.append((word, line, OperationError(error)))
            return .coin(word)
        }
    }

    /// Words that name no coin or several, each once, with what to say.
    var questions: [Reject] {
        faults.map { word, line, error in
            let what = error.diagnostic
            let place = what.place.isEmpty ? "" : "'\(what.place)' "
            let isUnknown = what.identifier == "unknown-coin"
            let next = "say which with --coin \(word)=ID" + (isUnknown ? ", or --anyway to take it as it stands" : "")
            return Reject(what.identifier, line: line, detail: "\(place)\(what.message); \(next)")
        }
    }
}

extension TradeCounts {
    /// `4 trades, 0 income, 2 transfers (1 of money), 0 moves, 0 skipped, 1 listed`.
    fileprivate var sentence: String {
        all.filter { $0.name != "out" || $0.count > 0 }.map { name, count, money in
            (["trade", "transfer", "move"].contains(name) ? counted(count, name) : "\(count) \(name)")
                + (money > 0 ? " (\(money) of money)" : "")
        }
        .joined(separator: ", ")
    }
}

/// An entry and the line of the table that it was read from.
private struct ReadTrade {
    /// The entry, with the digest that its row is known by: of its own id, else of what it says.
    let entry: Transaction
    let line: Int
    /// The digest of what it says and of how many say the same before it.
    let said: String

    /// Whether its row is one of some, by its own id or by what it says.
    func isAmong(_ rows: Set<String>) -> Bool { rows.contains(said) || entry.row.map { rows.contains($0) } ?? false }

    static func all(_ booked: [TradeBookings.Booked], _ names: LedgerNames) -> [ReadTrade] {
        var seen: [String: Int] = [:]
        return booked.map { one in
            var entry = names.renamed(one.entry)
            seen[entry.content, default: 0] += 1
            let said = entry.digest(seen[entry.content, default: 1])
            entry.row = one.own.map(contentDigest(ofText:)) ?? said
            return ReadTrade(entry: entry, line: one.line, said: said)
        }
    }
}

private func contentDigest(ofText text: String) -> String {
    var digest = Digest()
    digest.update(text)
    return digest.finish()
}

extension Transaction {
    /// The digests of the rows that entries were imported from, and of what was entered by hand and counts: as rows that are alike,
    /// by the first numbers that no imported one has.
    fileprivate static func rows(of entries: [Transaction], _ names: LedgerNames) -> Set<String> {
        var rows = Set(entries.compactMap(\.row))
        let counting = Transaction.counting(entries).filter { $0.row == nil }
        let alike = Dictionary(
            grouping: (entries.filter { $0.row != nil } + counting).map(names.renamed),
            by: \.content
        )
        for group in alike.values {
            let digests = (1...group.count).map { group[0].digest($0) }
            let free = digests.filter { !rows.contains($0) }
            // Rows with ids of their own have a number too. A coin that was merged meanwhile has another digest in an earlier file.
            let own = group.count { $0.row != nil && !$0.isRenamed } - (digests.count - free.count)
            rows.formUnion(free.dropFirst(max(0, own)))
        }
        return rows
    }

    /// The digest of a row before which so many equal ones stand, itself among them.
    fileprivate func digest(_ count: Int) -> String { contentDigest(ofText: "\(content)\u{0}\(count)") }

    /// What makes it the same entry as another one.
    fileprivate var content: String {
        let texts = [
            time.description, kind.rawValue, coin, "\(amount)", price?.description ?? "", price == nil ? "" : currency,
            fee?.description ?? "", feeCurrency ?? "",
        ]
        return texts.joined(separator: "\u{0}")
    }
}
