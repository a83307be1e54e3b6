public import CoinModel
internal import CoinSources

/// What a person asks to be fetched from GitHub's API.
public struct FetchRequest: FetchBounds, Sendable {
    /// The repositories, `owner/name`, or `owner/*` for all of an owner; none for all of the coin list.
    public var repositories: [String]
    /// What is asked about each, in order.
    public var questions: [String]
    /// The folder of raw answers.
    public var archive: String
    /// The address of the API.
    public var api: String
    /// Who asks.
    public var credential: FetchCredential
    /// How GitHub is reached.
    public var route = FetchRoute()
    /// The most requests, redirects and repetitions among them.
    public var budget = UsualBounds.budget
    /// The most seconds of waiting in sum.
    public var patience = UsualBounds.patience
    /// When the asking ends, done or not; nil for when it is done.
    public var end: ContinuousClock.Instant?
    /// How many weeks of a history are asked for.
    public var weeks = 52
    /// How many hours an answer is held before it is asked for again.
    public var maximalAge = UsualBounds.repositoryAge
    /// Whether forks are among the repositories of an owner.
    public var takesForks = false
    /// The clock.
    public var now: Instant

    /// What can be asked about a repository.
    public static let allQuestions = GitHubQuestion.allCases.map(\.rawValue)
    /// The most weeks of a history.
    public static let mostWeeks = GitHubHistoryQuery.mostWeeks
    /// What is asked unless more is wanted.
    public static let usualQuestions = [GitHubQuestion.commitActivity.rawValue]
    /// The address of the public API.
    public static let publicAPI = GitHubQuestion.publicAPI

    /// A request.
    public init(
        repositories: [String],
        questions: [String] = usualQuestions,
        archive: String,
        api: String = publicAPI,
        credential: FetchCredential,
        now: Instant
    ) {
        (self.repositories, self.questions, self.archive) = (repositories, questions, archive)
        (self.api, self.credential, self.now) = (api, credential, now)
    }
}
