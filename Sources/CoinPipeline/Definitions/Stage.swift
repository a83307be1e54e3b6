public import CoinModel
public import CoinOperations

/// A step of a pipeline before it ranks.
public enum Stage: Sendable {
    /// Files and folders of one kind are loaded.
    case load(Load)
    /// Live sources are asked, and what came is loaded.
    case fetch(Fetch)

    /// Its name: the definition's own, or what it does, as `load coins` or `fetch market`; several may share one.
    public var name: String {
        switch self {
        case .load(let load): load.name
        case .fetch(let fetch): fetch.name
        }
    }

    /// Inputs of one kind.
    public struct Load: Sendable {
        /// The stage's name.
        public let name: String
        /// What they hold.
        public let kind: LoadKind
        /// Files and folders.
        public let paths: [String]
        /// When they were observed, where they are silent.
        public let observedAt: AsOf?
        /// The quote currency, where they are silent; nil where the definition says none.
        public let quote: String?
        /// The reviewed table of coins and their ecosystems; coins alone have one.
        public let ecosystems: String?
        /// What was searched where it was not the web; only trends have it.
        public let property: SearchProperty?
        /// How they write numbers and times, where they could be read in two ways.
        public let notation: Notation
    }

    /// What live sources are asked, and how.
    public struct Fetch: Sendable {
        /// The stage's name.
        public let name: String
        /// What is asked, of whom.
        public enum Question: Sendable {
            /// Market data of these sources.
            case market(MarketRequest.Question, of: [String])
            /// Weekly commits of repositories by GitHub's API; those of the coin list where none is named.
            case commits(repositories: [String], questions: [String])
        }

        /// What is asked, of whom.
        public let question: Question
        /// The currency that is asked for; nil for the definition's.
        public let quote: String?
        /// The most requests to each source; nil for what the command takes.
        public let budget: Int?
        /// The most seconds of waiting for each source in sum; nil likewise.
        public let patience: Int?
        /// The most seconds for the stage; nil for as many as it takes.
        public let deadline: Int?
        /// How many hours an answer is held; nil for what the command takes.
        public let maximalAge: Int?

        /// The stage in a few words, as a run's record has it.
        public var title: String {
            switch question {
            case .market(.market, let sources): "fetch market \(sources.joined(separator: " "))"
            case .market(.history, let sources): "fetch history \(sources.joined(separator: " "))"
            case .market(.coins, let sources): "fetch coins \(sources.joined(separator: " "))"
            case .market(.global, let sources): "fetch global \(sources.joined(separator: " "))"
            case .commits: "fetch github"
            }
        }
    }
}

/// How a pipeline reaches live sources.
public struct StageAccess: Sendable {
    /// The folder of raw answers; nil for the store's name with `.answers`.
    public var archive: String?
    /// A file with keys that only its owner may read; nil for those of the environment.
    public var keyFile: String?
    /// A file of certificates to believe; nil for the system's.
    public var certificates: String?
    /// Where sources are instead of their documented addresses, as `SOURCE=https://…`; `github` is one of them.
    public var bases: [String] = []

    init(_ top: [String: DefinitionNode], _ folder: DefinitionFolder) throws {
        archive = try top["archive"].map { folder.resolve(try $0.text()) }
        keyFile = try top["key-file"].map { folder.resolve(try $0.text()) }
        certificates = try top["ca-file"].map { folder.resolve(try $0.text()) }
        bases = try top["base"]?.entries().map { "\(try $0.key.text())=\(try $0.value.text())" } ?? []
    }
}

extension Stage {
    /// Reads a list of stages, each of which names one thing to do.
    static func list(_ node: DefinitionNode, _ quote: String?, _ folder: DefinitionFolder) throws -> [Stage] {
        try node.items().flatMap { item in
            let verbs = try item.entries().map { try $0.key.text() }
            if verbs.contains("load") {
                let fields = try item.mapping(allowing: ["load", "name"])
                guard let inputs = fields["load"] else { return [Stage]() }
                return try Stage.inputs(inputs, quote, folder, name: fields["name"]?.stageName())
            }
            guard verbs.contains("fetch") else { throw item.error("a stage is one of: load, fetch") }
            return [.fetch(try Fetch(item))]
        }
    }

