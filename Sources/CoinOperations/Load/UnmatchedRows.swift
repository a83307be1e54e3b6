internal import CoinModel
internal import CoinPanel
internal import CoinStore

/// What was left aside while joining sources to coins, a sentence for each kind: what was observed up to the moment and
/// fits no coin.
func unmatchedRows(_ panel: Panel, upTo asOf: AsOf) throws -> [String] {
    let (reader, resolution) = (panel.reader, panel.resolution)
    var notes: [String] = []
    if !resolution.unmatched.isEmpty {
        let told = try reader.areObserved(
            Set(resolution.unmatched.map(\.id)),
            of: [.price(panel.quote), .marketCap(panel.quote), .volume(panel.quote)],
            upTo: asOf
        )
        let unmatched = Dictionary(grouping: resolution.unmatched.filter { told[Int($0.id)] }, by: \.space)
        for (space, entities) in unmatched.sorted(by: { $0.key < $1.key }) {
            let origin = space.isEmpty ? "market data" : "\(space) files"
            notes.append(
                "\(entities.count) coins of the \(origin) fit no listed coin, or several; their facts are kept aside."
            )
        }
    }
    let strange = zip(reader.catalog.terms, resolution.coinsOfTerms).filter { $1 == nil }.map(\.0)
    if !strange.isEmpty {
        let told = try reader.areObserved(Set(strange.map(\.entity)), of: [.interest], upTo: asOf)
        let loose = strange.filter { told[Int($0.entity)] }
        let names = Set(loose.map(\.term.term)).sorted().prefix(5).joined(separator: ", ")
        if !loose.isEmpty {
            notes.append("\(loose.count) search terms fit no coin (\(names)); name theirs with `--coin` when loading.")
        }
    }
    return notes
}
