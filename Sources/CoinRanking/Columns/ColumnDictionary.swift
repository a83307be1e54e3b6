public import CoinModel
public import CoinTables

/// Every column of a ranking, declared once beside what fills it.
public enum ColumnDictionary {
    /// All columns with money in a quote currency (lower-case), in order.
    public static func columns(quote: String) -> [Column] {
        entries(quote: quote, .discovery).map(\.column)
    }

    /// Why values of each column may be missing, by the column's name; no reasons for a column that is always there.
    public static func reasonsOfColumns(quote: String) -> [String: [MissingReason]] {
        Dictionary(firstOf: entries(quote: quote, .discovery).map { ($0.column.name, $0.reasons) })
    }

    /// The parts of a cross-section that a ranking reads for its score and the wanted columns, nil for all.
    public static func parts(of wanted: Set<String>?, quote: String, _ preset: Preset) -> SectionParts {
        entries(quote: quote, preset, wanted).reduce(preset.scoreParts) { $0.union($1.parts) }
    }

    /// The columns in order, or the wanted ones of them.
    static func entries(quote: String, _ preset: Preset, _ wanted: Set<String>? = nil) -> [ColumnEntry] {
        let all = [
            identity(quote), plain(quote, preset), scores(preset), discovery(), shortList(), rates(), developers(),
            people(), repositories(), market(),
            priceOrigin(quote), changes(), sources(quote), fundamentals(quote), use(quote), interest(), supply(quote),
            levels(),
            origin(preset),
            calls(preset), tags(preset),
        ].flatMap(\.self)
        return wanted.map { wanted in all.filter { wanted.contains($0.column.name) } } ?? all
    }
}
