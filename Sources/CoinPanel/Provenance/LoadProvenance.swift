internal import CoinModel
internal import CoinStore

extension SeriesProvenance {
    /// The loads of some facts, oldest first, with the files or repositories that they were read from.
    ///
    /// Of a load with many inputs those are named that may hold the facts. The coin list's load comes first.
    ///
    /// - Parameter sources: the facts.
    /// - Returns: the loads.
    /// - Throws: `StoreError` when the ledger cannot be read.
    public func loads(of sources: [SourcedFacts]) throws -> [Load] {
        var told: [Load] = []
        let listed = try reader.load(ofCoin: section.coins[coin].id)
        let numbers = Set(sources.flatMap(\.facts).map(\.load)).union(listed.map { [$0] } ?? [])
        let inputs = try reader.inputs(ofLoads: numbers)
        if let listed, let lists = inputs[listed] {
            let files = lists.filter { $0.input.kind == LoadKind.coins.rawValue }
            told.append(Load(number: listed, facts: 1, detail: "the coin's entry: " + LoadProvenance.names(files)))
        }
        for number in numbers.sorted() {
            for kind in LoadKind.allCases {
                let those = sources.filter { $0.kind == kind && $0.facts.contains { $0.load == number } }
                guard !those.isEmpty else { continue }
                let files = (inputs[number] ?? []).filter { entry in
                    entry.input.kind == kind.rawValue && those.contains { LoadProvenance.may(entry, bring: $0) }
                }
                let count = those.reduce(0) { $0 + $1.facts.count { $0.load == number } }
                told.append(Load(number: number, facts: count, detail: LoadProvenance.names(files)))
            }
        }
        return told
    }
}

private enum LoadProvenance {
    /// Whether an input may hold some facts: the export of their digest, or one that is not said to be of another
    /// repository or format.
    static func may(_ entry: LedgerEntry, bring facts: SourcedFacts) -> Bool {
        if let export = facts.export { return entry.input.digest == export }
        if facts.kind == .commits {
            if let own = entry.input.context.firstRange(of: " repo=") {
                return entry.input.context[own.upperBound...].prefix { $0 != " " } == facts.subject.lowercased()
            }
            return entry.input.format == facts.source
        }
        return facts.source == entry.input.format || facts.source.hasPrefix(entry.input.format + ":")
    }

    /// The most inputs of a load that are named.
    static let limit = 5

    static func names(_ entries: [LedgerEntry]) -> String {
        let named = entries.prefix(limit).map { entry in
            let rejects = entry.outcome.rejected > 0 ? ", \(entry.outcome.rejected) rows rejected" : ""
            return "\(entry.input.path) (\(entry.input.format), \(entry.input.digest.prefix(16))\(rejects))"
        }
        let more = entries.count > limit ? " and \(entries.count - limit) more inputs" : ""
        return named.isEmpty ? "the ledger names no such input" : named.joined(separator: ", ") + more
    }
}
