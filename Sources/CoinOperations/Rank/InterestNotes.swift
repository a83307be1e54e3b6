internal import CoinModel
internal import CoinPanel
internal import CoinStore

/// What is to be said of where a coin's search interest comes from.
struct InterestNotes {
    private let catalog: Catalog
    private let resolution: EntityResolution

    init(_ reader: StoreReader, _ resolution: EntityResolution) {
        catalog = reader.catalog
        self.resolution = resolution
    }

    /// The term that was read with its file and scale, and the further ones that were not; none without any.
    func notes(of coin: Int, _ section: CrossSection) -> [String] {
        let columns = zip(catalog.terms, resolution.coinsOfTerms).filter { $1?.coin == coin }.map(\.0)
        guard let series = section.interestSeries[coin], let export = section.interestExport[coin] else { return [] }
        let file = columns.first { $0.term == series && catalog.export(of: $0) == export }?.stem ?? ""
        let further = Set(columns.map(\.term.term)).subtracting([series.term]).sorted()
        var notes = [
            "Search term `\(series.term)`\(series.region.isEmpty ? "" : " in \(series.region)"), by \(series.granularity), "
                + "from the export `\(file)` (\(SearchScale.name(ofExport: export))), \(scale(section, coin, export))."
        ]
        if !further.isEmpty {
            notes.append("Further search terms, not added: \(further.map { "`\($0)`" }.joined(separator: ", ")).")
        }
        return notes
    }

    private func scale(_ section: CrossSection, _ coin: Int, _ export: String) -> String {
        guard let scale = section.interestScale[coin] else { return "on its own scale" }
        if scale.root == export { return "whose scale others are brought onto" }
        let factors = [scale.factor, scale.low, scale.high].map(InterestNotes.text)
        return "times \(factors[0]) (\(factors[1]) to \(factors[2])) on the scale of \(scale.name)"
    }

    /// A factor with four digits behind the point.
    private static func text(_ factor: Double) -> String {
        let parts = Int(min((factor * 10_000).rounded(), 1e15))
        let rest = String(parts % 10_000)
        return "\(parts / 10_000)." + String(repeating: "0", count: 4 - rest.count) + rest
    }
}
