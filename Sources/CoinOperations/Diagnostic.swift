internal import CoinModel
internal import CoinReports
internal import CoinSources
internal import CoinStore
internal import RawInput
internal import WorkerProtocol

/// Something to tell a person beside the data that they asked for.
public struct Diagnostic: Hashable, Sendable {
    /// How grave it is.
    public enum Level: String, Sendable {
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

    /// A diagnostic.
    public init(_ level: Level, _ identifier: String, place: String = "", _ message: String) {
        self.level = level
        self.identifier = identifier
        self.place = place
        self.message = message
    }
}

extension Diagnostic {
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

/// Why an operation ended early.
public struct OperationError: Error, Sendable {
    /// The exit code.
    public let status: ExitStatus
    /// What to tell.
    public let diagnostic: Diagnostic

    /// An error with its exit code.
    public init(_ status: ExitStatus, _ identifier: String, place: String = "", _ message: String) {
        self.status = status
        diagnostic = Diagnostic(.error, identifier, place: place, message)
    }

    /// What a room below threw while it read a file, with the exit code that it means.
    init(_ error: any Error, file: String) {
        let plain = OperationError(error)
        let line = (error as? SourceError)?.line
        // In a folder that is one input, a file names itself.
        let place = line.map { "\(file):\($0)" } ?? (error as? InputError)?.path ?? file
        self.init(plain.status, plain.diagnostic.identifier, place: place, plain.diagnostic.message)
    }

    /// What a room below threw, with the exit code that it means.
    public init(_ error: any Error) {
        switch error {
        case let error as OperationError: self = error
        case let error as StoreError:
            let status: ExitStatus =
                switch error.reason {
                case .busy: .busy
                case .damaged: .damaged
                default: .failed
                }
            self.init(status, error.reason.rawValue, place: error.path, error.detail)
        case let error as InputError:
            self.init(.failed, error.reason.rawValue, place: error.path, error.detail)
        case let error as OutputError:
            self.init(
                error.reason == .failed ? .failed : .usage,
                error.reason.rawValue,
                place: error.path,
                error.detail
            )
        case let error as SourceError: self.init(.failed, error.reason, error.detail)
        case let error as WorkerFault: self.init(.failed, error.reason.rawValue, error.detail)
        default: self.init(.failed, "failed", "\(error)")
        }
    }
}

/// Takes what an operation has to tell while it works.
public typealias DiagnosticSink = (Diagnostic) -> Void
