public import CoinModel
public import CoinOperations
internal import Foundation

/// The records of all runs into a store, a file each, in the folder beside it that bears its name with `.runs`.
///
/// They are files and no rows, so that a damaged or busy store silences none, and a rebuilt one loses none. A run that
/// found nothing to do has no record.
public struct RunHistory: Sendable {
    /// The folder.
    let folder: String

    /// The history of a store.
    public init(of store: StoreLocation) { folder = store.runs }

    /// A record that is kept.
    struct Entry {
        /// When the run began, and the first digits of the record's digest: `20260301T101500Z-1f00ab`.
        let id: String
        let record: RunRecord
    }

    /// Keeps a record; an error names the file.
    func keep(_ record: RunRecord, report: DiagnosticSink) throws {
        let bytes = try record.json()
        let clock = record.began.filter { $0 != "-" && $0 != ":" }
        let digest = contentDigest(of: bytes).drop { $0 != ":" }.dropFirst().prefix(6)
        try OutputFile("\(folder)/\(clock)-\(digest).json", reading: .none).replace(with: bytes, report: report)
    }

    /// All records, the oldest first; what is none is reported and left out.
    ///
    /// - Throws: `OperationError` when there are none.
    func entries(report: DiagnosticSink) throws -> [Entry] {
        let entries = try names().compactMap { name in
            RunRecord(ofFile: "\(folder)/\(name)", report: report).map {
                Entry(id: String(name.dropLast(".json".count)), record: $0)
            }
        }
        guard !entries.isEmpty else {
            let next = "has no record of a run; `assay run` keeps one there"
            throw OperationError(.nothingSelected, "no-runs", place: folder, next)
        }
        return entries
    }

    /// What `show` takes: `last`, then the names of the runs, the newest first.
    ///
    /// - Throws: an error when their folder cannot be listed.
    public func choices() throws -> [String] {
        ["last"] + (try names()).reversed().map { String($0.dropLast(".json".count)) }
    }

    /// The names of the files, the oldest run first; none where there is no folder.
    private func names() throws -> [String] {
        let manager = FileManager.default
        var isFolder = ObjCBool(false)
        guard manager.fileExists(atPath: folder, isDirectory: &isFolder) else { return [] }
        guard isFolder.boolValue else {
            let next = "is a file where records of runs have to lie; move it away"
            throw OperationError(.failed, "not-a-folder", place: folder, next)
        }
        let names = try manager.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".json") && $0.first != "." }
        func written(_ name: String) throws -> Date {
            try manager.attributesOfItem(atPath: "\(folder)/\(name)")[.modificationDate] as? Date ?? .distantPast
        }
        // Names begin with the moment, a whole second without a fraction: without its `Z` it is the first of its second.
        // Runs of one moment follow one another as their records were written.
        let byMoment = Dictionary(grouping: names) { $0.prefix { $0 != "-" && $0 != "Z" } }.sorted { $0.key < $1.key }
        return try byMoment.flatMap { _, names in
            try names.count == 1
                ? names
                : names.map { (try written($0), $0) }.sorted { $0 < $1 }.map(\.1)
        }
    }

    /// The record of a file; nil where it is none that reads, which `assay runs list` reports.
    private func record(named name: String) -> RunRecord? { RunRecord(ofFile: "\(folder)/\(name)") }

    /// The record of the newest run of the same definition, by its place or its content, that got as far as a ranking of no
    /// later moment, and did not leave out its checks; nil where there is none.
    func newest(like run: RunRecord, upTo asOf: AsOf) throws -> RunRecord? {
        try newest(like: run) { $0.limit <= asOf.limit }
    }

    /// The same of a ranking of a moment that is wanted.
    func newest(like run: RunRecord, where isWanted: (AsOf) -> Bool) throws -> RunRecord? {
        let place = DefinitionFolder.place(ofFile: run.definition)
        // Years of daily runs may lie there: the newest are read, up to the one that is asked for.
        return try names().reversed().lazy.compactMap(record).first { record in
            guard record.coins != nil, let moment = AsOf(record.asOf), isWanted(moment),
                record.leftOut?.contains(RankingStage.check.rawValue) != true
            else { return false }
            return record.definitionDigest == run.definitionDigest
                || DefinitionFolder.place(ofFile: record.definition) == place
        }
    }

    /// The newest moment of a ranking of any run that is earlier than another moment: a look into the past makes no feed longer.
    ///
    /// - Throws: `OperationError` when there is none.
    public func moment(before asOf: AsOf) throws -> AsOf {
        let moments = try names().compactMap(record).filter { $0.coins != nil }.compactMap { AsOf($0.asOf) }
        if let moment = moments.filter({ $0.limit < asOf.limit }).max(by: { $0.limit < $1.limit }) { return moment }
        let why = "has no record of a run as of an earlier moment than \(asOf); name a date with --since"
        throw OperationError(.nothingSelected, "no-runs", place: folder, why)
    }

    /// The record that words name: an id or the beginning of one, `last`, or `last~1` for the one before.
    ///
    /// - Throws: `OperationError` when none or several fit.
    func entry(_ words: String, report: DiagnosticSink) throws -> Entry {
        let entries = try entries(report: report)
        if words == "last" || words.hasPrefix("last~") {
            let back = words == "last" ? 0 : Int(words.dropFirst("last~".count)) ?? -1
            guard back >= 0, back < entries.count else {
                let most = "`last~\(entries.count - 1)` is the oldest"
                throw OperationError(.nothingSelected, "unknown-run", place: words, "is not a run; \(most)")
            }
            return entries[entries.count - 1 - back]
        }
        let found = entries.filter { $0.id.hasPrefix(words) }
        guard let first = found.first else {
            throw OperationError(.nothingSelected, "unknown-run", place: words, "is not a run; see `assay runs list`")
        }
        guard found.count == 1 else {
            let why = "begins the names of \(found.count) runs: \(listed(found.map(\.id)))"
            throw OperationError(.usage, "ambiguous-run", place: words, why)
        }
        return first
    }
}
