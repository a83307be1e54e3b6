internal import CoinOperations
internal import Foundation

/// What a run did: `run.json` in its output folder, for failed runs too.
public struct RunRecord: Codable, Sendable {
    /// The layout of the record.
    public var schema = RunRecord.layout
    /// The program's version.
    public var version = AssayVersion.current
    /// The definition file.
    public var definition: String
    /// Its digest, with the digest function's name.
    public var definitionDigest: String
    /// When the run began and ended, by the machine's clock.
    public var began: String
    /// When it ended.
    public var ended = ""
    /// How it ended: the name and number of the exit code.
    public var status = "success"
    /// The number of the exit code.
    public var exitCode: Int32 = 0
    /// The store.
    public var store = ""
    /// Which inputs the store had taken in when the ranking was made from it, of those known then.
    public var storeState: String?
    /// The moment of the ranking.
    public var asOf = ""
    /// The moment that was asked for; absent for the newest one.
    public var requestedAsOf: String?
    /// The moment as of whose loads the store was read; absent for all of them.
    public var known: String?
    /// The preset.
    public var preset = ""
    /// Each input.
    public var inputs: [Input] = []
    /// Each step with its duration.
    public var steps: [Step] = []
    /// Warnings and errors.
    public var messages: [Message] = []
    /// Each file written, with the digest of its bytes.
    public var outputs: [Output] = []

    private static let layout = 2

    /// An input of a run.
    public struct Input: Codable, Sendable {
        /// The file.
        public var path: String
        /// What it was loaded as.
        public var kind: String
        /// The format that it was read as.
        public var format: String
        /// The digest of its bytes.
        public var digest: String
        /// Its size in bytes.
        public var size: Int
        /// `loaded`, `up-to-date` or `refused`.
        public var state: String
        /// Why it was refused.
        public var reason: String?
        /// Rows taken, those that were there already among them.
        public var rowsAccepted: Int
        /// Rows that were there already.
        public var rowsUnchanged: Int
        /// Rows rejected.
        public var rowsRejected: Int

        init(_ report: InputReport, kind: String) {
            (path, self.kind, format, digest) = (report.path, kind, report.format, report.digest)
            (size, state, reason) = (report.size, report.state.rawValue, report.reason)
            (rowsAccepted, rowsUnchanged, rowsRejected) = (report.accepted, report.unchanged, report.rejected)
        }
    }

    /// A step of a run.
    public struct Step: Codable, Sendable {
        /// What was done.
        public var name: String
        /// How long it took.
        public var seconds: Double
    }

    /// A diagnostic that was reported.
    public struct Message: Codable, Sendable {
        /// `error`, `warning` or `note`.
        public var level: String
        /// The stable identifier.
        public var id: String
        /// Where.
        public var place: String
        /// What.
        public var message: String

        init(_ diagnostic: Diagnostic) {
            (level, id) = (diagnostic.level.rawValue, diagnostic.identifier)
            (place, message) = (diagnostic.place, diagnostic.message)
        }
    }

    /// A file written.
    public struct Output: Codable, Sendable {
        /// The file.
        public var path: String
        /// The digest of its bytes.
        public var digest: String
        /// Its size in bytes.
        public var size: Int
        /// What it was made from: the two clocks and the digests of the figures and the preset.
        public var madeFrom: String?

        /// Its name in the output folder.
        var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    }

    /// The record as JSON: keys sorted, two blanks a level, a line end behind it.
    ///
    /// - Throws: what the encoder throws.
    public func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [10]
    }

    /// Reads a record back; nil when the bytes are no record of this layout.
    public init?(json bytes: [UInt8]) {
        let record: RunRecord
        do {
            record = try JSONDecoder().decode(RunRecord.self, from: Data(bytes))
        } catch {
            return nil
        }
        guard record.schema == RunRecord.layout else { return nil }
        self = record
    }

    /// A record of a run that begins.
    public init(definition: String, definitionDigest: String, began: String) {
        (self.definition, self.definitionDigest, self.began) = (definition, definitionDigest, began)
    }
}
