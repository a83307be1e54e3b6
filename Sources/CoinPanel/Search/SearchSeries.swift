internal import CoinModel
public import CoinStore

/// The series that the columns of search-interest exports are samples of.
///
/// This is the only place where exports are found to be pulls of one series: what was searched, the spacing and the window
/// agree, and so do the other columns of the export, for all its columns share one scale. Exports that have the same values
/// in all columns and weeks are one pull, however often it was saved: no two samples agree in all of them.
public struct SearchSeries {
    /// A series; equal for columns that are pulls of one.
    public struct Key: Hashable {
        let search: String
        let granularity: SearchTerm.Granularity
        let window: ClosedRange<Week>
        /// The same number for exports that have the same columns; nil for a column on a scale of its own.
        let columns: Int?
    }

    private let catalog: Catalog
    /// For each entity whether it is a row in long form that names no export, and so is on a scale of its own.
    private var isLoose: [Bool]
    private var columnsOf: [String: Int] = [:]
    /// The pull that an export is, by the first of the digests that have its values; itself where it is not listed.
    private var pullOf: [String: String] = [:]

    /// Linear in the terms; reads the weeks of exports that others may repeat.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public init(_ reader: StoreReader) throws {
        catalog = reader.catalog
        isLoose = [Bool](repeating: false, count: catalog.entities.count)
        if try reader.sources(of: .interest).contains(SearchSeries.looseSource) {
            for term in catalog.terms { isLoose[Int(term.entity)] = true }
            let source = SearchSeries.looseSource
            isLoose = try reader.entities(with: .interest, source: source, among: isLoose, upTo: nil)
        }
        var searches: [String: Set<String>] = [:]
        for term in catalog.terms where !isLoose[Int(term.entity)] {
            searches[catalog.export(of: term), default: []].insert(term.term.search)
        }
        let alike = Dictionary(grouping: searches.keys) { searches[$0] }
        for (number, exports) in alike.values.enumerated() { for export in exports { columnsOf[export] = number } }
        let weekly = catalog.terms.filter(\.term.granularity.makesWeeks)
        let repeated = Dictionary(grouping: weekly, by: key).values.filter { Set($0.map(export)).count > 1 }
        try findCopies(among: repeated.flatMap { $0 }, reader)
    }

    private mutating func findCopies(among terms: [StoredTerm], _ reader: StoreReader) throws {
        guard let first = terms.map(\.term.window.lowerBound).min(),
            let last = terms.map(\.term.window.upperBound).max()
        else { return }
        var cells = WeeklyMatrix(rows: terms.count, weeks: first.distance(to: last) + 1)
        var rowOfEntity = [Int32](repeating: -1, count: catalog.entities.count)
        for (row, term) in terms.enumerated() { rowOfEntity[Int(term.entity)] = Int32(row) }
        for source in try reader.sources(of: .interest) {
            try reader.fill(&cells, .interest, source: source, newest: last, rowOfEntity: rowOfEntity)
        }
        var contents: [String: [Key: [Double?]]] = [:]
        for (row, term) in terms.enumerated() {
            contents[export(of: term), default: [:]][key(of: term)] = cells[row: row].map { $0.isNaN ? nil : $0 }
        }
        for copies in Dictionary(grouping: contents.keys, by: { contents[$0] }).values {
            for copy in copies { pullOf[copy] = copies.min() }
        }
    }

    /// The pull of a series that a column belongs to.
    public func pull(of term: StoredTerm) -> String {
        let export = export(of: term)
        return pullOf[export] ?? export
    }

    /// The series of a column.
    public func key(of term: StoredTerm) -> Key {
        Key(
            search: term.term.search,
            granularity: term.term.granularity,
            window: term.term.window,
            columns: columnsOf[export(of: term)]
        )
    }

    /// The export that a column counts as one of, a loose one as of its own.
    func export(of term: StoredTerm) -> String {
        let export = catalog.export(of: term)
        return isLoose[Int(term.entity)] ? SearchSeries.loose(export, term.term) : export
    }

    /// What a column on a scale of its own counts as: an export of one column.
    static func loose(_ digest: String, _ term: SearchTerm) -> String {
        digest + ":" + [term.coin ?? "", term.term, term.region].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The median of each week over the pulls that have it; NaN where none has.
    static func medians(_ pulls: [[Double]]) -> [Double] {
        guard let first = pulls.first, pulls.count > 1 else { return pulls.first ?? [] }
        return first.indices.map { week in median(pulls.map { $0[week] }.filter { !$0.isNaN }) }
    }

    /// The source of rows in long form that name no export.
    private static let looseSource = "trends-tidy"
}
