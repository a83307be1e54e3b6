/// Where a redirect may lead: to the same origin, a few times, never in a circle.
///
/// Credentials leave their origin in no case, because no redirect does. What is posted is posted where it was meant to
/// go or nowhere.
struct RedirectRule: Sendable {
    /// What becomes of an answer.
    enum Verdict: Hashable, Sendable {
        /// It is not a redirect.
        case stay
        /// Ask there.
        case follow(WebAddress)
        /// It leads where we do not go.
        case refuse
    }

    /// The most redirects of one question.
    static let most = 5

    private let most: Int
    private var seen: [WebAddress]
    /// Whether all redirects so far were permanent: only then the new address is worth remembering.
    private(set) var isPermanent = true

    init(_ start: WebAddress, isPosted: Bool = false) {
        most = isPosted ? 0 : RedirectRule.most
        seen = [start]
    }

    /// The address to remember as the new one: behind permanent redirects only.
    var moved: WebAddress? {
        seen.count > 1 && isPermanent ? seen.last : nil
    }

    /// Judges an answer by its status and its `Location`.
    mutating func judge(status: Int, location: String?) -> Verdict {
        guard [301, 302, 303, 307, 308].contains(status) else { return .stay }
        guard let here = seen.last, let next = location.flatMap(here.location), next.origin == here.origin,
            !seen.contains(next), seen.count <= most
        else { return .refuse }
        if status != 301 && status != 308 { isPermanent = false }
        seen.append(next)
        return .follow(next)
    }
}
