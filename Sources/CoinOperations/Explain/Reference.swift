internal import CoinIdentity
internal import CoinModel
internal import CoinRanking
internal import CoinSources
public import CoinTables
internal import WorkerProtocol

/// The formats that can be loaded, a row each.
public func sourceTable() -> Table {
    let columns: [FilledColumn<(id: String, kind: LoadKind, title: String)>] = [
        .text("id", "Id", "The format's name, for --source.") { $0.id },
        .text("kind", "Load", "What to load it as: coins, market, commits or trends.") { $0.kind.rawValue },
        .text("title", "Format", "What it is.") { $0.title },
        .text("credit", "Credit", "Whose the figures are.") { SourceCredit(of: $0.id).name },
        .text("licence", "Licence", "Under which terms, and what they ask for where figures are shown.") {
            SourceCredit(of: $0.id).licence
        },
    ]
    let clones = (id: CloneCommits.id, kind: LoadKind.commits, title: CloneCommits.title)
    let formats = (sourceReaders.map { (id: $0.id, kind: $0.kind, title: $0.title) } + [clones])
        .sorted { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) }
    return Table("Formats, recognised by content", columns, of: formats)
}

/// What a format is, as `assay formats` says it; empty for an id that none has.
public func formatTitle(_ id: String) -> String { sourceReaders.first { $0.id == id }?.title ?? "" }

/// The columns of a ranking whose money is in a currency, in the dictionary's order.
public func rankingColumns(quote: String) -> [Column] { ColumnDictionary.columns(quote: quote) }

/// What to say of a name that no column of the dictionary has.
func unknownColumn(_ name: String, among names: [String]) -> OperationError {
    .unknown("column", name, among: names, else: "see `assay explain` for all")
}

/// Explains columns of rankings, where none is named all of them, and of evidence, and the terms of the program.
///
/// Terms are words of screens and pages, signals, states, presets and messages, as the file of terms has them, and the reasons for missing values;
/// `signals`, `states` and the like list all of a kind.
///
/// - Returns: a row for each, and a failure where a name is unknown, which costs the others nothing.
public func explanations(of names: [String]) -> (table: Table, failure: OperationError?) {
    let columns = rankingColumns(quote: "usd").map { Explained($0) }
    let all = Explained.all
    var (rows, failure) = (names.isEmpty ? columns : [], OperationError?.none)
    for name in names {
        let found = all.filter { $0.name == name || $0.type + "s" == name }
        if found.isEmpty { failure = failure ?? unknownColumn(name, among: all.map(\.name)) }
        rows += found
    }
    let reasons = ColumnDictionary.reasonsOfColumns(quote: "usd")
    let codes = "The codes of the reasons for which it can be missing."
    let kinds = "Of a column integer, number or text; else term, signal, state, preset, reason or message."
    let headings: [FilledColumn<Explained>] = [
        .text("column", "Column", "The name in CSV, JSON and on the command line.") { $0.name },
        .text("type", "Type", kinds) { $0.type },
        .text("unit", "Unit", orMissing: .noUnit, "The unit of its values.") { $0.unit },
        .text("meaning", "Meaning", "What it is.") { $0.meaning },
        .text("missing", "Missing when", orMissing: .neverMissing, codes) {
            reasons[$0.name, default: []].map(\.code).joined(separator: " ")
        },
    ]
    return (Table(names.isEmpty ? "Columns" : "Explanations", headings, of: rows), failure)
}

/// All names that are explained, each once, then the kinds that list all of their own, and `bots`.
public var explainedNames: [String] {
    let kinds = Set(Term.all.map(\.kind)).map { $0 + "s" }
    return Set(Explained.all.map(\.name)).sorted() + kinds.sorted() + ["bots"]
}

/// A thing that is explained.
private struct Explained {
    let name: String
    let type: String
    var unit = ""
    let meaning: String

    /// The columns of rankings and of evidence, and the terms of the program.
    static let all =
        (rankingColumns(quote: "usd") + evidenceColumns + screenColumns).map { Explained($0) }
        + Term.all.map { Explained($0) }

    init(_ column: Column) {
        (name, type, unit, meaning) = (column.name, column.type.rawValue, column.unit, column.meaning)
    }

    init(_ term: Term) {
        name = term.name
        type = term.kind
        meaning = term.meaning
    }
}

/// Which authors are agents and bots, and which weeks are more than a person does, in the order in which the rules are
/// tried: a row for each rule and each name or address that is listed.
public func botTable() -> Table {
    let columns = [
        Column("rule", "Rule", .text, meaning: "What is looked at."),
        Column("matches", "Matches", .text, meaning: "The name, address, ending or limit; letter case does not count."),
        Column("then", "Then", .text, meaning: "What follows."),
    ]
    let isAgent = "an agent: its commits count as agent_commits, not as commits by people or developers"
    let isBot = "a bot: its commits count as bot_commits, not as commits by people or developers"
    let burst = BurstRule.self
    let rate =
        "more than \(burst.mostCommits) commits on over half of its author days, of \(burst.fewestDays) or more"
    let week = "more than \(ActivityFlag.mostWeeklyCommits) commits of one developer landed in one week of the last 52"
    let single = "over half of the coin's commits of 12 weeks"
    let agents =
        BotRules.agentAddresses.sorted().map { ["address", $0, isAgent] }
        + BotRules.agentUsers.sorted().map { ["user of a noreply address of GitHub, without its number", $0, isAgent] }
        + BotRules.agentNames.sorted().map { ["name with a noreply address", $0, isAgent] }
    let bots =
        [["ending of the name, of the address, or of the address before its @", BotRules.ending, isBot]]
        + BotRules.serviceNames.sorted().map { ["name", $0, isBot] }
        + BotRules.serviceAddresses.sorted().map { ["address", $0, isBot] }
        + [["name", "bot", isBot]] + BotRules.nameEndings.map { ["ending of the name", $0, isBot] }
        + [["pace of one identity in a repository", rate, isBot]]
    let weeks = [
        ["week of one developer", week, "the flag `burst`: the spread of the coin's counts is doubled"],
        ["week of one developer", single, "a remark on the coin in every ranking that has it"],
    ]
    return Table(
        title: "Automated authors, rules version \(BotRules.version)",
        columns: columns,
        rows: (agents + bots + weeks).map { $0.map(Cell.text) },
        notes: [
            "The first rule that matches counts. Clones and logs with names are judged by these rules; GitHub's answers "
                + "name no bots; tables have columns bot_commits, agent_commits and bot_merges, and logs a column bot, "
                + "which are believed."
        ]
    )
}
