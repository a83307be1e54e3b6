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
    public private(set) var exports: [String: [String: [Double]]] = [:]

    /// A column of an export.
    private struct Column {
        let term: StoredTerm
        let export: String
        /// The term with its region and category: only the same of all three is the same search.
        let key: String
    }

    /// Reads the exports as of a moment.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public init(_ reader: StoreReader, _ asOf: AsOf) throws {
        let columns = try SharedSearchTerms.sharing(SharedSearchTerms.columns(reader))
        guard !columns.isEmpty else { return }
        let newest = asOf.lastCompleteWeek
        var rowOfEntity = [Int32](repeating: -1, count: reader.catalog.entities.count)
        for (row, column) in columns.enumerated() { rowOfEntity[Int(column.term.entity)] = Int32(row) }
        var cells = WeeklyMatrix(rows: columns.count, weeks: SharedSearchTerms.weeks)
        for source in try reader.sources(of: .interest) {
            try reader.fill(&cells, .interest, source: source, newest: newest, rowOfEntity: rowOfEntity)
        }
        for (row, column) in columns.enumerated() {
            var weeks = Array(cells[row: row])
            // Search is read a week late: a file's newest week may be a running one, as of any day.
            let partialFrom = column.term.term.partialFrom ?? newest
            for ago in weeks.indices where newest.advanced(by: -ago) >= min(partialFrom, newest) { weeks[ago] = .nan }
            // A file loaded twice, as seen at two moments, is whole as far as either load knows.
            let held = exports[column.export]?[column.key] ?? weeks
            exports[column.export, default: [:]][column.key] = zip(held, weeks).map { $0.isNaN ? $1 : $0 }
        }
    }

    /// The scale of each coin's interest, of those by export; nil where the coin's export shares none.
    public static func scales(of section: CrossSection, among scales: [String: SearchScale]) -> [SearchScale?] {
        zip(section.interestExport, section.interestSeries).map { export, series in
            guard let export, let series else { return nil }
            return scales[export] ?? scales[loose(export, series)]
        }
    }

    /// The columns of weeks in the store.
    private static func columns(_ reader: StoreReader) throws -> [Column] {
        let terms = reader.catalog.terms
        // Rows in long form that name no export are each on a scale of their own.
        var isLoose = [Bool](repeating: false, count: reader.catalog.entities.count)
        if try reader.sources(of: .interest).contains(looseSource) {
            for term in terms { isLoose[Int(term.entity)] = true }
            isLoose = try reader.entities(with: .interest, source: looseSource, among: isLoose, upTo: nil)
        }
        return terms.filter(\.term.granularity.makesWeeks).map { term in
            let export = reader.catalog.export(of: term)
            return Column(
                term: term,
                export: isLoose[Int(term.entity)] ? loose(export, term.term) : export,
                key: [term.term.term, term.term.region, term.term.category].joined(separator: "\u{1F}")
            )
        }
    }

    /// The columns of exports that share a term with another export.
    private static func sharing(_ columns: [Column]) -> [Column] {
        var exportOf: [String: String] = [:]
        var shared: Set<String> = []
        for column in columns {
            let first = exportOf[column.key]
            if first == nil { exportOf[column.key] = column.export }
            if let first, first != column.export { shared.insert(column.key) }
        }
        guard !shared.isEmpty else { return [] }
        let exports = Set(columns.filter { shared.contains($0.key) }.map(\.export))
        return columns.filter { exports.contains($0.export) }
    }

    /// The source of rows in long form that name no export.
    private static let looseSource = "trends-tidy"

    /// What such a series counts as: an export of one column.
    private static func loose(_ digest: String, _ term: SearchTerm) -> String {
        digest + ":" + [term.coin ?? "", term.term, term.region].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
