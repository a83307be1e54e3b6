public import CoinModel
public import CoinTables

/// The same coins from other data: what is changed, as `without source yahoo`, and the changed cross-section.
public typealias RankingVariant = (change: String, section: CrossSection)

/// How the top of a ranking changes when a weight moves by a quarter, a signal is left out, commits are counted otherwise,
/// or the data are another variant: a row a change.
///
/// - Throws: `RequestError` when a weight names no signal of the preset or is not a number to weigh with.
public func sensitivity(
    of section: CrossSection,
    variants: [RankingVariant],
    preset: Preset,
    options: RankingOptions,
    top: Int,
    naming named: Int? = nil
) throws(RequestError) -> Table {
    let ids = section.coins.map(\.id)
    func ranks(_ section: CrossSection, _ options: RankingOptions) throws(RequestError) -> [String: Int] {
        let coins = try rankedCoins(of: section, preset: preset, options: options)
        return Dictionary(firstOf: coins.map { ($0.id, $0.rank) })
    }
    let usual = try ranks(section, options)
    var rows: [[Cell]] = []
    for (change, section, options) in changes(of: section, variants, preset, options) {
        let other = try ranks(section, options)
        let cells = RankComparison.cells(usual, other, ids: ids, top: top, naming: named ?? top)
        rows.append([.text(change)] + cells)
    }
    let note =
        "As of \(section.asOf): each row ranks all coins again under one change and compares with the usual ranking of "
        + "\(usual.count) coins."
    return Table(
        title: "How the top \(top) changes: \(preset.rawValue)",
        columns: [Column("change", "Change", .text, meaning: "What is done differently.")] + RankComparison.columns,
        rows: rows,
        notes: [note]
    )
}

/// All changes: of weights, of units, of data.
private func changes(
    of section: CrossSection,
    _ variants: [RankingVariant],
    _ preset: Preset,
    _ options: RankingOptions
) -> [(String, CrossSection, RankingOptions)] {
    let changes = preset.weightChanges(options).map { ($0.change, section, $0.options) }
    var commits = section
    commits.developerDays = WeeklyMatrix(rows: section.repositories.count, weeks: CrossSection.weeks)
    for coin in commits.developerFacts.keys {
        commits.developerFacts[coin]?.developerDays = Array(repeating: .nan, count: CrossSection.weeks)
    }
    var bots = commits
    bots.botCommits = commits.developerDays
    bots.agentCommits = commits.developerDays
    bots.commitsByPeople = commits.developerDays
    return changes + [("commits as unit", commits, options), ("commits as unit, bots count", bots, options)]
        + variants.map { ($0.change, $0.section, options) }
}

extension Preset {
    /// Each weight that counts a quarter smaller, a quarter larger, and 0: the change in words, and the options with it.
    func weightChanges(_ options: RankingOptions) -> [(change: String, options: RankingOptions)] {
        let weights = weights.merging(options.weights) { $1 }
        return signals.filter { weights[$0] != 0 }.flatMap { signal in
            // Without the only signal that counts there would be nothing to rank by.
            let isAlone = !weights.contains { $0.key != signal && $0.value != 0 }
            let all = [("\(signal) −25 %", 0.75), ("\(signal) +25 %", 1.25), ("without \(signal)", 0)]
            return all.filter { !isAlone || $0.1 > 0 }.map { change, factor in
                var other = options
                other.weights[signal] = (weights[signal] ?? 0) * factor
                return (change, other)
            }
        }
    }
}

/// Two rankings of the same coins beside each other.
private enum RankComparison {
    static let columns = [
        Column("stay", "Stay", .integer, unit: "coins", meaning: "How many of the top stay in it."),
        Column("entered", "Enter", .text, meaning: "Which coins come into the top, best first."),
        Column("left", "Leave", .text, meaning: "Which coins fall out of it, best first."),
        Column("mover", "Moves most", .text, meaning: "Which coin of either top moves by most ranks."),
        Column("move", "Ranks up", .integer, unit: "ranks", meaning: moveMeaning),
        Column("spearman", "Spearman", .number, display: .fixed(3), meaning: correlationMeaning),
    ]
    private static let moveMeaning =
        "By how many it rises; negative when it falls; missing when it has no rank in one of the two."
    private static let correlationMeaning = "Rank correlation over the coins that both rank."

    /// Compares ranks without and with a change; ties stand in the order of the ids.
    static func cells(_ usual: [String: Int], _ other: [String: Int], ids: [String], top: Int, naming: Int) -> [Cell] {
        func isTop(_ ranks: [String: Int], _ id: String) -> Bool { ranks[id].map { $0 <= top } ?? false }
        func best(_ ranks: [String: Int], _ isWanted: (String) -> Bool) -> Cell {
            let coins = ids.filter(isWanted).sorted { (ranks[$0] ?? .max, $0) < (ranks[$1] ?? .max, $1) }
            return .text(listed(coins, most: naming))
        }
        let both = ids.filter { usual[$0] != nil && other[$0] != nil }
        let moves = both.filter { isTop(usual, $0) || isTop(other, $0) }
            .map { (coin: $0, move: (usual[$0] ?? 0) - (other[$0] ?? 0)) }
        let mover = moves.filter { $0.move != 0 }.min { (-abs($0.move), $0.coin) < (-abs($1.move), $1.coin) }
        let correlation = spearman(both.map { Double(usual[$0] ?? 0) }, both.map { Double(other[$0] ?? 0) })
        let none = Cell.missing(.nothingToSay)
        return [
            .integer(ids.count { isTop(usual, $0) && isTop(other, $0) }),
            best(other) { !isTop(usual, $0) && isTop(other, $0) },
            best(usual) { isTop(usual, $0) && !isTop(other, $0) },
            mover.map { .text($0.coin) } ?? none, mover.map { .integer($0.move) } ?? none,
            .number(correlation, orMissing: .fewCoins),
        ]
    }
}
