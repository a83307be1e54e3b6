public import CoinModel
public import CoinStore

/// The search-interest exports of a store that share a term with another, and so can be brought onto one scale.
///
/// Every column of weeks takes part, whether it means a coin or not: a common term is often no coin's. Only exports that
/// share a term with another are read, up to the as-of moment, so where none does this costs a pass over the terms.
public struct SharedSearchTerms {
    /// The weeks whose cells link: an export of weeks has at most five years, and levels are of the last one.
    static let weeks = 6 * 52 + 1

    /// The weekly values of each term, with its region and category, of each export by digest, newest first; NaN is
    /// missing.
    ///
    /// Pulls of one series are one export, by the first of their digests, of their medians.
    public private(set) var exports: [String: [String: [Double]]] = [:]

    /// Reads the exports as of a moment.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public init(_ reader: StoreReader, _ asOf: AsOf) throws {
        let series = try SearchSeries(reader)
        let weekly = reader.catalog.terms.filter(\.term.granularity.makesWeeks)
        let columns = SharedSearchTerms.sharing(weekly.map { (term: $0, export: series.export(of: $0)) })
        guard !columns.isEmpty else { return }
        let newest = asOf.lastCompleteWeek
        var rowOfEntity = [Int32](repeating: -1, count: reader.catalog.entities.count)
        for (row, column) in columns.enumerated() { rowOfEntity[Int(column.term.entity)] = Int32(row) }
        var cells = WeeklyMatrix(rows: columns.count, weeks: SharedSearchTerms.weeks)
        for source in try reader.sources(of: .interest) {
            try reader.fill(&cells, .interest, source: source, newest: newest, rowOfEntity: rowOfEntity)
        }
        for pulls in Dictionary(grouping: columns.indices, by: { series.key(of: columns[$0].term) }).values {
            guard let export = pulls.map({ columns[$0].export }).min() else { continue }
            // The same file may be loaded for several coins, or saved again.
            let rows = Dictionary(firstOf: pulls.map { (series.pull(of: columns[$0].term), $0) }).values
            let weeks = rows.map { columns[$0].term.term.wholeWeeks(of: Array(cells[row: $0]), newest: newest) }
            exports[export, default: [:]][columns[pulls[0]].term.term.search] = SearchSeries.medians(weeks)
        }
    }

    /// The scale of a coin's search, of those by export; nil where its export shares none.
    public static func scale(of search: CoinSearch, among scales: [String: SearchScale]) -> SearchScale? {
        scales[search.export] ?? scales[SearchSeries.loose(search.export, search.term)]
    }

    /// The columns of exports that share a term with another export.
    ///
    /// Only the same term, region and category are the same search.
    private static func sharing(
        _ columns: [(term: StoredTerm, export: String)]
    ) -> [(term: StoredTerm, export: String)] {
        var exportOf: [String: String] = [:]
        var shared: Set<String> = []
        for column in columns {
            let search = column.term.term.search
            let first = exportOf[search]
            if first == nil { exportOf[search] = column.export }
            if let first, first != column.export { shared.insert(search) }
        }
        guard !shared.isEmpty else { return [] }
        let exports = Set(columns.filter { shared.contains($0.term.term.search) }.map(\.export))
        return columns.filter { exports.contains($0.export) }
    }
}
