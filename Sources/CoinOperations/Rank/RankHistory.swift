internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinStore
public import CoinTables

/// The ranks of a coin at the ends of the newest complete weeks, newest first, each computed from all that is known now.
///
/// Nothing from after a week enters its rank, but figures that were corrected since, and today's coin list, do; `known`
/// reads all weeks as they were known then.
///
/// - Throws: `OperationError` when no coin or several fit.
public func rankHistory(
    _ words: String,
    weeks: Int,
    _ request: RankRequest,
    in location: StoreLocation
) throws -> Table {
    let (coin, newest) = try location.panel(for: request) { panel in
        let universe = panel.resolution.universe
        return (universe.coins[try oneCoin(words, universe)], try panel.asOf(request))
    }
    var request = request
    request.columns = "coin_id,rank,score,state,rank_low,rank_high"
    var ends: [(week: Week, cells: [Cell], ranked: Int)] = []
    var provenances: [Provenance] = []
    // One week more, so that the oldest one has a week before it.
    for weeksBack in 0...weeks {
        let week = newest.lastCompleteWeek.advanced(by: -weeksBack)
        let scored = try score(request.at(.day(week.lastDay)), in: location, showing: [request])
        provenances.append(scored.provenance())
        let table = try scored.table(for: request)
        let row = table.rows.first { $0[0] == .text(coin.id) } ?? []
        ends.append((week, row, table.rows.count { if case .integer = $0[1] { true } else { false } }))
    }
    let rows = zip(ends, ends.dropFirst()).map { now, before -> [Cell] in
        let cells = now.cells.isEmpty ? Array(repeating: Cell.missing(.noRank), count: 6) : now.cells
        var change = Cell.missing(.noRank)
        if case .integer(let rank) = cells[1], before.cells.count > 1, case .integer(let last) = before.cells[1] {
            change = .integer(last - rank)
        }
        return [.text(now.week.description), cells[1], .integer(now.ranked), change] + cells[2...]
    }
    var table = Table(
        title: "Ranks of \(coin.title) in \(request.preset)",
        columns: historyColumns,
        rows: rows,
        notes: ["Each rank is worked out as of the end of its week, from what is known of it now."]
            + Provenance.notes(joining: provenances)
    )
    table.pictures = [historyPicture]
    return table
}

private let historyPicture = Picture(
    "Rank week by week",
    note:
        "The first is on top. The band contains 80 % of the ranks that the errors of the signals allow, where the preset has them; "
        + "below it how the coin's development stood. A gap is a week without a rank.",
    .weeks("week"),
    [.init("Rank", .ranks, rankMarks), .init("Development", .words, [.init(.words("state"), .valuation)])]
)

private let rankMarks: [Picture.Mark] = [
    .init(.band("rank_low", "rank_high"), .band, "80 % of its ranks"), .init(.line("rank"), .valuation, "rank"),
]

private let historyColumns = [
    Column("week", "Week", .text, meaning: "The Sunday on which the week begins, UTC; the rank is that of its end."),
    Column("rank", "Rank", .integer, meaning: "1 for the best."),
    Column("ranked", "Of", .integer, meaning: "How many coins have a rank."),
    Column("change", "Change", .integer, display: .signed(0), meaning: "Places gained since the week before."),
    Column("score", "Score", .number, display: .signed(3), meaning: "What the preset ranks by."),
    Column("state", "State", .text, meaning: "How the coin's development stands."),
    Column("rank_low", "Rank from", .integer, meaning: "10 % quantile of the rank within the errors of the signals."),
    Column("rank_high", "Rank to", .integer, meaning: "90 % quantile of the rank within the errors of the signals."),
]
