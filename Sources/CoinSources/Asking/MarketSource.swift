public import CoinModel
public import WorkerProtocol

/// What follows an answer without data, and why it has none.
public typealias SourceVerdict = (verdict: AnswerVerdict, reason: String)

/// A live source of market data.
///
/// Each is one file of values: what its API is asked, how often, and how it says no.
public protocol MarketSource: Sendable {
    /// Its name on the command line and in archives.
    var id: String { get }
    /// What its API gives to those with a key, or without one; nil where it gives nothing.
    ///
    /// - Parameters:
    ///   - hasKey: whether there is a key.
    ///   - base: where the API is, if somebody says so; without a slash at its end.
    ///   - isPaid: whether the key is said to be a paid one.
    /// - Returns: the plan.
    func plan(hasKey: Bool, base: String?, isPaid: Bool) -> SourcePlan?

    /// What it gives only to those with a key, and why, as the end of "requires a key: "; empty where that says all.
    var keyNote: String { get }
    /// Whether a page of its list has prices in several currencies at once.
    var hasSeveralQuotes: Bool { get }
    /// The list of coins with their prices.
    var market: ListQuestion { get }
    /// The list of coins without prices.
    var coins: ListQuestion { get }
    /// Where one coin's details are.
    func details(of coin: String) -> SourceInquiry?
    /// Where the figures of the whole market are; nil where it has none.
    var global: SourceInquiry? { get }
    /// Where it says what currencies are worth, asked with those figures; nil where it has no such thing.
    var rates: SourceInquiry? { get }
    /// How many days of a history are asked for where nobody says how many, and in one question at most.
    func historyDays(isHourly: Bool) -> (usual: Int, most: Int)
    /// What to ask for a coin's history from the start of one day to that of another; nil for what is no coin of it.
    func history(_ wanted: HistoryRequestItem, from first: Day, to end: Day) -> SourceInquiry?
    /// Why a coin has no history where what is named is none of its coins, as an identifier.
    var noSuchCoin: String { get }
    /// Whether its histories by the hour can be loaded; else they are archived only.
    var hasLoadableHours: Bool { get }
    /// What follows an answer with an error, by its code, and why it brings no data, as a stable identifier; nil for what
    /// the status alone says.
    func consequence(of complaint: SourceErrorBody) -> SourceVerdict?
}

extension MarketSource {
    /// The variable that a key for it stands in.
    public var keyName: String { "\(id.uppercased())_API_KEY" }
    var keyNote: String { "" }
    var hasSeveralQuotes: Bool { false }
    var hasLoadableHours: Bool { true }
    var rates: SourceInquiry? { nil }
    var noSuchCoin: String { "bad-coin" }

    /// What to ask for a coin's history within a plan.
    public func history(_ wanted: HistoryRequestItem, _ plan: SourcePlan) -> HistoryQuestions {
        let window = wanted.isHourly ? plan.hourlyWindow : plan.dailyWindow
        let (usual, most) = historyDays(isHourly: wanted.isHourly)
        let days = min(wanted.days ?? usual, window ?? .max)
        let questions = stride(from: 0, to: days, by: most).compactMap { start in
            let first = wanted.today.advanced(by: 1 - min(days, start + most))
            return history(wanted, from: first, to: wanted.today.advanced(by: 1 - start))
        }
        return HistoryQuestions(questions: questions, daysBeyond: max(0, (wanted.days ?? 0) - days))
    }
}

/// What an API gives to whoever asks.
public struct SourcePlan: Sendable {
    /// The address that all questions lie below, without a slash at its end.
    public var base: String
    /// What stands before the key in the header that it travels in.
    public var credential: String
    /// The most requests within a minute.
    public var requestsAMinute: Int
    /// How many days back histories go by day and by hour; nil for all that there are, 0 for none.
    public var dailyWindow: Int?
    /// The same by the hour.
    public var hourlyWindow: Int?
}

/// An error that a source reports, by status and body.
public struct SourceErrorBody: Sendable {
    /// The code in its body, as a text; empty without one.
    public var code: String
    /// Its words; empty without any.
    public var message: String
    /// Milliseconds after which what was asked too often is allowed again, where the body tells.
    var pause: Int?
}
