internal import CoinFetching
public import CoinModel
internal import CoinSources

/// What GitHub is asked about repositories.
public struct RepositoryQuestions: Sendable {
    /// The repositories, `owner/name`, or `owner/*` for all of an owner; none for all of the coin list.
    public var repositories: [String]
    /// What is asked about each, in order.
    public var kinds: [String]
    /// How many weeks of a history are asked for.
    public var weeks = 52
    /// Whether forks are among the repositories of an owner.
    public var takesForks = false

    /// What can be asked about a repository.
    public static let allKinds = GitHubInquiry.allCases.map(\.rawValue)
    /// The most weeks of a history.
    public static let mostWeeks = GitHubHistoryQuery.mostWeeks
    /// What is asked unless more is wanted.
    public static let usualKinds = [GitHubInquiry.commitActivity.rawValue]

    /// Questions about the last 52 weeks, forks left out.
    public init(_ repositories: [String], kinds: [String] = usualKinds) {
        self.repositories = repositories
        self.kinds = kinds
    }
}

/// What a person asks of live sources, how they are reached, how much they may take, and how long answers are held.
public struct FetchRequest: Sendable {
    /// What is asked.
    public enum Question: Sendable {
        /// Of sources of market data the list of coins with prices: all of it, or the first by rank.
        case market(top: Int?)
        /// Of them days or hours of coins, so many back; all coins of the store's list where none is named.
        case history(coins: [String], days: Int?, isHourly: Bool)
        /// Of them details of coins, or the list of all where none is named.
        case coins([String])
        /// Of them figures of the whole market.
        case global
        /// Of sources of such figures how much coins are used or read about: of the names that they have for coins, those of the
        /// store's list where none is named, so many days back.
        case use(UseQuestion, names: [String], days: Int?)
        /// Of Wikipedia which articles bear the names of coins: of those named, else of all of the store's list that have none.
        case articles(coins: [String])
        /// Of GitHub figures of repositories.
        case repositories(RepositoryQuestions)
        /// Of hosts that the store's sources name images of coins by id, symbol or name; of all that the store knows where
        /// none is named. Hosts of this machine and its networks are asked too where tests want that.
        case images(coins: [String], asksPrivateHosts: Bool)
    }

    /// What is asked.
    public var question: Question
    /// The sources of market data that are asked, as `coingecko`.
    public var sources: [String]
    /// The folder of raw answers.
    public var archive: String
    /// What sources know us by, and where they are.
    public var access: SourceAccess
    /// How sources are reached.
    public var route = FetchRoute()
    /// The currency that is asked for beside US dollars, in lower case.
    public var quote = "usd"
    /// The most requests to each source, redirects and repetitions among them.
    public var budget = FetchRequest.usualBudget
    /// The most seconds of waiting for each source in sum, beside those that keep its pace.
    public var patience: Int
    /// The most seconds for all that is asked, from when it begins; nil for as many as it takes.
    public var deadline: Int?
    /// How many hours an answer is held before it is asked for again.
    public var maximalAge: Int
    /// Whether what came is loaded.
    public var isLoaded = false
    /// The run that it belongs to.
    public let run: FetchRun

    /// The moment of its run, which all that comes bears.
    public var now: Instant { run.now }

    /// The most requests to a source unless more are allowed.
    public static let usualBudget = 1000
    /// The names of all sources of market data.
    public static let allSources = MarketSource.all.map(\.id)
    /// The names of the sources that can be asked so.
    public static func sources(of question: UseQuestion) -> [String] { MarketSource.sources(of: question).map(\.id) }
    /// The variables of the environment that hold their keys.
    static let keyNames = MarketSource.all.map(\.keyName)

    /// A request within the usual bounds, of a run.
    public init(
        _ question: Question,
        of sources: [String] = [],
        archive: String,
        access: SourceAccess = SourceAccess(),
        in run: FetchRun
    ) {
        self.question = question
        self.sources = sources
        self.archive = archive
        self.access = access
        patience = question.usual.patience
        maximalAge = question.usual.maximalAge
        self.run = run
    }

    /// The currencies that are asked for: US dollars always.
    var quotes: [String] { quote == "usd" ? ["usd"] : ["usd", quote] }

    /// What inquiries work with; the archive is made where there is none, unless nothing will be asked.
    func context(isDry: Bool) throws -> FetchContext {
        FetchContext(
            route: route.route,
            budget: budget,
            patience: patience,
            end: deadline.map { .now + .seconds($0) },
            now: now,
            archive: try ArchiveClient(archive, at: now, holding: maximalAge, isMade: !isDry),
            asked: run.asked
        )
    }
}

extension FetchRequest.Question {
    /// This is the only place that has what is usual for questions: the part of an archive that holds the answers, nil for all of
    /// it; what they are loaded as, nil for what their content says; the most seconds of waiting; and how many hours an answer
    /// is held.
    ///
    /// Named as coins, a source's list would make a universe, though it were one of a single coin.
    private var facts: (part: String?, kind: LoadKind?, patience: Int, maximalAge: Int) {
        switch self {
        case .market, .history: (ArchivePart.market, .market, 900, 12)
        case .global: (ArchivePart.global, .market, 900, 12)
        case .use(let question, _, _): (question.rawValue, .market, 900, 12)
        case .coins: (ArchivePart.coins, nil, 900, 12)
        // Articles are moved seldom: 30 days.
        case .articles: (ArchivePart.articles, nil, 900, 720)
        case .repositories: (nil, .commits, 900, 24)
        // Pages are whole without images, and those change seldom: 30 days.
        case .images: (ArchivePart.images, nil, 300, 720)
        }
    }

    /// The most seconds of waiting, and how many hours an answer is held.
    var usual: (patience: Int, maximalAge: Int) { (facts.patience, facts.maximalAge) }

    /// The sources that can be asked.
    var sources: [MarketSource] {
        switch self {
        case .use(let question, _, _): MarketSource.sources(of: question)
        case .articles: [MarketSource.articles]
        default: MarketSource.all
        }
    }

    /// Whether it is GitHub that is asked.
    var isAboutGitHub: Bool { if case .repositories = self { true } else { false } }

    /// The part of an archive that holds the answers; nil for all of it.
    public var archivePart: String? { facts.part }

    /// What the answers are loaded as; nil for what their content says.
    public var loadKind: LoadKind? { facts.kind }
}

/// What all fetches of one run share: the one moment that all facts of them bear, and what was asked of each source so far.
public struct FetchRun: Sendable {
    /// The moment, in whole seconds.
    public let now: Instant
    let asked = AskedSources()

    /// A run that begins at a moment, of which parts of a second are left out.
    public init(at moment: Instant) {
        now = Instant(milliseconds: moment.milliseconds / 1000 * 1000)
    }
}

extension OperationError {
    /// Whether a source was not asked for lack of a key that is one: others can be asked all the same.
    public var isAboutKey: Bool {
        ["bad-key", "bad-plan", "key-needed", "bad-token", "token-needed", "contact-needed", "bad-contact"].contains(
            diagnostic.identifier
        )
    }
}
