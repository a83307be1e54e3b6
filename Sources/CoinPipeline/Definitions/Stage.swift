internal import CoinModel
internal import CoinOperations

/// A step of a pipeline before it ranks.
public enum Stage: Sendable {
    /// Files and folders of one kind are loaded.
    case load(Load)
    /// Live sources are asked, and what came is loaded.
    case fetch(Fetch)

    /// Its name: the definition's own, or what it does, as `load coins` or `fetch market`; several may share one.
    var name: String {
        switch self {
        case .load(let load): load.name
        case .fetch(let fetch): fetch.name
        }
    }

    /// Inputs of one kind.
    public struct Load: Sendable {
        /// The stage's name.
        var name: String
        /// What they hold.
        let kind: LoadKind
        /// A file or folder.
        var path = ""
        /// The reviewed table of coins and their ecosystems; coins alone have one.
        var ecosystems: String?
        /// What else is said of them; the currency is the definition's where the request assumes one.
        var request: LoadRequest
        fileprivate var hints: InputHints {
            get { request.hints }
            set { request.hints = newValue }
        }
    }
}

/// How a pipeline reaches live sources.
struct StageAccess {
    /// The folder of raw answers; nil for the store's name with `.answers`.
    var archive: String?
    /// A file with keys that only its owner may read; nil for those of the environment.
    var keyFile: String?
    /// A file of certificates to believe; nil for the system's.
    var certificates: String?
    /// Where sources are instead of their documented addresses, as `SOURCE=https://…`; `github` is one of them.
    var bases: [String] = []
}

extension Stage {
    /// The keys of a stage that loads.
    static var loadKeys: [YAMLKey<[Stage]>] {
        [
            YAMLKey("load", .node("inputs"), "What is loaded.", need: "") { $1 = try Stage.inputs($0) },
            YAMLKey("name", .stageName, "What --only and --from call it.") { name, stages in
                stages = stages.map { stage in
                    guard case .load(var load) = stage else { return stage }
                    load.name = name
                    return .load(load)
                }
            },
        ]
    }

    /// Reads a stage, which names one thing to do.
    static func list(_ item: DefinitionNode) throws -> [Stage] {
        let verbs = try item.entries().map { try $0.key.text() }
        if verbs.contains("load") {
            var stages: [Stage] = []
            try item.take(by: loadKeys, into: &stages)
            return stages
        }
        guard verbs.contains("fetch") else { throw item.error("a stage is one of: load, fetch") }
        return [.fetch(try Fetch(item))]
    }

    /// Reads inputs by their kinds, in the order in which kinds are loaded.
    static func inputs(_ node: DefinitionNode) throws -> [Stage] {
        let named = try node.mapping(allowing: LoadKind.allCases.map(\.rawValue))
        return try LoadKind.allCases.flatMap { kind in
            try named[kind.rawValue]?.items().map { .load(try Load(kind, $0)) } ?? []
        }
    }
}

extension Stage.Load {
    /// What the schema says of each kind.
    static let meanings: [LoadKind: String] = [
        .coins: "Coin lists.", .market: "Market data.", .commits: "Commits.", .trends: "Search interest.",
    ]

    /// The keys of inputs of a kind.
    static func keys(of kind: LoadKind) -> [YAMLKey<Self>] {
        let own: [LoadKind: YAMLKey<Self>] = [
            .coins: YAMLKey("ecosystems", \.ecosystems, .path, "The reviewed table for coins that a taxonomy names."),
            .trends: YAMLKey("property", \.hints.property, .choice("property"), "What was searched."),
        ]
        return [
            YAMLKey("path", \.path, .path, "A file or folder.", need: ""),
            YAMLKey("observed-at", \.hints.observedAt, .moment, "When it was observed, where it states no time."),
            YAMLKey("quote", \.hints.quote, .code, "Its currency, where it states none."),
            YAMLKey("decimal", \.hints.notation.decimal, .choice("decimal mark"), "What stands before decimals."),
            YAMLKey("date-format", \.hints.notation.dateFormat, .choice("date format"), "How dates are written."),
            YAMLKey(
                "timezone",
                \.hints.notation.timezone,
                .text,
                "The zone of times that name none, as Europe/Berlin."
            ),
            YAMLKey("map", \.hints.columns, .columns, "What columns are called in the file, as price_usd: Kurs (USD)."),
        ] + [own[kind]].compactMap { $0 }
    }

    fileprivate init(_ kind: LoadKind, _ node: DefinitionNode) throws {
        var request = LoadRequest(kind: kind, paths: [], now: Instant(milliseconds: 0))
        request.leavesReplaced = true
        self.init(name: "load \(kind.rawValue)", kind: kind, request: request)
        try node.take(by: Self.keys(of: kind), into: &self, elseAs: "path")
    }
}
