internal import CoinModel
internal import CoinRanking
internal import CoinStore

/// What a report was made from: enough to make it again, and to tell whether that came out of the same figures.
///
/// It stands as the last note of a table: under it in the formats for people; the others keep it out of the data, and it
/// is told on standard error instead. No clock is in it: the same report is the same bytes, whenever it is made.
struct Provenance {
    /// The moment up to which facts entered.
    let asOf: AsOf
    /// The moment as of whose loads the store was read; nil for all of them.
    let known: AsOf?
    /// The digest of the cross-section as visible then.
    let section: String
    /// The preset and the digest of its rules, weights and options; nil for a report that ranks nothing.
    var preset: (name: String, digest: String)?

    private static let opening = "Made from "

    /// The provenance as a sentence.
    var note: String {
        let loads = known.map { "loads known on \($0)" } ?? "all loads"
        let rules = preset.map { ", preset \($0.name) \($0.digest)" } ?? ""
        return Provenance.opening
            + "facts up to \(asOf) of \(loads): cross-section \(section)\(rules), assay \(AssayVersion.current)."
    }

    /// The provenance of a report that was made from several, the one of the newest moment first; nil of none.
    static func joining(_ provenances: [Provenance]) -> Provenance? {
        provenances.first.map { first in
            Provenance(
                asOf: first.asOf,
                known: first.known,
                section: Hash128(texts: provenances.map(\.section)).description,
                preset: first.preset
            )
        }
    }

    /// The provenance among the notes of a table; nil where there is none.
    static func note(among notes: [String]) -> String? {
        notes.last.flatMap { $0.hasPrefix(opening) ? $0 : nil }
    }
}

extension ScoredRanking {
    /// What a table with some of the columns was made from: always what is kept with a ranking, so that a kept one and one
    /// that is worked out anew say the same, and what else these columns take.
    func provenance(of columns: [String]) -> Provenance {
        let wanted = keptColumns.union(columns)
        let options = request.options
        let preset = Preset(rawValue: key.preset)
        let parts = preset.map { ColumnDictionary.parts(of: wanted, quote: request.quote, $0, options) } ?? .all
        return Provenance(
            asOf: asOf,
            known: request.known,
            section: digest.text(of: parts),
            preset: preset.map { ($0.rawValue, $0.digest(options)) }
        )
    }
}

extension RankRequest {
    /// The same request with its moment named.
    func at(_ asOf: AsOf) -> RankRequest {
        var request = self
        request.asOf = asOf
        return request
    }
}
