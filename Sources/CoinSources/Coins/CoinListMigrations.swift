internal import CoinModel

/// What a coin list says of coins that became others, row by row: `migrates_from`, `migration_ratio`, `migration_date`.
struct CoinListMigrations {
    private let former: Int?
    private let ratio: Int?
    private let day: Int?
    /// What became of each coin by the rows so far.
    private var successors: [CoinArgument: Successor] = [:]
    /// What each coin was; a list names a coin once.
    private var formers: [CoinArgument: CoinArgument] = [:]

    private struct Successor {
        let coin: CoinArgument
        let day: Day
        let line: Int
    }

    /// The columns that say it; nil for one that the list has not.
    init(former: Int?, ratio: Int?, day: Int?) { (self.former, self.ratio, self.day) = (former, ratio, day) }

    /// What a row says of the coin of this id; nil for nothing.
    ///
    /// - Throws: `RowError` for what does not read, or contradicts an earlier row.
    mutating func decision(of id: String, _ row: borrowing CSVScanner) throws(RowError) -> CoinDecision? {
        var place: Int?
        for column in [former, ratio, day].compactMap({ $0 }) where !row.isEmpty(column) { place = place ?? column }
        guard let place else { return nil }
        let (old, new) = (CoinArgument(try checkedID(row.text(former), column: former)), CoinArgument(id))
        guard !old.id.isEmpty, old != new, let ratio = MigrationRatio(row.text(ratio)), let day = Day(row.text(day))
        else {
            let detail =
                "needs migrates_from with another coin's id, migration_ratio as 100:1, so many old units for so "
                + "many new ones, and migration_date as 2020-10-03"
            throw RowError("bad-migration", column: place, detail)
        }
        if let contradiction = contradiction(old, new, day) {
            throw RowError("migration-conflict", column: place, contradiction + "; leave one of them out")
        }
        (successors[old], formers[new]) = (Successor(coin: new, day: day, line: row.line), old)
        return CoinDecision(old, .migrated(MigrationTerms(ratio: ratio, day: day)), new)
    }

    /// What of the rows so far one coin's becoming another one does not go together with: a coin becomes one other, in
    /// chains whose days ascend, which has no circle then.
    private func contradiction(_ old: CoinArgument, _ new: CoinArgument, _ day: Day) -> String? {
        if let other = successors[old] { return "\(words(old, other)), and a coin becomes one other" }
        let before = formers[old].flatMap { former in successors[former].map { (former, $0) } }
        let after = successors[new].map { (new, $0) }
        let wrong = before.flatMap { $0.1.day >= day ? $0 : nil } ?? after.flatMap { $0.1.day <= day ? $0 : nil }
        return wrong.map { "\(words($0.0, $0.1)), and coins become others in chains of ascending days" }
    }

    private func words(_ former: CoinArgument, _ successor: Successor) -> String {
        "`\(former)` became `\(successor.coin)` on \(successor.day) by line \(successor.line)"
    }
}
