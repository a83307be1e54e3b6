internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinStore

/// What a load changed of which repositories have commits.
struct ChangedRepositories {
    /// The keys of those whose commits it brought.
    var keys: Set<String> = []
    /// Whether it said which repositories coins have, so that any of them may be new.
    var coinListChanged = false

    /// Whether any of these may have commits with another one.
    var mayShareCommits: Bool { coinListChanged || !keys.isEmpty }

    /// Warns of repositories of coins that have commits as their own with another one, because the graph does not show
    /// whose they are: both count them until a coin list says which comes from which.
    ///
    /// - Throws: `StoreError` when commits are damaged.
    func warnOfSharedCommits(_ reader: StoreReader, asOf: AsOf, report: DiagnosticSink) throws {
        let coins = try EntityResolution(reader.catalog).universe.coins.with(reader.ecosystems(at: asOf))
        let shared = try SharedCommits(reader, coins, asOf, touching: coinListChanged ? nil : keys)
        let pairs = shared.families.flatMap { family in
            family.keys.flatMap { key in
                family.shared(of: key).filter { key < $0.key }.map { (key, $0.key, $0.value) }
            }
        }
        let touched = pairs.filter { coinListChanged || keys.contains($0.0) || keys.contains($0.1) }
            .sorted { ($1.2, $0.0, $0.1) < ($0.2, $1.0, $1.1) }
        for (one, other, count) in touched.prefix(ChangedRepositories.mostWarnings) {
            report(Diagnostic(.warning, "shared-commits", sharing(count, one, other)))
        }
        if touched.count > ChangedRepositories.mostWarnings {
            let rest =
                "and \(touched.count - ChangedRepositories.mostWarnings) more pairs of repositories share commits"
            report(Diagnostic(.warning, "shared-commits", rest + "; see the column `flags` of `assay rank`"))
        }
    }

    private static let mostWarnings = 20
}

/// That repositories have commits in common whose origin the graph does not show, and what to do.
func sharing(_ count: Int, _ one: String, _ other: String) -> String {
    "\(one) and \(other) have \(counted(count, "commit")) in common, and the commit graph does not show whose they are, so both count them"
        + ": write which comes from which into the column `upstreams` of a coin list, `\(one)<\(other)` or `\(other)<\(one)`"
}
