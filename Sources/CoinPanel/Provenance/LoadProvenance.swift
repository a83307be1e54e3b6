internal import CoinIdentity
internal import CoinModel
internal import CoinStore

extension SeriesProvenance {
    /// The loads of some facts, oldest first, each with the files or repositories that the facts may have come from; the
    /// load of the coin list comes first.
    ///
    /// - Throws: `StoreError` when the ledger cannot be read.
    public func loads(of sources: [SourcedFacts]) throws -> [Load] {
        var loads: [Load] = []
        let listed = try reader.load(ofCoin: section.coins[coin].id)
        let numbers = Set(sources.flatMap(\.facts).map(\.load)).union(listed.map { [$0] } ?? [])
        let inputs = try reader.inputs(ofLoads: numbers)
        if let listed, let lists = inputs[listed] {
            let files = lists.filter { $0.input.kind == .coins }
            loads.append(Load(number: listed, facts: 1, detail: "the coin's entry: " + names(files)))
        }
        let renames = RepositoryNames(reader.catalog.renames)
        for number in numbers.sorted() {
            for kind in LoadKind.allCases {
                let brought = sources.filter { $0.kind == kind && $0.facts.contains { $0.load == number } }
                guard !brought.isEmpty else { continue }
                let files = inputs[number, default: []].filter { entry in
                    entry.input.kind == kind && brought.contains { may(entry, bring: $0, renames) }
                }
                let count = brought.reduce(0) { $0 + $1.facts.count { $0.load == number } }
                let areNamed = brought.allSatisfy { $0.export != nil }
                loads.append(Load(number: number, facts: count, detail: names(files, areAll: areNamed)))
            }
        }
        return loads
    }
}

/// Whether an input may hold some facts: the export of their digest, or one that names no other repository, by any of its
/// names, or format.
private func may(_ entry: LedgerEntry, bring facts: SourcedFacts, _ renames: RepositoryNames) -> Bool {
    // A part of a collection follows its digest.
    if let export = facts.export { return entry.input.digest == export.prefix { $0 != ":" } }
    if facts.kind == .commits {
        if let own = entry.input.context.firstRange(of: " repo=") {
            let named = String(entry.input.context[own.upperBound...].prefix { $0 != " " })
            return renames.current(of: named) == renames.current(of: facts.subject.lowercased())
        }
        return entry.input.format == facts.source
    }
    return facts.source == entry.input.format || facts.source.hasPrefix(entry.input.format + ":")
}

/// The first inputs by name, and how many more there are.
///
/// Unless the facts name all of them, each of several may have facts or none: the ledger has the format of an input, and neither
/// its figures nor its days.
private func names(_ entries: [LedgerEntry], areAll: Bool = false) -> String {
    let named = entries.map { entry in
        let rejects = entry.outcome.rejected > 0 ? ", \(counted(entry.outcome.rejected, "row")) rejected" : ""
        return "\(entry.input.path) (\(entry.input.format), \(entry.input.digest.prefix(16))\(rejects))"
    }
    guard !named.isEmpty else { return "the ledger names no such input" }
    return (named.count > 1 && !areAll ? "one or more of " : "") + listed(named, most: 5, "input")
}
