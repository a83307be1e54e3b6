internal import CoinModel
internal import CoinOperations
internal import CoinTables

/// A condition on a coin that is worth a message when it becomes true.
///
/// It is a condition as `--where` takes it, or one of `enters top N`, `leaves top N`, the same of `screen NAME`, `COLUMN becomes WORD` and
/// `COLUMN crosses above|below NUMBER`, perhaps with `and CONDITION` behind. A plain condition counts from the first run
/// on; the others speak of a change, so a first run only takes note of how things are. A rule with `news` is about what a run
/// reports of sources and their lists anyway: it makes an alert of it.
public struct AlertRule: Sendable {
    /// As it is written.
    private(set) var text = ""
    /// The same as a condition on a row of the ranking.
    private(set) var condition = ""
    /// What of earlier runs a coin needs so that the rule can speak of it.
    private(set) var needs = Past.nothing
    /// Its name for people; what is written where it has none.
    private(set) var name = ""
    /// The watchlist to whose coins it is confined; nil for all coins.
    private(set) var watchlist: String?
    /// The screen that it names; nil for none.
    private(set) var screen: String?
    /// The kinds of news that it makes alerts of; empty for a rule with a condition.
    private(set) var news: [FeedEntry.Kind] = []

    /// What identifies a rule: the same words on another list are another rule.
    var key: String { watchlist.map { "\(text) on \($0)" } ?? text }

    /// What of earlier runs is needed.
    enum Past: Sendable {
        /// Nothing: what is so on the first look counts.
        case nothing
        /// That the rule was looked at before; a coin that is new counts.
        case run
        /// That the coin was seen when it was otherwise.
        case coin
    }
}

extension AlertRule {
    static var keys: [YAMLKey<AlertRule>] {
        let meaning =
            "A condition, or `enters top 10`, `leaves top 10`, `enters screen NAME`, `state becomes revived`, `price_usd crosses below 1`."
        let kinds = YAMLForm<[String]>.words(of: FeedEntry.Kind.news.map(\.rawValue))
        let about = "The news that are alerts: failed, list, listed, left, redenominated, migrated."
        return [
            YAMLKey("when", \.text, .text, meaning),
            YAMLKey("news", kinds, about) { $1.news = $0.compactMap(FeedEntry.Kind.init) },
            YAMLKey("name", \.name, .text, "What events call it."),
            YAMLKey("watchlist", \.watchlist, .text, "The list to whose coins it is confined."),
        ]
    }

    /// Reads a rule, a text or a mapping with `when`, for the columns of a request.
    init(_ node: DefinitionNode, for request: RankRequest, screens: String) throws {
        let fields = try node.take(by: AlertRule.keys, into: &self, elseAs: "when")
        if let kinds = fields["news"] {
            try checkNews(kinds, text)
            return
        }
        guard fields["when"] != nil else { throw node.error("`when` is missing; write a condition, or `news`") }
        if let match = text.wholeMatch(of: /(enters|leaves) (top|screen) ([^ ]+)(?: and (.+))?/),
            let change = MembershipChange(rawValue: String(match.1)),
            let list = try condition(of: match.2, match.3, at: fields["when"] ?? node, request, screens)
        {
            condition = change.condition(of: list) + AlertRule.further(match.4)
            needs = change.countsNewCoins ? .run : .coin
        } else {
            (condition, needs) = AlertRule.condition(of: text)
        }
        if name.isEmpty { name = text }
        var asked = request
        asked.filter = condition
        let forms =
            "a condition as --where has it, `enters top 50`, `enters screen NAME`, `state becomes revived`, `price_usd crosses below 1`"
        try (fields["when"] ?? node).check(asked, hint: "; an alert is one of: \(forms)")
    }

    /// The condition for the coins of a screen, or the first ones; nil where it names neither.
    private mutating func condition(
        of kind: Substring,
        _ name: Substring,
        at node: DefinitionNode,
        _ request: RankRequest,
        _ screens: String
    ) throws -> String? {
        if kind == "top" {
            return name.wholeMatch(of: /\d{1,7}/).map { _ in "rank is not missing and rank <= \(name)" }
        }
        screen = String(name)
        return try node.reading {
            try Screen(named: String(name), in: screens).condition(ofPreset: request.preset)
        }
    }

