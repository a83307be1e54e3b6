internal import CoinModel
internal import CoinOperations
internal import CoinTables

/// Holds a ranking against checks.
struct CheckRun {
    let table: Table
    /// Looks up how many coins the last run had that got as far; nil where there was none.
    let coinsBefore: () throws -> Int?
    let store: StoreLocation
    /// The moment against which sources are old.
    let moment: Instant

    /// What does not hold, an error or a warning each.
    ///
    /// - Throws: `OperationError` when the store cannot be read.
    func failures(of checks: [DataCheck]) throws -> [Diagnostic] {
        try checks.compactMap { check in
            guard let what = try failure(of: check.rule) else { return nil }
            return Diagnostic(check.isFatal ? .error : .warning, "check-failed", place: check.name, what)
        }
    }

    private func failure(of rule: DataCheck.Rule) throws -> String? {
        let all = table.rows.count
        switch rule {
        case .rows(let condition, let least, let most):
            let filter = try Filter(parsing: condition, columns: table.columns)
            let count = table.rows.count(where: filter.selects)
            if let least, Double(count) < least.rows(of: all) {
                return "holds for \(count) of \(all) coins, and for at least \(least.text) it should"
            }
            if let most, Double(count) > most.rows(of: all) {
                return "holds for \(count) of \(all) coins\(named(filter)), and for at most \(most.text) it may"
            }
            return nil
        case .change(let percent):
            guard let before = try coinsBefore(), before > 0 else { return nil }
            let change = 100 * abs(Double(all - before)) / Double(before)
            guard change > percent else { return nil }
            let digits = shortest((change * 10).rounded() / 10)
            return "\(all) coins after \(before), \(digits) % apart, and at most \(shortest(percent)) % are allowed"
        case .within(let days, let source):
            guard let newest = try newestDay(of: source) else { return "the store holds nothing of this source" }
            let age = newest.distance(to: moment.day)
            return age > days ? "its newest fact is of \(newest), \(age) days old, and \(days) are allowed" : nil
        }
    }

    /// The first coins that a condition selects.
    private func named(_ filter: Filter) -> String {
        guard let id = table.columns.firstIndex(where: { $0.name == "coin_id" }) else { return "" }
        let ids = table.rows.lazy.filter(filter.selects).prefix(3).compactMap { row -> String? in
            if case .text(let text) = row[id] { text } else { nil }
        }
        return ids.isEmpty ? "" : " (first \(ids.joined(separator: ", ")))"
    }

    private func newestDay(of source: String) throws -> Day? {
        let name = source.replacing("'", with: "''")
        let sql = "SELECT max(last) FROM v_coverage WHERE source = '\(name)'"
        let answer = try storeQuery(sql, rows: 1, seconds: 60, in: store, tell: { _ in })
        guard case .text(let text)? = answer.rows.first?.first else { return nil }
        return Day(text)
    }
}
