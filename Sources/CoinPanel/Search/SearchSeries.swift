internal import CoinModel
public import CoinStore

/// The series that the columns of search-interest exports are samples of.
///
/// This is the only place where exports are found to be pulls of one series: what was searched, the spacing and the window
/// agree, and so do the other columns of the export, for all its columns share one scale.
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

    /// Linear in the terms.
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
