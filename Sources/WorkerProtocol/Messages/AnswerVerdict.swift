/// This is the only place where the status of an answer becomes settled, again, hold or stop.
///
/// What a body says besides is its source's own: an error with 200, a limit of the plan with 401.
public enum AnswerVerdict: Hashable, Sendable {
    /// It settles its question.
    case settled
    /// The source is still at it: the question again, later.
    case pending
    /// The source failed: the question again, later.
    case again
    /// A limit is passed: nothing for a while, then the question again.
    case hold
    /// Nothing more is to be asked.
    case stop

    /// What a status means; 403 is a limit where the answer says so, else it settles its question.
    public init(status: Int, isLimit: Bool = false) {
        self =
            switch status {
            case 202: .pending
            case 401: .stop
            case 403: isLimit ? .hold : .settled
            case 408, 425, 500...: .again
            case 429: .hold
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
