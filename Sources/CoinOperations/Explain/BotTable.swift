internal import CoinIdentity
internal import CoinModel
public import CoinTables
internal import WorkerProtocol

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
