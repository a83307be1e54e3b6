internal import CoinModel

/// Every trial that was ever made on a store, a line of JSON each, in the folder beside it that bears its name with `.trials`.
///
/// A trial is one signal over one horizon, on the weeks and facts of one request: a person who tries many finds
/// some that look good by chance, so all count when p-values are judged together. The same trial again adds no line. The
/// file is an input of each report, which names the number of lines that it read and their digest in byte order: trials that were
/// made apart and put into one file are those that were made in one go.
struct TrialLog {
    /// One trial.
    struct Trial: Codable, Hashable {
        var preset: String
        /// Everything beside preset and moments that numbers depend on.
        var options: String
        var signal: String
        var horizon: Int
        /// The first and the last judged week.
        var since: String
        var until: String
        var asOf: String
        /// The digest of the cross-sections that were judged.
        var section: String
        /// p of the neutral IC, by phases; nil where it has no error.
        var p: Double?
        /// The weekly Sharpe ratio of the net spread; nil where nothing was held.
        var sharpe: Double?
    }

    /// The trials that count, each once, in byte order of their lines.
    private(set) var trials: [Trial]
    /// The digest of their lines.
    private(set) var digest: String

    /// Notes trials that were made, and reads those that count.
    ///
    /// For a report that is made again only the first so many count, and nothing is noted. Where it writes nothing, the trials
    /// count as if they were noted.
    ///
    /// - Throws: `OperationError` when the file does not read or has fewer trials; `OutputError` when it cannot be written.
    init(noting made: [Trial], first: Int?, writes: Bool = true, of location: StoreLocation) throws {
        let log = LineLog<Trial>(location.trials + "/trials.ndjson", isPrivate: true)
        let lines =
            try first != nil ? log.lines() : writes ? log.appendUnknown(made) : log.lines(withUnknown: made)
        let next =
            "is not a trial; correct or remove the line, and each trial that was made counts again when it is repeated"
        var known: Set<ArraySlice<UInt8>> = []
        let distinct = zip(lines, try log.values(lines, identifier: "bad-trial", next)).filter {
            known.insert($0.0).inserted
        }
        if let first, first > distinct.count {
            let detail = "has \(distinct.count) trials; name at most so many with --trials"
            throw OperationError(.usage, "few-trials", place: log.path, detail)
        }
        let counted = distinct.prefix(first ?? .max).sorted { $0.0.lexicographicallyPrecedes($1.0) }
        trials = counted.map(\.1)
        digest = contentDigest(of: counted.flatMap { $0.0 + [10] })
    }
}
