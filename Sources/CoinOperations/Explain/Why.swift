internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinReports
internal import CoinStore
public import CoinTables

/// Why a coin stands where it stands (no metric), how one of its columns came about, or how the sources of its commits
/// compare (`commits`).
///
/// - Throws: `OperationError` when no coin or several fit, or there is no such column.
public func why(
    _ words: String,
    _ metric: String?,
    _ request: RankRequest,
    in location: StoreLocation
) throws -> Table {
    let preset = try request.knownPreset()
    let column = try metric.map { try whyColumn($0, request.quote) }
    return try location.panel(for: request) { panel in
        let asOf = try panel.asOf(request)
        let index = try oneCoin(words, panel.resolution(at: asOf).universe)
        let section = try panel.wholeSection(at: asOf)
        let ranking = try ExplainedRanking(section, preset, request.options)
        let series = SeriesProvenance(panel, section, coin: index, isClassic: preset == .classic)
        var table =
            switch column {
            case nil where request.form == .terminal && preset == .discovery:
                reasons(ranking, section.coins[index], asOf)
            case nil: contributionTable(ranking, section.coins[index], preset)
            case commitsWord: try commitComparison(series)
            case .some(let name): try stepTable(of: name, ranking, series)
            }
        let explained = column.flatMap { ranking.explanation(of: $0, section.coins[index].id)?.series } ?? []
        let uses = column == commitsWord ? WhyWeeks.commits : explained
        let last = uses.map(\.weeks.upperBound).max() ?? 0
        table.notes += CoinWeeks(section).boundNotes(of: index, Set(uses.compactMap(\.bounded)), in: 0..<last)
        if request.form == .page {
            table.annexes = [try WhyWeeks(uses, series).table].compactMap(\.self)
        }
        var provenance = try Provenance(section, of: request, columns: [column].compactMap(\.self))
        provenance.preset = (preset.rawValue, preset.digest(request.options))
        table.notes.append(provenance.note)
        return table
    }
}

/// Why a coin stands where it does, as a terminal shows it.
private func reasons(_ ranking: ExplainedRanking, _ coin: Coin, _ asOf: AsOf) -> Table {
    let whole = ranking.table
    let (ids, ranks) = (whole.place(of: "coin_id") ?? 0, whole.place(of: "rank") ?? 0)
    var row = whole
    row.rows = whole.rows.filter { $0[ids].text == coin.id }
    var dossier = Dossier(row: row.datingPrices(), ranked: ranking.rankedCount, asOf: asOf)
    dossier.contributions = contributionTable(ranking, coin, .discovery)
    dossier.standing = ranking.standing(of: coin.id) ?? ""
    for contribution in ranking.contributions(to: coin.id) {
        let column = whole.place(of: "contribution_" + contribution.signal)
        guard let column, let own = contribution.amount.value else { continue }
        let amounts = whole.rows.compactMap { $0[ranks].value == nil ? nil : $0[column].value }
        let larger = amounts.count { $0 > own }
        dossier.signalPlaces[contribution.signal] = (larger + 1, amounts.count)
    }
    var table = dossier.reasons
    table.briefNotes = table.notes.count
    return table
}

/// What stands in place of a column for a comparison of the sources of commits.
private let commitsWord = "commits"

/// The column that a person names, or `commitsWord`; one of money may be named without its currency.
private func whyColumn(_ metric: String, _ quote: String) throws -> String {
    let names = ColumnDictionary.columns(quote: quote).map(\.name)
    if metric == commitsWord { return metric }
    // What screens call pace.
    if metric == "pace" { return "theta_median" }
    for name in [metric, metric + "_" + quote, "contribution_" + metric] where names.contains(name) { return name }
    throw unknownColumn(metric, among: names + [commitsWord])
}

/// What each signal adds to the score.
func contributionTable(_ ranking: ExplainedRanking, _ coin: Coin, _ preset: Preset) -> Table {
    let standing = "How the value stands among the coins: its z-score in `classic`, its normal score in `discovery`."
    let contribution = "What it adds to the score: weight × standing, by the weights of what is there."
    let columns = [
        Column("signal", "Signal", .text, meaning: "The signal, as weights name it."),
        Column("value", "Value", .number, meaning: "Its value."),
        Column("standing", "Standing", .number, display: .signed(3), meaning: standing),
        Column("weight", "Weight", .number, display: .signed(2), meaning: "The weight that the preset gives it."),
        Column("contribution", "Contribution", .number, display: .signed(3), meaning: contribution),
        Column("missing", "Missing", .text, meaning: "Why the signal is missing; empty where it is there."),
    ]
    let rows = ranking.contributions(to: coin.id).map { one -> [Cell] in
        let missing = if case .missing(let reason) = one.standing { reason.meaning } else { "" }
        return [.text(one.signal), one.value, one.standing, .number(one.weight), one.amount, .text(missing)]
    }
    func cell(_ name: String) -> Cell? { ranking.explanation(of: name, coin.id)?.value }
    var notes: [String] = []
    if case .integer(let rank)? = cell("rank"), case .number(let score)? = cell("score") {
        let sum = "the contributions add up to its score, \(shortest(score))"
        notes.append("Rank \(rank) of \(ranking.rankedCount): \(sum).")
    } else {
        notes.append("It has no rank.")
    }
    notes += [ranking.standing(of: coin.id)].compactMap(\.self)
    if case .number(let coverage)? = cell("coverage") {
        notes.append("\(shortest(100 * coverage)) % of the preset's weight rest on data of the coin.")
    }
    if case .text(let state)? = cell("state") { notes.append("Its developer activity is `\(state)`.") }
    if case .text(let remark)? = cell("reason"), !remark.isEmpty { notes.append("To be said of it: \(remark).") }
    notes.append("`assay why \(shellCoin(coin.id)) COLUMN` shows how a number came about.")
    let title = "Why \(coin.title) stands where it does in \(preset.rawValue)"
    return Table(title: title, columns: columns, rows: rows, notes: notes)
}

extension SeriesUse {
    /// The weekly series of the coin that may be an upper bound where these weeks of its repositories are read; nil for
    /// none.
    fileprivate var bounded: CoinWeeks.Series? {
        switch series {
        case .merges: .people
        case .developers: .mostDevelopers
        case .developerDays: .developerDays
        default: nil
        }
    }
}
