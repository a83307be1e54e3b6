internal import CoinOperations
internal import Foundation

/// What a run did: `run.json` in its output folder, for failed runs too.
struct RunRecord: Codable {
    var schema = RunRecord.layout
    var version = AssayVersion.current
    /// The definition file, and its digest with the digest function's name.
    var definition: String
    var definitionDigest: String
    /// The parameters that stand in it, each with its value, or where that may come from the environment with its digest;
    /// absent without any.
    var parameters: [String: String]?
    /// When the run began and ended, by the machine's clock.
    var began: String
    var ended = ""
    /// The name and the number of the exit code.
    var status = "success"
    var exitCode: Int32 = 0
    var store = ""
    /// Which inputs the store had taken in when the ranking was made from it, of those known then.
    var storeState: String?
    /// The moment of the ranking.
    var asOf = ""
    /// What is too old of its figures; absent where nothing is.
    var stale: String?
    /// The moment that was asked for; absent for the newest one.
    var requestedAsOf: String?
    /// The moment as of whose loads the store was read; absent for all of them.
    var known: String?
    var preset = ""
    /// The day from which on the past was filled by what was taken in; absent for another run.
    var since: String?
    /// The names of the stages that it left out; absent for a whole run.
    var leftOut: [String]?
    var inputs: [Input] = []
    /// What live sources were asked; absent where none was.
    var fetches: [Fetch]?
    var steps: [Step] = []
    /// The digests of the watchlists that outputs and alerts are confined to, by their names; absent without any.
    var watchlists: [String: String]?
    /// The digests of the screens that outputs and alerts show, by their names; absent without any.
    var screens: [String: String]?
    /// The digest of the portfolio that outputs read; absent where none does, or it is empty.
    var portfolio: String?
    /// How many coins the ranking has; absent where it failed before or by a check.
    var coins: Int?
    /// Which coins stand out, in a sentence; absent for other presets than `discovery`.
    var shortList: String?
    /// What alerts and news there were; absent where neither was looked for.
    var events: [RunEvent]?
    /// All diagnostics.
    var messages: [Diagnostic] = []
    var outputs: [Output] = []

    private static let layout = 2

    struct Input: Codable {
        var path: String
        /// What it was loaded as.
        var kind: String
        var format: String
        var digest: String
        var size: Int
        /// `loaded`, `up-to-date` or `refused`.
        var state: String
        /// Why it was refused.
        var reason: String?
        /// Rows taken, those that were there already among them.
        var rowsAccepted: Int
        /// Rows that were there already.
        var rowsUnchanged: Int
        var rowsRejected: Int

        init(_ report: InputReport, kind: String) {
            (path, self.kind, format, digest) = (report.path, kind, report.format, report.digest)
            (size, state, reason) = (report.size, report.state.rawValue, report.reason)
            (rowsAccepted, rowsUnchanged, rowsRejected) = (report.accepted, report.unchanged, report.rejected)
        }
    }

    /// A stage that asked live sources.
    struct Fetch: Codable {
        var stage: String
        var requests: Int
        /// The bytes that came, as they travelled; absent in records of before.
        var bytes: Int?
        /// What each source was asked; absent in records of before.
        var sources: [Source]?
        /// The name of the exit code that it would have had alone.
        var status: String
    }

    /// What one source was asked.
    struct Source: Codable {
        var name: String
        var requests: Int
        var bytes: Int
    }

    /// A step of a run with its duration.
    struct Step: Codable {
        var name: String
        var seconds: Double
    }

    /// A file or folder written.
    struct Output: Codable {
        var path: String
        /// The digest of a file's bytes; of a folder that of its files' digests and names, a line each, as `sha256sum` prints them.
        var digest: String
        var size: Int
        /// How many rows its tables have; absent for pages.
        var rows: Int?
        /// The digests of a folder's files by their names; absent for a file.
        var files: [String: String]?
        /// Whether it is for the person alone; absent where it is not.
        var isPrivate: Bool?
        /// What it was made from: the two clocks and the digests of the figures and the preset.
        var madeFrom: String?

        /// Its name in the output folder.
        var name: String { path.split(separator: "/").last.map(String.init) ?? path }

        /// Whether it lies in an output folder as it was written.
        func isWhole(at path: String) -> Bool {
            guard let files else { return contentDigest(ofFile: path) == digest }
            return files.allSatisfy { contentDigest(ofFile: path + "/" + $0.key) == $0.value }
        }
    }

    /// The record as JSON: keys sorted, two blanks a level, a line end behind it.
    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [10]
    }

    /// Reads the record of a file; nil where it is none that reads, which is reported.
    init?(ofFile path: String, report: DiagnosticSink = { _ in }) {
        do {
            if let record = RunRecord(json: try contents(ofFile: path)) {
                self = record
                return
            }
            report(Diagnostic(.warning, "bad-record", place: path, "is not a record of a run of this version"))
        } catch {
            report(OperationError(error).diagnostic)
        }
        return nil
    }

    /// Reads a record back; nil when the bytes are not a record of this layout.
    init?(json bytes: [UInt8]) {
        do {
            self = try JSONDecoder().decode(RunRecord.self, from: Data(bytes))
        } catch {
            return nil
        }
        if schema != RunRecord.layout { return nil }
    }

    /// Whether another run is one of the same definition with the same parameters.
    func isOfDefinition(of other: RunRecord) -> Bool {
        definitionDigest == other.definitionDigest && parameters == other.parameters
    }

    /// What it reported of too many rejected rows; nil where it did not, or another run is of another definition.
    func excess(inRunLike other: RunRecord) -> Diagnostic? {
        guard isOfDefinition(of: other) else { return nil }
        return messages.first { $0.identifier == "too-many-rejects" }
    }

    /// A record of a run that begins.
    init(definition: String, definitionDigest: String, began: String) {
        (self.definition, self.definitionDigest, self.began) = (definition, definitionDigest, began)
    }
}

extension RunRecord.Output {
    /// A file of some bytes.
    init(path: String, _ bytes: [UInt8], rows: Int?, isPrivate: Bool, madeFrom: String?) {
        (self.path, self.rows, self.madeFrom) = (path, rows, madeFrom)
        (digest, size) = (contentDigest(of: bytes), bytes.count)
        self.isPrivate = isPrivate ? true : nil
    }

    /// A folder of some files.
    init(path: String, _ files: [WrittenFile], rows: Int?) {
        (self.path, self.rows) = (path, rows)
        let lines = files.sorted { $0.name < $1.name }.map {
            "\($0.digest.drop { $0 != ":" }.dropFirst())  \($0.name)\n"
        }
        digest = contentDigest(of: Array(lines.joined().utf8))
        size = files.reduce(0) { $0 + $1.size }
        self.files = Dictionary(files.map { ($0.name, $0.digest) }) { $1 }
    }
}
