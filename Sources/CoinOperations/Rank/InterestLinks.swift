internal import CoinModel
internal import CoinRanking
internal import CoinStore
internal import CoinTables

/// How the search-interest exports of a store come onto one scale.
///
/// Every column of weeks takes part, whether it means a coin or not: a common term is often no coin's. Only exports that
/// share a term with another are read, up to the as-of moment, so where none does this costs a pass over the terms.
struct InterestLinks {
    /// The weeks whose cells link: an export of weeks has at most five years, and levels are of the last one.
    static let weeks = 6 * 52 + 1

    /// The scale of each coin's interest; nil where its export shares none.
    let scales: [SearchScale?]

    /// A column of an export.
    private struct Column {
        let term: StoredTerm
        let export: String
        /// The term with its region and category: only the same of all three is the same search.
        let key: String
    }

    /// - Parameters:
    ///   - reader: the store.
    ///   - section: the coins with the columns that their interest was read from.
    /// - Throws: `StoreError` when a tile is damaged.
    init(_ reader: StoreReader, _ section: CrossSection) throws {
        let columns = try InterestLinks.sharing(InterestLinks.columns(reader))
        guard !columns.isEmpty else {
            scales = section.interestScale
            return
        }
        let newest = section.asOf.lastCompleteWeek
        var rowOfEntity = [Int32](repeating: -1, count: reader.catalog.entities.count)
        for (row, column) in columns.enumerated() { rowOfEntity[Int(column.term.entity)] = Int32(row) }
        var cells = WeeklyMatrix(rows: columns.count, weeks: InterestLinks.weeks)
        for source in try reader.sources(of: .interest) {
            try reader.fill(&cells, .interest, source: source, newest: newest, rowOfEntity: rowOfEntity)
        }
        var files: [String: [String: [Double]]] = [:]
        for (row, column) in columns.enumerated() {
            var weeks = Array(cells[row: row])
            if let partialFrom = column.term.term.partialFrom {
                for ago in weeks.indices where newest.advanced(by: -ago) >= partialFrom { weeks[ago] = .nan }
            }
            // A file loaded twice, as seen at two moments, is whole as far as either load knows.
            let held = files[column.export]?[column.key] ?? weeks
            files[column.export, default: [:]][column.key] = zip(held, weeks).map { $0.isNaN ? $1 : $0 }
        }
        let linked = InterestScale(files.map { InterestScale.File(digest: $0, terms: $1) }).scales
        scales = zip(section.interestExport, section.interestSeries).map { export, series in
            guard let export, let series else { return nil }
            return linked[export] ?? linked[InterestLinks.loose(export, series)]
        }
    }

    /// The columns of weeks in the store.
    private static func columns(_ reader: StoreReader) throws -> [Column] {
        let terms = reader.catalog.terms
        // Rows in long form that name no export are each on a scale of their own.
        var isLoose = [Bool](repeating: false, count: reader.catalog.entities.count)
        if try reader.sources(of: .interest).contains(looseSource) {
            for term in terms { isLoose[Int(term.entity)] = true }
            isLoose = try reader.entities(with: .interest, source: looseSource, among: isLoose)
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
