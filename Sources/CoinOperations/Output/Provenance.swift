internal import CoinModel
internal import CoinRanking
internal import CoinStore

/// What a report was made from: enough to make it again, and to check whether that used the same figures.
///
/// It stands as the last note of a table: under it in the formats for people; the others leave it out of the data, and it
/// is reported on standard error instead. No clock is in it: the same report is the same bytes, whenever it is made.
struct Provenance {
    /// The moment up to which facts entered.
    let asOf: AsOf
    /// The moment as of whose loads the store was read; nil for all of them.
    let known: AsOf?
    /// The digest of the cross-section as visible then.
    var section: String
    /// The digest with what is shown in addition to what a ranking reads; nil where nothing is.
    var shown: String?
    /// The preset and the digest of its rules, weights and options; nil for a report that ranks nothing.
    var preset: (name: String, digest: String)?
    /// The sources of market data that were preferred, in order.
    var preferred: [String] = []

    private static let opening = "Made from "

    /// The provenance as a sentence.
    var note: String {
        let loads = known.map { "loads known on \($0)" } ?? "all loads"
        let rules = preset.map { ", preset \($0.name) \($0.digest)" } ?? ""
        let order = preferred.isEmpty ? "" : ", market data by \(preferred.joined(separator: ", ")) first"
        let beside = shown.map { " (\($0) with what is shown in addition to what a ranking reads)" } ?? ""
        return Provenance.opening
            + "facts up to \(asOf) of \(loads)\(order): cross-section \(section)\(beside)\(rules), assay \(AssayVersion.current)."
    }

    /// The note of a report that was made from several, the one of the newest moment first; none of none.
    static func notes(joining provenances: [Provenance]) -> [String] {
        guard var joined = provenances.first else { return [] }
        joined.section = Hash128(texts: provenances.map(\.section)).description
        joined.shown = nil
        return [joined.note]
    }

    /// The provenance among the notes of a table; nil where there is none.
    static func note(among notes: [String]) -> String? {
        notes.last.flatMap { $0.hasPrefix(opening) ? $0 : nil }
    }
}

extension Provenance {
    /// What was made from some parts of a cross-section.
    init(_ section: CrossSection, _ parts: SectionParts = .all, known: AsOf?) {
        let digest = SectionDigest(section, parts).text(of: parts)
        self.init(asOf: section.asOf, known: known, section: digest, preferred: section.preferredSources)
    }
}

extension Provenance {
    /// What was made from a cross-section for one coin: it bears the digest of the ranking with the columns that are
    /// explained, so that one question has one digest, and another one where parts are shown that no ranking reads.
    init(
        _ section: CrossSection,
        of request: RankRequest,
        columns: [String] = [],
        beside parts: SectionParts = []
    ) throws {
        let preset = try request.knownPreset()
        let names = preset.storedColumns(quote: request.quote).union(columns)
        let ranked = ColumnDictionary.parts(of: names, quote: request.quote, preset)
        let digest = SectionDigest(section, .all)
        let text = digest.text(of: ranked)
        self.init(asOf: section.asOf, known: request.known, section: text, preferred: section.preferredSources)
        if !ranked.isSuperset(of: parts) { shown = digest.text(of: ranked.union(parts)) }
    }
}

extension ScoredRanking {
    /// What a table with some of the columns was made from: always what is stored with a ranking, so that a stored one and
    /// one computed now have the same, and what else these columns take.
    func provenance(of columns: [String] = []) -> Provenance {
        let preset = Preset(rawValue: key.preset)
        let names = storedColumns.union(columns)
        let parts = preset.map { ColumnDictionary.parts(of: names, quote: request.quote, $0) }
        return Provenance(
            asOf: asOf,
            known: request.known,
            section: digest.text(of: parts ?? .all),
            preset: preset.map { ($0.rawValue, $0.digest(request.options)) },
            preferred: request.preferredSources
        )
    }
}
