internal import CoinModel
internal import Foundation
internal import RawInput

/// Every trial that was ever made on a store, a line of JSON each, in the folder beside it that bears its name with `.trials`.
///
/// A trial is one signal over one horizon, on the weeks and facts of one request: whoever tries many finds
/// some that look good by chance, so all count when p-values are judged together. The same trial again adds no line. The
/// file is an input of each report, which names the number of lines that it read and their digest.
struct TrialBook {
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
        /// p of the permutation test; nil where no week had a rank IC.
        var p: Double?
    }

    /// The trials that count, in the order in which they were made.
    private(set) var trials: [Trial]
    /// The digest of their lines.
    private(set) var digest: String

    /// Notes trials that were made, and reads those that count.
    ///
    /// - Parameters:
    ///   - made: the trials of a run.
    ///   - first: how many of the book count, for a report that is made again: then nothing is noted; nil for all.
    ///   - location: the store.
    /// - Throws: `OperationError` when the file does not read or has fewer trials; `OutputError` when it cannot be written.
    init(noting made: [Trial], first: Int?, of location: StoreLocation) throws {
        let folder = location.trials
        let path = folder + "/trials.ndjson"
        let isThere = FileManager.default.fileExists(atPath: path)
        guard first == nil else {
            let lines = isThere ? TrialBook.lines(try contents(ofFile: path)) : []
            guard let count = first, count <= lines.count else {
                let detail = "has \(lines.count) trials; name at most so many with --trials"
                throw OperationError(.usage, "few-trials", place: path, detail)
            }
            self = try TrialBook(Array(lines.prefix(count)), path)
            return
        }
        let lines = try FolderLock.during(folder: folder, wait: location.wait) {
            let old = FileManager.default.fileExists(atPath: path) ? TrialBook.lines(try contents(ofFile: path)) : []
            let known = Set(old)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let new = try made.map { [UInt8](try encoder.encode($0)) }.filter { !known.contains($0) }
            if !new.isEmpty {
                try OutputPlace(path, reading: []).replace(with: (old + new).flatMap { $0 + [10] })
            }
            return old + new
        }
        self = try TrialBook(lines, path)
    }

    private init(_ lines: [[UInt8]], _ path: String) throws {
        trials = try lines.enumerated().map { index, line in
            do {
                return try JSONDecoder().decode(Trial.self, from: Data(line))
            } catch {
                let next =
                    "is no trial; mend or remove the line, and each trial that was made counts again when it is repeated"
                throw OperationError(.failed, "bad-trial", place: "\(path):\(index + 1)", next)
            }
        }
        digest = contentDigest(of: lines.flatMap { $0 + [10] })
    }

    private static func lines(_ bytes: [UInt8]) -> [[UInt8]] { bytes.split(separator: 10).map(Array.init) }
}
