internal import CoinModel
internal import CoinSources

/// What a request asks of one source: a list, or questions about coins, or one about all.
struct SourceItems {
    /// What a question is about.
    enum Kind: Hashable, Sendable {
        case page(Int)
        /// The ids of all coins, to see whether the pages lack one.
        case check
        case history
        case details
        case global
        case rates

        var page: Int? { if case .page(let number) = self { number } else { nil } }

        var name: String {
            switch self {
            case .page(let number): "page-\(number)"
            case .check: "all-ids"
            case .history: "history"
            case .details: "details"
            case .global: "global"
            case .rates: "rates"
            }
        }
    }

    /// A question, and those that follow where it is answered.
    struct Item: Sendable {
        let question: SourceQuestion
        let kind: Kind
        /// What it is about, for a person.
        var name = ""
        var wanted: HistoryWanted?
        private var rest: ArraySlice<SourceQuestion> = []

        init(_ question: SourceQuestion, _ kind: Kind, name: String = "", rest: ArraySlice<SourceQuestion> = []) {
            (self.question, self.kind, self.name, self.rest) = (question, kind, name, rest)
        }

        func next() -> Item? {
            guard let first = rest.first else { return nil }
            var item = Item(first, kind, name: name, rest: rest.dropFirst())
            item.wanted = wanted
            return item
        }

        /// The same history from the first day on that a refusal names, which the plan has.
        func within(_ complaint: String, _ plan: SourcePlan, _ source: any MarketSource) -> (item: Item, first: Day)? {
            guard var wanted, let match = complaint.firstMatch(of: /\d{4}-\d{2}-\d{2}/), let day = Day(match.0) else {
                return nil
            }
            let first = day.advanced(by: 1)
            let days = first.distance(to: wanted.today) + 1
            guard days > 0, days < wanted.days ?? .max, !wanted.isShortened else { return nil }
            (wanted.days, wanted.isShortened) = (days, true)
            let questions = source.history(wanted, plan).questions
            guard let question = questions.first else { return nil }
            var item = Item(question, kind, name: name, rest: questions.dropFirst())
            item.wanted = wanted
            return (item, first)
        }
    }

    /// More pages than any list has.
    static let mostPages = 2000

    var list: ListQuestion?
    /// The last page that is asked for; nil for all.
    var lastPage: Int?
    var items: [Item] = []
    /// What is not asked, and why.
    var refused: [(name: String, reason: String)] = []

    /// - Throws: `OperationError` when the source has no such thing.
    init(_ request: MarketRequest, _ source: any MarketSource, _ plan: SourcePlan, coins listed: [String]) throws {
        switch request.question {
        case .market(let top):
            list = source.market
            if let size = source.market.size { lastPage = top.map { ($0 + size - 1) / size } }
        case .coins(let coins) where coins.isEmpty: list = source.coins
        case .coins(let coins):
            for coin in coins {
                if let question = source.details(of: coin) {
                    items.append(Item(question, .details, name: coin))
                } else {
                    refused.append((coin, "bad-coin"))
                }
            }
        case .history(let named, let days, let isHourly):
            for coin in named.isEmpty ? listed : named {
                let wanted = HistoryWanted(
                    coin: coin,
                    days: days,
                    isHourly: isHourly,
                    quote: request.quote,
                    today: request.now.day
                )
                take(source.history(wanted, plan), wanted)
            }
        case .global:
            guard let question = source.global else {
                let next = "has no figures of the whole market; ask coingecko, coinpaprika or coinmarketcap"
                throw OperationError(.usage, "no-global", place: source.id, next)
            }
            items = [Item(question, .global, name: "global")]
            if let rates = source.rates { items.append(Item(rates, .rates, name: "rates")) }
        }
    }

    private mutating func take(_ history: HistoryQuestions, _ wanted: HistoryWanted) {
        guard let first = history.questions.first else {
            return refused.append((wanted.coin, history.refusal ?? "bad-coin"))
        }
        var item = Item(first, .history, name: wanted.coin, rest: history.questions.dropFirst())
        item.wanted = wanted
        items.append(item)
        if history.daysBeyond > 0 {
            let first = wanted.today.advanced(by: 1 + history.daysBeyond - (wanted.days ?? 0))
            refused.append(("\(wanted.coin): the \(history.daysBeyond) days before \(first)", "beyond-plan"))
        }
    }

    /// The addresses that would be asked first, below a base.
    func addresses(_ request: MarketRequest, below base: String) -> [String] {
        guard let list else { return items.map { base + $0.question.path } }
        return (1...(lastPage ?? 1)).map { base + list.page($0, request.quote, lastPage != nil) }
    }
}
