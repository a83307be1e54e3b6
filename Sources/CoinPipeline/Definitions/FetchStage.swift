internal import CoinModel
internal import CoinOperations

extension Stage {
    /// What live sources are asked, and how.
    public struct Fetch: Sendable {
        /// What can be asked.
        enum What: String, CaseIterable {
            case market, history, coins, global, fundamentals, onchain, attention, github
        }

        /// The points of a history.
        enum Interval: String, CaseIterable {
            case day, hour
        }

        /// The stage's name.
        var name = ""
        /// What is asked.
        let what: What
        /// Of whom, where it is market data.
        var sources: [String] = []
        /// The first coins by rank; nil for all.
        var top: Int?
        /// The coins that are asked about; those of the store's list, or the whole list, where none is named.
        var coins: [String] = []
        /// How many days back a history is asked for; nil for as many as the plan has.
        var days: Int?
        /// The points of a history.
        var interval = Interval.day
        /// The repositories that GitHub is asked about; those of the coin list where none is named.
        var repositories: [String] = []
        /// What it is asked about each.
        var questions: [String] = []
        /// The currency that is asked for; nil for the definition's.
        var quote: String?
        /// The most requests to each source; nil for what the command takes.
        var budget: Int?
        /// The most seconds of waiting for each source in sum; nil for the default.
        var patience: Int?
        /// The most seconds for the stage; nil for as many as it takes.
        var deadline: Int?
        /// How many hours an answer is held; nil for what the command takes.
        var maximalAge: Int?

        /// What live sources are asked.
        var question: FetchRequest.Question {
            switch what {
            case .market: .market(top: top)
            case .history: .history(coins: coins, days: days, isHourly: interval == .hour)
            case .coins: .coins(coins)
            case .global: .global
            case .fundamentals: .use(.fundamentals, names: [], days: nil)
            case .onchain: .use(.onchain, names: coins, days: days)
            case .attention: .use(.attention, names: coins, days: days)
            case .github: .repositories(RepositoryQuestions(repositories, kinds: questions))
            }
        }

        /// The stage in a few words, as a run's record has it.
        var title: String { (["fetch", what.rawValue] + sources).joined(separator: " ") }
    }
}

extension Stage.Fetch {
    /// The keys of a question: its own, and those that all have.
    static func keys(of what: What) -> [YAMLKey<Self>] {
        func from(_ names: [String]) -> YAMLKey<Self> {
            let next = "name sources: \(names.joined(separator: ", "))"
            return YAMLKey("from", \.sources, .words(of: names), "The sources that are asked.", need: next)
        }
        let market = from(FetchRequest.allSources)
        let coins = YAMLKey<Self>("coins", \.coins, .texts, "Coins, by the source's ids; all without it.")
        let days = YAMLKey<Self>("days", \.days, .whole(from: 1), "How many days back.")
        func names(_ key: String) -> YAMLKey<Self> {
            YAMLKey(key, \.coins, .texts, "What the source calls them; those of the coin list without it.")
        }
        let questions = RepositoryQuestions.allKinds
        let own: [What: [YAMLKey<Self>]] = [
            .market: [market, YAMLKey("top", \.top, .whole(from: 1), "The first coins by rank; all without it.")],
            .history: [
                market, coins, days,
                YAMLKey("interval", \.interval, .choice("interval"), "Daily or hourly values."),
            ], .coins: [market, coins], .global: [market],
            .fundamentals: [from(FetchRequest.sources(of: .fundamentals))],
            .onchain: [from(FetchRequest.sources(of: .onchain)), names("assets"), days],
            .attention: [from(FetchRequest.sources(of: .attention)), names("articles"), days],
            .github: [
                YAMLKey("repositories", \.repositories, .texts, "OWNER/NAME or OWNER/*; those of coins without it."),
                YAMLKey("ask", \.questions, .words(of: questions), "What is asked about each."),
            ],
        ]
        return [
            YAMLKey("fetch", YAMLForm(schema: "\"const\": \"\(what)\"") { $0 }, "What is asked.", need: ""),
            YAMLKey("name", \.name, .stageName, "What --only and --from call it."),
        ] + own[what, default: []] + [
            YAMLKey("quote", \.quote, .code, "The currency that is asked for."),
            YAMLKey("budget", \.budget, .whole(from: 0), "The most requests to each source."),
            YAMLKey("patience", \.patience, .whole(from: 0), "The most seconds of waiting for each source."),
            YAMLKey("deadline", \.deadline, .whole(from: 1), "The most seconds for the stage."),
            YAMLKey("max-age", \.maximalAge, .whole(from: 0), "For how many hours a downloaded answer is used again."),
        ]
    }

    /// Reads a stage that asks.
    init(_ node: DefinitionNode) throws {
        let verb = try node.entries().first { try $0.key.text() == "fetch" }?.value ?? node
        let named = try verb.text()
        guard let what = What(rawValue: named) else {
            let all = What.allCases.map(\.rawValue).sorted().joined(separator: ", ")
            throw verb.error("`\(named)` is nothing that a pipeline fetches; there are: \(all)")
        }
        self.init(name: "fetch \(what)", what: what)
        try node.take(by: Self.keys(of: what), into: &self)
        if questions.isEmpty { questions = RepositoryQuestions.usualKinds }
    }
}
