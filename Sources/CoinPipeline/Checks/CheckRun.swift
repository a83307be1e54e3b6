internal import CoinModel
internal import CoinOperations
internal import CoinTables

/// Holds a ranking against checks.
struct CheckRun {
    let store: StoreLocation
    /// The moment against which sources are old.
    let moment: Instant
    /// The ranking; the age of sources needs none.
    var table = Table(title: "", columns: [], rows: [])
    /// How many coins the last run had that got as far; nil where there was none.
    var coinsBefore: Int?
    /// What jumps are measured from: the ranking of that run with their columns; nil where there is none.
    var tableBefore: Table?

    init(store: StoreLocation, moment: Instant) { (self.store, self.moment) = (store, moment) }

    /// What does not hold, an error or a warning each.
    ///
    /// - Throws: `OperationError` when the store cannot be read.
    func failures(of checks: [DataCheck]) throws -> [Diagnostic] {
        try checks.compactMap { check in
            guard let what = try failure(of: check) else { return nil }
            return Diagnostic(check.isFatal ? .error : .warning, "check-failed", place: check.name, what)
        }
    }

    private func failure(of check: DataCheck) throws -> String? {
        let (all, percent, most) = (table.rows.count, check.percent, check.atMost)
        switch check.kind {
        case .condition, .range:
            let filter = try Filter(parsing: check.condition ?? "", columns: table.columns)
            let count = table.rows.count(where: filter.selects)
            if let least = check.atLeast, Double(count) < least.rows(of: all) {
                return "holds for \(count) of \(all) coins, and for at least \(least.text) it should"
            }
            if let most, Double(count) > most.rows(of: all) {
                return "holds for \(count) of \(all) coins\(named(filter)), and for at most \(most.text) it may"
            }
            return nil
        case .jump:
            let now = figures(check.subject, of: table)
            let before = Dictionary(figures(check.subject, of: tableBefore)) { $1 }
            let pairs = now.compactMap { coin, value in before[coin].map { (coin, value, $0) } }
            // From 0 any change is beyond all percent.
            let jumped = pairs.filter { abs($1 - $2) > percent / 100 * abs($2) }
            guard let most, Double(jumped.count) > most.rows(of: pairs.count) else { return nil }
            let coins = first(jumped.map { "\($0) from \(shortest($2)) to \(shortest($1))" })
            let what = "\(jumped.count) of \(pairs.count) coins with a value then and now jumped\(coins)"
            return "\(what) since the last run, and at most \(most.text) may"
        case .change:
            guard let before = coinsBefore, before > 0 else { return nil }
            let change = 100 * abs(Double(all - before)) / Double(before)
            guard change > percent else { return nil }
            let digits = shortest((change * 10).rounded() / 10)
            return "\(all) coins after \(before), \(digits) % apart, and at most \(shortest(percent)) % are allowed"
        case .age:
            guard let newest = try newestDay(of: check.subject, upTo: moment.day, in: store) else {
                let hint = try sourceHint(near: check.subject)
                return "the store has no data of this source up to \(moment.day); \(hint)"
            }
            let age = newest.distance(to: moment.day)
            guard age > check.days else { return nil }
            return "its newest fact is of \(newest), \(counted(age, "day")) old, and \(check.days) are allowed"
        }
    }

    /// What may have been meant by the name of a source that the store does not have.
    private func sourceHint(near name: String) throws -> String {
        let sql = "SELECT DISTINCT source FROM v_coverage ORDER BY source"
        let answer = try storeQuery(sql, rows: 10_000, seconds: 60, in: store, report: { _ in })
        let names = answer.rows.compactMap { $0[0].text }
        return suggestion(for: name, among: names) ?? "there are: \(names.joined(separator: ", "))"
    }

    /// The first coins that a condition selects.
    private func named(_ filter: Filter) -> String {
        guard let id = table.place(of: "coin_id") else { return "" }
        return first(table.rows.lazy.filter(filter.selects).prefix(3).compactMap { $0[id].text })
    }

    private func first(_ names: [String]) -> String {
        names.isEmpty ? "" : " (first \(names.prefix(3).joined(separator: ", ")))"
    }

    /// The values of a column by coin, in the order of the rows, without those that are missing.
    private func figures(_ name: String, of table: Table?) -> [(String, Double)] {
        guard let table, let id = table.place(of: "coin_id"),
            let column = table.place(of: name)
        else { return [] }
        return table.rows.compactMap { row in
            guard let coin = row[id].text, case .number(let value)? = AlertValue(row[column]) else { return nil }
            return (coin, value)
        }
    }
}
