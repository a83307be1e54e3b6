internal import CoinIdentity
internal import CoinModel
public import CoinTables
internal import WorkerProtocol

/// Which authors are taken for programs, and which weeks for more than a person does: a row for each rule and each name
/// or address that is listed.
public func botTable() -> Table {
    let columns = [
        Column("rule", "Rule", .text, meaning: "What is looked at."),
        Column("matches", "Matches", .text, meaning: "The name, address, ending or limit; letter case does not count."),
        Column("then", "Then", .text, meaning: "What follows."),
    ]
    let isBot = "a bot: its commits count as bot_commits, not as commits by people or developers"
    let burst = BurstRule.self
    let rate =
        "more than \(burst.mostCommits) commits authored a day on over half of its active days, of \(burst.fewestDays) or more"
    let week = "more than \(ActivityFlag.mostWeeklyCommits) commits of one developer landed in one week of the last 52"
    let single = "over half of the coin's commits of 12 weeks"
    let rows =
        [["ending of the name, of the address, or of the address before its @", BotRules.ending, isBot]]
        + BotRules.nameEndings.map { ["ending of the name", $0, isBot] } + [["name", "bot", isBot]]
        + BotRules.agentNames.sorted().map { ["name with an address that takes no mail", $0, isBot] }
        + BotRules.agentUsers.sorted().map { ["user of a noreply address of GitHub", $0, isBot] }
        + BotRules.serviceNames.sorted().map { ["name", $0, isBot] }
        + BotRules.serviceAddresses.union(BotRules.agentAddresses).sorted().map { ["address", $0, isBot] }
        + [
            ["rate of one identity in a repository", rate, isBot],
            ["week of one developer", week, "the flag `burst`: the spread of the coin's counts is doubled"],
            ["week of one developer", single, "a remark on the coin in every ranking that has it"],
        ]
    return Table(
        title: "Bots, version \(BotRules.version) of the names and version \(BurstRule.version) of the rate",
        columns: columns,
        rows: rows.map { $0.map(Cell.text) },
        notes: [
            "Clones and logs with names are told by these rules; GitHub's answers name no bots; tables have a column "
                + "bot_commits, and logs a column bot, which are believed."
        ]
    )
}
