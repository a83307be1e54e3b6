internal import CoinModel
internal import CoinSources

/// A request to a source of market data, with the later ones of the same history.
package struct MarketQuestion: Sendable {
    let question: SourceInquiry
    /// Its subject in messages: a coin or a page.
    let name: String
    /// A part of the names of its answers' files.
    let label: String
    /// The page of a list that it asks for; nil for anything else.
    private(set) var page: Int?
    /// The history that it is a part of.
    private var wanted: HistoryRequestItem?
    private var rest: ArraySlice<SourceInquiry> = []

    /// The ids of all coins, to see whether the pages lack one.
    static let checkLabel = "all-ids"

    /// A question by itself; it stands for its name where there is one kind of it only.
    init(_ question: SourceInquiry, _ label: String, about name: String? = nil) {
        self.question = question
        self.label = label
        self.name = name ?? label
    }

    /// A page of a list.
    init(page: Int, _ path: String) {
        self.init(SourceInquiry(path), "page-\(page)")
        self.page = page
    }

    /// A history, run by run; nil where it has none.
    init?(_ questions: [SourceInquiry], of wanted: HistoryRequestItem) {
        guard let first = questions.first else { return nil }
        self.init(first, "history", about: wanted.coin)
        self.wanted = wanted
        rest = questions.dropFirst()
    }

    /// The one that follows.
    func next() -> MarketQuestion? {
        guard let first = rest.first else { return nil }
        var next = MarketQuestion(first, label, about: name)
        next.wanted = wanted
        next.rest = rest.dropFirst()
        return next
    }

    /// The same history from the first day on that a refusal names, which the plan has.
    func within(_ complaint: String, _ plan: SourcePlan, _ source: MarketSource)
        -> (question: MarketQuestion, first: Day)?
    {
        guard var wanted, let match = complaint.firstMatch(of: /\d{4}-\d{2}-\d{2}/), let day = Day(match.0) else {
            return nil
        }
        let first = day.advanced(by: 1)
        let days = first.distance(to: wanted.today) + 1
        guard days > 0, days < wanted.days ?? .max, !wanted.isShortened else { return nil }
        (wanted.days, wanted.isShortened) = (days, true)
        return MarketQuestion(source.history(wanted, plan).questions, of: wanted).map { ($0, first) }
    }
}