    private mutating func checkNews(_ node: DefinitionNode, _ condition: String) throws {
        let known = FeedEntry.Kind.news.map(\.rawValue)
        for item in try node.items() {
            let word = try item.text()
            guard known.contains(word) else {
                throw item.error("unknown news `\(word)`; there are: \(known.joined(separator: ", "))")
            }
        }
        guard condition.isEmpty else { throw node.error("`news` and `when` exclude each other; make them two alerts") }
        if name.isEmpty { name = news.map(\.rawValue).joined(separator: ", ") }
    }

    /// What has to be true besides.
    private static func further(_ rest: Substring?) -> String { rest.map { " and (\($0))" } ?? "" }

    private static func condition(of text: String) -> (String, Past) {
        if let match = text.wholeMatch(of: /([a-z0-9_]+) becomes ([A-Za-z0-9_-]+)(?: and (.+))?/) {
            return ("\(match.1) = '\(match.2)'" + further(match.3), .coin)
        }
        if let match = text.wholeMatch(of: /([a-z0-9_]+) crosses (above|below) ([-0-9.eE+]+)(?: and (.+))?/) {
            return ("\(match.1) \(match.2 == "above" ? ">" : "<") \(match.3)" + further(match.4), .coin)
        }
        return (text, .nothing)
    }
}

/// Something that a run reports once: that a rule became true of a coin, or what is new of sources and their lists.
struct RunEvent: Codable, Hashable {
    /// Its number among all events of the store, from 1: who gets it twice knows it by that.
    var number = 0
    /// What happened; absent for a rule that became true.
    var kind: FeedEntry.Kind?
    /// The rule that became true, or that makes an alert of the news; absent for other news.
    var rule: String?
    /// The coin; absent for what is about a source as a whole.
    var coin: String?
    var symbol: String?
    var name: String?
    /// The source that it is about; absent where it is about none.
    var source: String?
    /// The moment of the ranking.
    var asOf: String
    /// When it was; absent where that is the moment of the ranking.
    var time: String?
    /// The news, in a sentence without the coin.
    var what: String?
    /// What the rule reads, as the ranking has it, without what is missing; of news what was before and after.
    var values: [String: AlertValue]

    /// Whether it is for the user's command, and ends a run where alerts do.
    var isAlert: Bool { rule != nil }

    /// The rule and what it read, or the news.
    var cause: String {
        if let what { return what }
        let read = values.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.text)" }
        return (rule ?? "") + (read.isEmpty ? "" : " (\(read.joined(separator: ", ")))")
    }

    /// What happened, in a line.
    var sentence: String { kind == nil ? "\(cause) as of \(asOf)" : cause }

    /// The same as a feed has it; nil where it has no moment.
    var entry: FeedEntry? {
        guard let asOf = AsOf(asOf), let when = AsOf(time ?? self.asOf) else { return nil }
        var entry = FeedEntry(kind ?? .alert, coin ?? "", at: when, asOf: asOf, cause)
        entry.source = source
        entry.symbol = kind == nil ? nil : symbol
        entry.name = kind == nil ? nil : name
        if kind != nil { (entry.from, entry.to) = (values["from"]?.text, values["to"]?.text) }
        return entry
    }
}

extension RunEvent {
    /// Some news, with the first rule that makes an alert of it.
    init(_ item: NewsItem, by rule: AlertRule?) {
        let entry = item.entry
        self.init(asOf: "\(entry.asOf)", values: [:])
        time = entry.when == entry.asOf ? nil : "\(entry.when)"
        kind = entry.kind
        self.rule = rule?.name
        coin = entry.coin.isEmpty ? nil : entry.coin
        symbol = entry.symbol
        name = entry.name
        source = entry.source
        what = entry.what
        if let from = entry.from { values["from"] = .text(from) }
        if let to = entry.to { values["to"] = .text(to) }
    }
}

/// A value of a ranking's cell.
enum AlertValue: Codable, Hashable {
    case number(Double)
    case text(String)

    init?(_ cell: Cell) {
        switch cell {
        case .integer(let number): self = .number(Double(number))
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        default: return nil
        }
    }

    init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        do {
            self = .number(try single.decode(Double.self))
        } catch DecodingError.typeMismatch {
            self = .text(try single.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var single = encoder.singleValueContainer()
        switch self {
        case .number(let number): try single.encode(number)
        case .text(let text): try single.encode(text)
        }
    }

    var text: String {
        switch self {
        case .number(let number): shortest(number)
        case .text(let text): text
        }
    }
}