    /// Reads inputs by their kinds, in the order in which kinds are loaded.
    static func inputs(
        _ node: DefinitionNode,
        _ quote: String?,
        _ folder: DefinitionFolder,
        name: String? = nil
    ) throws -> [Stage] {
        let named = try node.mapping(allowing: LoadKind.allCases.map(\.rawValue))
        return try LoadKind.allCases.flatMap { kind in
            try named[kind.rawValue]?.items().map {
                .load(try Load(name ?? "load \(kind.rawValue)", kind, $0, quote, folder))
            } ?? []
        }
    }
}

extension Stage.Fetch {
    /// What each question takes beside what all do.
    private static let own = [
        "market": ["from", "top"], "history": ["from", "coins", "days", "interval"], "coins": ["from", "coins"],
        "global": ["from"], "github": ["repositories", "ask"],
    ]

    fileprivate init(_ node: DefinitionNode) throws {
        let verb = try node.entries().first { try $0.key.text() == "fetch" }?.value ?? node
        let what = try verb.text()
        guard let own = Stage.Fetch.own[what] else {
            let all = Stage.Fetch.own.keys.sorted().joined(separator: ", ")
            throw verb.error("`\(what)` is nothing that a pipeline fetches; there are: \(all)")
        }
        let fields = try node.mapping(
            allowing: ["fetch", "name"] + own + ["quote", "budget", "patience", "deadline", "max-age"]
        )
        name = try fields["name"]?.stageName() ?? "fetch \(what)"
        func texts(_ key: String) throws -> [String] { try fields[key]?.items().map { try $0.text() } ?? [] }
        if what == "github" {
            let questions = try texts("ask")
            let usual = FetchRequest.usualQuestions
            question = .commits(
                repositories: try texts("repositories"),
                questions: questions.isEmpty ? usual : questions
            )
        } else {
            let sources = try texts("from")
            guard !sources.isEmpty else {
                throw node.error("`from` is missing; name sources: \(MarketRequest.allSources.joined(separator: ", "))")
            }
            question = .market(try Stage.Fetch.question(what, fields, coins: texts("coins")), of: sources)
        }
        quote = try fields["quote"]?.text().lowercased()
        budget = try fields["budget"]?.whole(from: 0)
        patience = try fields["patience"]?.whole(from: 0)
        deadline = try fields["deadline"]?.whole(from: 1)
        maximalAge = try fields["max-age"]?.whole(from: 0)
    }

    private static func question(
        _ name: String,
        _ fields: [String: DefinitionNode],
        coins: [String]
    ) throws -> MarketRequest.Question {
        switch name {
        case "market": return .market(top: try fields["top"]?.whole(from: 1))
        case "history":
            let interval = try fields["interval"]?.text() ?? "day"
            guard ["day", "hour"].contains(interval) else {
                throw fields["interval"]?.error("is neither day nor hour") ?? OperationError(.usage, "bad-stage", "")
            }
            let days = try fields["days"]?.whole(from: 1)
            return .history(coins: coins, days: days, isHourly: interval == "hour")
        case "coins": return .coins(coins)
        default: return .global
        }
    }
}

extension Stage.Load {
    fileprivate init(
        _ name: String,
        _ kind: LoadKind,
        _ node: DefinitionNode,
        _ quote: String?,
        _ folder: DefinitionFolder
    ) throws {
        (self.name, self.kind) = (name, kind)
        let own = [LoadKind.coins: ["ecosystems"], .trends: ["property"]][kind, default: []]
        let all = ["path", "observed-at", "quote", "decimal", "date-format", "timezone"] + own
        let fields = try node.mapping(allowing: all, elseAs: "path")
        guard let path = fields["path"] else { throw node.error("`path` is missing") }
        paths = [folder.resolve(try path.text())]
        self.quote = try fields["quote"]?.text().lowercased() ?? quote
        observedAt = try fields["observed-at"]?.moment()
        ecosystems = try fields["ecosystems"].map { folder.resolve(try $0.text()) }
        property = try fields["property"]?.choice("property")
        var notation = Notation()
        notation.decimal = try fields["decimal"]?.choice("decimal mark")
        notation.dateFormat = try fields["date-format"]?.choice("date format")
        notation.timezone = try fields["timezone"]?.text()
        self.notation = notation
    }
}
