public import CoinModel

/// This is the only place where the ids of a ledger are read as the coins are now: a merged coin or an alias is its survivor
/// at once, a coin that became another one is that one from the day of the migration on, in its units.
public struct LedgerNames: Sendable {
    private let present: @Sendable (String) -> String?
    /// Which coins became others, the earliest first.
    let migrations: [CoinMigration]

    /// Names of a moment; without parameters every id is the coin's.
    ///
    /// - Parameters:
    ///   - migrations: which coins became others.
    ///   - present: the id that a coin has now, by one that it had once; nil for an unknown one, which stays as it is.
    public init(_ migrations: [CoinMigration] = [], present: @escaping @Sendable (String) -> String? = { _ in nil }) {
        (self.migrations, self.present) = (migrations.sorted { $0.terms.day < $1.terms.day }, present)
    }

    /// The entries that count, as the coins are called at their times, in the order of these.
    public func counting(_ entries: [Transaction], upTo asOf: AsOf? = nil) -> [Transaction] {
        Transaction.counting(entries, upTo: asOf).map(read)
    }

    /// An entry with the id that its coin has now.
    public func renamed(_ entry: Transaction) -> Transaction {
        var entry = entry
        if Currency(entry.currency) == nil, let id = present(entry.currency) { entry.currency = id }
        guard let id = present(entry.coin), id != entry.coin else { return entry }
        return entry.renamed(id)
    }

    /// An entry of what its coin was at its time.
    private func read(_ entry: Transaction) -> Transaction {
        var entry = renamed(entry)
        while let migration = migrations.migration(of: entry.currency), migration.terms.day <= entry.time.limit.day {
            entry.currency = migration.current
            entry.price = entry.price.map { $0.converted(by: migration.terms.ratio) }
        }
        while let migration = migrations.migration(of: entry.coin), migration.terms.day <= entry.time.limit.day {
            let ratio = migration.terms.ratio
            entry = entry.renamed(migration.current)
            entry.amount = entry.amount.converted(by: ratio)
            entry.price = entry.price.map { $0.converted(by: ratio.inverted) }
            if entry.isFeeInCoin { entry.fee = entry.fee.map { $0.converted(by: ratio) } }
        }
        return entry
    }

    /// The coins that entries are of up to a day, those among them that other ones became.
    public func coins(of entries: [Transaction], upTo day: Day) -> Set<String> {
        migrations.reduce(into: Set(entries.map(\.coin))) { coins, migration in
            if migration.terms.day <= day, coins.contains(migration.former) { coins.insert(migration.current) }
        }
    }

    /// What became of the coins of a ledger up to a day, a sentence each, the merged ones first.
    public func notes(on entries: [Transaction], upTo day: Day) -> [String] {
        let ids = Set(entries.map(\.coin))
        let merged = ids.sorted().compactMap { id in
            present(id).flatMap { $0 == id ? nil : "\(id) is \($0) now." }
        }
        let found = coins(of: entries.map(renamed), upTo: day)
        let became = migrations.filter { $0.terms.day <= day && found.contains($0.former) }.map { one in
            one.isOfUnits
                ? "The units of \(one.former) were exchanged, \(one.terms.ratio), on \(one.terms.day)."
                : "\(one.former) became \(one.current), \(one.terms.ratio), on \(one.terms.day)."
        }
        return merged + became
    }
}

extension Transaction {
    /// The entry of a coin by another id of it.
    fileprivate func renamed(_ id: String) -> Transaction {
        var entry = self
        entry.coin = id
        if isFeeInCoin { entry.feeCurrency = id }
        entry.written = written ?? coin
        return entry
    }
}

extension ExactDecimal {
    /// So many old units in new ones; exact where the ratio has a finite decimal, else to 36 digits behind the point.
    func converted(by ratio: MigrationRatio) -> ExactDecimal {
        guard let old = ExactDecimal(shortest: ratio.old), let new = ExactDecimal(shortest: ratio.new),
            let inverse = ExactDecimal(1).divided(by: old)
        else { return self }
        if inverse * old == ExactDecimal(1) { return self * new * inverse }
        return (self * new).divided(by: old) ?? self
    }
}
