public import CoinModel
internal import CoinRanking
internal import CoinReports
internal import CoinStore
internal import CoinTables
internal import Foundation
internal import RawInput
internal import WorkerProtocol

/// Something to report beside the data that they asked for.
public struct Diagnostic: Codable, Hashable, Sendable {
    /// How grave it is.
    public enum Level: String, Codable, Sendable {
        case error, warning, note
    }

    /// How grave it is.
    public let level: Level
    /// A stable identifier such as `not-recognised`.
    public let identifier: String
    /// Where: `file:line:field`, a store, or empty.
    public let place: String
    /// What, why, and one next step.
    public let message: String

    private enum CodingKeys: String, CodingKey {
        case level, place, message
        case identifier = "id"
    }

    /// A diagnostic.
    public init(_ level: Level, _ identifier: String, place: String = "", _ message: String) {
        (self.level, self.identifier, self.place, self.message) = (level, identifier, place, message)
    }

    /// The same in a bounded length: place and message may quote a text of any length.
    public var bounded: Diagnostic {
        Diagnostic(level, identifier, place: place.shortened(to: 500), message.shortened(to: 1500))
    }

    /// `error: file:3:2: what, why and the next step [identifier]`.
    public var line: String {
        "\(level.rawValue): \(place.isEmpty ? "" : place + ": ")\(message) [\(identifier)]"
    }

    /// The same as one JSON object.
    public var jsonLine: String {
        let fields = [("level", level.rawValue), ("id", identifier), ("place", place), ("message", message)]
        return "{" + fields.map { "\($0.jsonQuoted):\($1.jsonQuoted)" }.joined(separator: ",") + "}"
    }
}

/// Takes what an operation has to report while it works.
public typealias DiagnosticSink = (Diagnostic) -> Void

/// Why an operation ended early.
public struct OperationError: Error, Sendable {
    /// The exit code.
    public let status: ExitStatus
    /// What to report.
    public let diagnostic: Diagnostic

    /// An error with its exit code.
    public init(_ status: ExitStatus, _ identifier: String, place: String = "", _ message: String) {
        self.status = status
        diagnostic = Diagnostic(.error, identifier, place: place, message)
    }

    /// A name that nothing of a kind has: the kind says the identifier too, `unknown-column`.
    public static func unknown(
        _ kind: String,
        _ name: String,
        among names: [String],
        else next: String,
        _ status: ExitStatus = .usage
    ) -> OperationError {
        let message = CoinModel.unknown(kind, name, among: names, else: next)
        return OperationError(status, "unknown-\(kind.split(separator: " ").joined(separator: "-"))", message)
    }

    /// A diagnostic with its exit code.
    public init(_ status: ExitStatus, _ diagnostic: Diagnostic) {
        self.status = status
        self.diagnostic = diagnostic
    }

    /// What a room below threw while it read a file, with the exit code that it means.
    init(_ error: any Error, file: String) {
        let plain = OperationError(error)
        let reject = error as? Reject
        let parts = [reject?.line, reject?.column].compactMap { $0 }
        // In a folder that is one input, a file names itself.
        let place = parts.reduce((error as? InputError)?.path ?? file) { "\($0):\($1)" }
        self.init(plain.status, plain.diagnostic.identifier, place: place, plain.diagnostic.message)
    }

    /// What a room below threw, with the exit code that it means.
    public init(_ error: any Error) {
        switch error {
        case let error as OperationError: self = error
        case let error as any AnyFault:
            self.init(error.reason.status, error.reason.rawValue, place: error.place, error.detail)
        case let error as InputError:
            let detail = error.reason == .notFound ? missingFile(error.path) : error.detail
            let status: ExitStatus = error.reason == .exposed ? .usage : .failed
            self.init(status, error.reason.rawValue, place: error.path, detail)
        case let error as OutputError:
            let status: ExitStatus = [.failed: .failed, .exists: .failed, .busy: .busy][error.reason, default: .usage]
            self.init(status, error.reason.rawValue, place: error.path, error.detail)
        case let error as Reject: self.init(.failed, error.reason, error.detail)
        case let error as WorkerFault: self.init(.failed, error.reason.rawValue, error.detail)
        default: self.init(.failed, "failed", "\(error)")
        }
    }
}

/// What to say of a file that is not there: what was most likely meant, and the next step.
func missingFile(_ path: String) -> String {
    if path.hasPrefix("https://") || path.hasPrefix("http://") {
        return "is an address, and files are read here; download it, or ask a source with `assay fetch`"
    }
    let url = URL(fileURLWithPath: path)
    let folder = path.contains("/") ? (path as NSString).deletingLastPathComponent : ""
    do {
        let names = try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
        let near = suggestion(for: url.lastPathComponent, among: names.filter { !$0.hasPrefix(".") }.sorted()) {
            (folder as NSString).appendingPathComponent($0)
        }
        return near.map { "does not exist; \($0)" } ?? "file not found"
    } catch {
        return "file not found"
    }
}
