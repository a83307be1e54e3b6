/// How a command ends, by its exit code.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    case success = 0
    /// It failed, or every input was refused.
    case failed = 1
    /// Wrong usage, an ambiguous name among it.
    case usage = 2
    /// Data checks failed.
    case checksFailed = 3
    /// Some inputs or sources failed; the results are marked.
    case partial = 4
    /// Data are older than the limit.
    case stale = 5
    /// Another process has locked the store.
    case busy = 6
    /// The store is damaged.
    case damaged = 7
    /// Nothing was selected: an unknown coin, no coin passes the filter, an empty folder.
    case nothingSelected = 8

    /// Which of two applies where both do.
    public func or(_ other: ExitStatus) -> ExitStatus {
        let order: [ExitStatus] = [
            .damaged, .busy, .usage, .failed, .nothingSelected, .checksFailed, .stale, .partial, .success,
        ]
        return order.first { $0 == self || $0 == other } ?? self
    }
}

/// Why something failed: an enum whose raw values are the stable ids of its messages.
public protocol FaultReason: RawRepresentable<String>, Hashable, Sendable {
    /// How a command ends that meets it; `failed` where a reason has no status of its own.
    var status: ExitStatus { get }
}

extension FaultReason {
    /// It failed.
    public var status: ExitStatus { .failed }
}

/// A `Fault`, whatever its reasons are.
public protocol AnyFault: Error {
    associatedtype Reason: FaultReason
    var reason: Reason { get }
    var place: String { get }
    var detail: String { get }
}

/// Why something could not be done.
///
/// This is the only error that leaves a module which imports this one: such a module adds an enum of reasons, not an error
/// of its own. `Reject` is data that is thrown, and `OperationError` a report with its exit code.
public struct Fault<Reason: FaultReason>: AnyFault, Hashable, CustomStringConvertible {
    /// What to act on, and the stable id of the message.
    public let reason: Reason
    /// Where: a file as it was named, a line and column in a text, or empty.
    public let place: String
    /// What is wrong, with the next step.
    public let detail: String

    /// An error of a reason, at a place.
    public init(_ reason: Reason, at place: String = "", _ detail: String) {
        self.reason = reason
        self.place = place
        self.detail = detail
    }

    /// `place: detail`.
    public var description: String { place.isEmpty ? detail : "\(place): \(detail)" }
}

/// What is wrong with a request: its values, columns, order, filter or weights.
public enum RequestFailure: String, FaultReason {
    /// No column has this name.
    case unknownColumn = "unknown-column"
    /// A list of columns, an order or a filter does not read.
    case selection = "bad-selection"
    /// A weight is not one of the preset's, or not a number to weigh with.
    case weights = "bad-weights"
    /// A text is not a value of its kind; the detail is `takes a date, as 2024-09-04`.
    case value = "bad-value"

    /// Wrong usage.
    public var status: ExitStatus { .usage }
}

/// Why a request cannot be followed.
public typealias RequestError = Fault<RequestFailure>
