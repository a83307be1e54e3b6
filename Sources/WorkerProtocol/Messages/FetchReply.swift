/// The reply of `assay` to a report of its fetch worker.
public struct FetchReply: Codable, Hashable, Sendable, ExpressibleByArrayLiteral {
    /// What is to be asked too, behind what the order has.
    public var targets: [FetchOrder.Target]
    /// What the answer means; holds for orders whose answers `assay` judges.
    public var verdict: AnswerVerdict

    /// A reply.
    public init(_ verdict: AnswerVerdict = .settled, asking targets: [FetchOrder.Target] = []) {
        (self.verdict, self.targets) = (verdict, targets)
    }

    /// Further targets, behind an answer that settles its address.
    public init(arrayLiteral targets: FetchOrder.Target...) { self.init(asking: targets) }
}

/// This is the only place where the status of an answer becomes settled, again, hold or stop.
///
/// The further content of a body is its source's own: an error with 200, a limit of the plan with 401.
public enum AnswerVerdict: Codable, Hashable, Sendable {
    /// It settles its question.
    case settled
    /// The source is still at it: the question again, later.
    case pending
    /// The source failed: the question again, later.
    case again
    /// A limit is passed: nothing for so many milliseconds, or for 0 as long as the answer says, then the question again.
    case hold(Int)
    /// Nothing more is to be asked.
    case stop

    /// What a status means; 403 is a limit where the answer says so, else it settles its question.
    public init(status: Int, isLimit: Bool = false) {
        self =
            switch status {
            case 202: .pending
            case 401: .stop
            case 403: isLimit ? .hold(0) : .settled
            case 408, 425, 500...: .again
            case 429: .hold(0)
            default: .settled
            }
    }

    /// Why a status brings no data, as a stable identifier; nil where it brings some, or is not known to say anything.
    public static func refusal(status: Int) -> String? {
        switch status {
        case 204: "no-content"
        case 402: "beyond-plan"
        case 403: "forbidden"
        case 404, 410: "gone"
        case 422: "refused"
        case 451: "blocked"
        default: nil
        }
    }
}
