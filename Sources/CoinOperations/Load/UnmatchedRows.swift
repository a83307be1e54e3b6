internal import CoinModel
internal import CoinPanel
internal import CoinStore

/// What was left aside while joining sources to coins, a sentence for each kind: what was observed up to the moment and
/// fits no coin.
///
/// - Throws: `StoreError` when a tile is damaged.
func leftAside(_ assembly: CrossSectionAssembly, upTo asOf: AsOf) throws -> [String] {
    let (reader, identity) = (assembly.reader, assembly.identity)
    var notes: [String] = []
    if !identity.unmatched.isEmpty {
        let told = try reader.areObserved(
            Set(identity.unmatched.map(\.id)),
            of: [.price(assembly.quote), .marketCap(assembly.quote), .volume(assembly.quote)],
            upTo: asOf
        )
        let unmatched = Dictionary(grouping: identity.unmatched.filter { told[Int($0.id)] }, by: \.space)
        for (space, entities) in unmatched.sorted(by: { $0.key < $1.key }) {
            let origin = space.isEmpty ? "market data" : "\(space) files"
            notes.append(
                "\(entities.count) coins of the \(origin) fit no listed coin, or several; their facts are kept aside."
            )
        }
    }
    let strange = zip(reader.catalog.terms, identity.coinsOfTerms).filter { $1 == nil }.map(\.0)
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
