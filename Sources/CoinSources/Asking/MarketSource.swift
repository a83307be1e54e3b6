internal import CoinModel
public import WorkerProtocol

/// What follows an answer without data, and why it has none.
public typealias SourceVerdict = (verdict: AnswerVerdict, reason: String)

/// A live source of figures of coins as a value: what its API is asked, how often, and how it refuses.
public struct MarketSource: Sendable {
    /// Its name on the command line and in archives.
    public let id: String
    /// What it gives only to those with a key, and why, as the end of "requires a key: "; empty where that says all.
    public var keyNote = ""
    /// Whether it wants to know how the person who asks can be reached.
    public var wantsContact = false
    /// What its API gives to those with a key, or without one; nil where it gives nothing.
    public let plan: @Sendable (SourceCaller) -> SourcePlan?
    /// Whether a page of its list has prices in several currencies at once.
    public var hasSeveralQuotes = false
    /// The list of coins with their prices; nil where it has none.
    public var market: ListQuestion?
    /// The list of coins without prices; nil where it has none.
    public var coins: ListQuestion?
    /// Where the figures of the whole market are; nil where it has none.
    public var global: SourceInquiry?
    /// Where it says what currencies are worth, asked with those figures; nil where it has no such thing.
    public var rates: SourceInquiry?
    /// Where all fundamentals are, a question each; empty where it has none.
    public var fundamentals: [SourceInquiry] = []
    /// Where one coin's details are; nil for what is not a coin of it.
    public var details: @Sendable (_ coin: String) -> SourceInquiry? = { _ in nil }
    /// How many days of a history by the day are asked for where the number is not given, and in one question at most.
    var days = (usual: 1, most: 1)
    /// The same of one by the hour.
    var hours = (usual: 1, most: 1)
    /// Whether its histories by the hour can be loaded; else they are archived only.
    public var hasLoadableHours = true
    /// What to ask for a coin's history from the start of one day to that of another; nil for what is not a coin of it.
    var historyQuestion: @Sendable (_ wanted: HistoryRequestItem, _ first: Day, _ end: Day) -> SourceInquiry? = {
        _,
        _,
        _ in nil
    }
    /// The rows of a history, without any of which it has nothing; nil where that is not looked at.
    var rows: String?
    /// Why a coin has no history where what is named is none of its coins, as an identifier.
    public var noSuchCoin = "bad-coin"
    /// What follows an answer with an error, by its code, and why it brings no data, as a stable identifier; nil for what
    /// the status alone says.
    var consequence: @Sendable (SourceErrorBody) -> SourceVerdict? = { _ in nil }

    /// All live sources of market data.
    public static let all = [coinGecko, coinPaprika, coinMarketCap, cryptoCompare]

    /// The variable that a key for it stands in.
    public var keyName: String { "\(id.uppercased())_API_KEY" }

    /// The questions for a coin's history within a plan, the newest days first, and how many days at the beginning that were
    /// wanted are beyond the plan.
    public func history(_ wanted: HistoryRequestItem, _ plan: SourcePlan) -> (questions: [SourceInquiry], beyond: Int) {
        let window = wanted.isHourly ? plan.hourlyWindow : plan.dailyWindow
        let (usual, most) = wanted.isHourly ? hours : days
        let days = min(wanted.days ?? usual, window ?? .max)
        let questions = stride(from: 0, to: days, by: most).compactMap { start in
            let first = wanted.today.advanced(by: 1 - min(days, start + most))
            return historyQuestion(wanted, first, wanted.today.advanced(by: 1 - start))
        }
        return (questions, max(0, (wanted.days ?? 0) - days))
    }
}

/// Whether a caller has a key, where the API is if the caller says so, without a slash at its end, and whether the key is said to be
/// a paid one.
public typealias SourceCaller = (hasKey: Bool, base: String?, isPaid: Bool)

/// The terms of an API, for a key's plan or without a key.
public struct SourcePlan: Sendable {
    /// The address that all questions lie below, without a slash at its end.
    public var base: String
    /// What stands before the key in the header that it travels in.
    public var credential: String
    /// How the program names itself, where that is not its name alone.
    public var agent: String?
    /// The most requests within a minute.
    public var requestsAMinute: Int
    /// How many days back histories go by day; nil for all that there are, 0 for none.
    public var dailyWindow: Int?
    /// The same by the hour.
    public var hourlyWindow: Int?
}

/// An error that a source reports in its body.
struct SourceErrorBody: Sendable {
    /// The code, as a text; empty without one.
    let code: String
    /// Its words; empty without any.
    let message: String
    /// Milliseconds after which what was asked too often is allowed again, where the body has it.
    let pause: Int?

    /// The error in a document, in any source's shape; nil where it is none.
    init?(_ document: borrowing JSONDocument) throws(SourceError) {
        let names = Set(try document.names(of: "", rows: "", limit: 1 << 16).map { $0[...] })
        guard let error = InputHead.error(in: document, names) else { return nil }
        (code, message) = (error.code, error.message)
        pause = SourceErrorBody.pause(document)
    }

    /// How long to wait where calls are counted by the second, minute, hour, day and month: for the widest that is full.
    private static func pause(_ document: borrowing JSONDocument) -> Int? {
        let windows = [("month", 31 * 86400), ("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)]
        for (name, seconds) in windows {
            guard case .number(let made) = document["RateLimit/calls_made/\(name)"],
                case .number(let most) = document["RateLimit/max_calls/\(name)"], made >= most
            else { continue }
            return seconds * 1000
        }
        return nil
    }
}
