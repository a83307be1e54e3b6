internal import CoinModel
internal import CoinSources
internal import WorkerProtocol

/// What a fetch came to.
public struct FetchReport: Sendable {
    /// How many requests were made.
    public internal(set) var requests = 0
    /// How many questions are answered with figures, an observed nothing among them.
    public private(set) var good = 0
    /// How many were answered not long ago and not asked again.
    public internal(set) var held = 0
    /// What was made of the answers in the store; nil when there was nothing to load.
    public internal(set) var load: LoadReport?

    /// How many histories came but for some of their weeks.
    private var partial = 0
    /// What GraphQL's answers cost of the limit's points, and what the last one left.
    private var points: (spent: Int, left: Int)?
    /// The repositories of each outcome that brought no figures, by its identifier.
    private var others: [String: [String]] = [:]
    /// The outcomes among them that some histories have only for some weeks.
    private var inPart: Set<String> = []

    init() {}

    mutating func note(_ state: GitHubQuestion.State, _ repository: String) {
        switch state {
        case .data, .unchanged, .empty: good += 1
        case .noContent, .gone, .blocked, .forbidden, .refused, .short, .unknown:
            others[state.rawValue, default: []].append(repository)
        }
    }

    mutating func note(_ silence: FetchFailure, _ repository: String) {
        others[silence.rawValue, default: []].append(repository)
    }

    /// Notes a history that came but for some weeks.
    mutating func note(_ silence: FetchFailure, missing weeks: [Week], _ repository: String) {
        partial += 1
        let runs = GitHubHistoryQuery.page(Set(weeks)).dropFirst()
        let isUndone = silence == .failing || silence == .network
        let outcome = isUndone ? "weeks-missing" : silence.rawValue
        others[outcome, default: []].append("\(repository): \(runs)")
        inPart.insert(outcome)
    }

    /// Notes what an answer cost and left of the limit.
    mutating func note(_ answered: (cost: Int, left: Int)) {
        points = ((points?.spent ?? 0) + answered.cost, answered.left)
    }

    /// What to report: a line for each kind of outcome without figures, then the sums.
    public var diagnostics: [Diagnostic] {
        let warnings = others.sorted { $0.key < $1.key }.map { outcome, repositories in
            let meaning = FailureReason.meaning(of: outcome, for: .gitHub)
            let what = inPart.contains(outcome) ? "without all weeks" : "without figures"
            return Diagnostic(.warning, outcome, "\(repositories.count) \(what) (\(listed(repositories))): \(meaning)")
        }
        let missing = others.values.reduce(0) { $0 + $1.count }
        let cost = points.map { ", \($0.spent) points spent and \($0.left) left" } ?? ""
        let some = partial == 0 ? "" : ", \(partial) with some"
        let sum =
            "\(good) with figures\(some), \(missing - partial) without; \(requests) requests made\(cost), "
            + "\(held) held from before"
        let loaded = load.map { [$0.summary(of: .commits)] } ?? []
        return warnings + [Diagnostic(.note, "fetched", sum)] + loaded
    }

    /// The exit code: failed when nothing brought figures, partial when something did not.
    public var status: ExitStatus {
        let isWhole = others.isEmpty && (load.map { $0.status == .success } ?? true)
        return isWhole ? .success : good + partial == 0 ? .failed : .partial
    }

    /// What to do about a repository that answers from another place, which may say its new name.
    static func advice(on repository: RepositoryName, now place: String) -> String {
        guard let name = RepositoryName(place), name.host == nil else {
            return "has moved (\(place)): look up its new name, then `assay coins rename \(repository) NEW/NAME`"
        }
        return "has a new name (\(name)): `assay coins rename \(repository) \(name)` makes both one repository"
    }
}
