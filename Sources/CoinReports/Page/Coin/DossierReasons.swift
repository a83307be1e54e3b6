internal import CoinModel
public import CoinTables
internal import Platform

extension Dossier {
    /// Why the coin stands where it does, on one screen: a row for each signal that has a weight, and one for the score.
    ///
    /// A sentence has its work of 12 weeks and of those before, rows what each signal adds with the coin's place in it, notes how
    /// sure that is. No rows where the coin's row is none of a ranking by signals.
    public var reasons: Table {
        let columns = [
            Column.text("what", "What", "The signal; last the score, which they add up to."),
            .number("adds", "Adds", .signed(2), "What it adds to the score."),
            .text("bar", "", "The same as a bar, by the largest."),
            .text("place", "The coin's place", "Where the coin stands by it, or why it does not count."),
        ]
        guard let reasons = DossierReasons(self) else { return Table(title: "", columns: columns, rows: []) }
        if reasons.isUnranked {
            let columns = [Column.text("what", "What", "A signal."), .text("known", "Known", "What is known of it.")]
            var table = Table(title: "", columns: columns, rows: reasons.known, notes: reasons.notes)
            (table.lead, table.isSheet) = (reasons.sentence, true)
            return table
        }
        var table = Table(title: "", columns: columns, rows: reasons.rows, notes: reasons.notes)
        table.lead = reasons.sentence
        return table
    }
}

/// The sentences and rows of it.
private struct DossierReasons {
    private let dossier: Dossier
    private let columns: RankingColumns

    init?(_ dossier: Dossier) {
        guard let columns = RankingColumns(dossier.row), dossier.row.rows.count == 1 else { return nil }
        (self.dossier, self.columns) = (dossier, columns)
    }

    /// What is known of the signals of a coin without a rank, or why nothing is.
    var known: [[Cell]] {
        [("development", "theta_median"), ("volume", "vol_trend"), ("search", "search_momentum")].map {
            signal,
            column in
            let known = columns.reason(column, 0) ?? standing(signal)
            return [.text(DossierReasons.titles[signal] ?? signal), .text(known)]
        }
    }

    var isUnranked: Bool { columns.whole("rank", 0) == nil }

    /// The signals in words.
    private static let titles = ["development": "developer activity", "search": "searches"]
    private static let barWidth = 19

    private func fixed(_ name: String, _ places: Int = 2) -> String {
        PageNumber.fixed(columns.number(name, 0), places)
    }

    /// Its rank, and how much was worked on it.
    var sentence: String {
        let name = columns.title(0)
        guard let rank = columns.whole("rank", 0) else {
            return "\(name) has no rank: \(columns.text("reason", 0))."
        }
        let ratio = columns.number("theta_median", 0)
        let steps = [(1.5, "far more"), (1.05, "more"), (0.95, "about as many"), (2.0 / 3, "fewer")]
        let amount = steps.first { ratio >= $0.0 }?.1 ?? "far fewer"
        let unit = columns.text("unit", 0) == "commits" ? "commits were made to" : "developer-days were worked on"
        return
            "\(name) is \(ordinal(rank)) of \(dossier.ranked): \(amount) \(unit) it, \(weeks("recent")), \(weeks("base"))."
    }

    /// The units of some weeks, with their mean.
    private func weeks(_ part: String) -> String {
        let (units, weeks) = (columns.number("units_" + part, 0), columns.number("weeks_" + part, 0))
        let count = PageNumber.fixed(weeks, 0)
        let span = part == "recent" ? "last \(count) weeks" : "\(count) before"
        return "\(PageNumber.fixed(units, 0)) in the \(span) (\(PageNumber.fixed(units / weeks, 1)) a week)"
    }

    var rows: [[Cell]] {
        let signals = NamedRows(dossier.contributions)
        let counted = signals.rows.indices.filter { signals.number($0, "weight") != 0 }
        let amounts = counted.map { signals.number($0, "contribution") }
        let most = amounts.filter(\.isFinite).map(abs).max() ?? 0
        let rows = zip(counted, amounts).map { row, amount -> [Cell] in
            let signal = signals.text(row, "signal")
            return [
                .text(DossierReasons.titles[signal] ?? signal), signals.cell(row, "contribution") ?? .missing(.noValue),
                .text(bar(amount.isFinite ? amount : 0, of: most)),
                .text(signals.missing(row, "standing")?.meaning ?? standing(signal)),
            ]
        }
        let score = columns.number("score", 0)
        guard score.isFinite else { return rows }
        let percent = "= \(fixed("score_pct", 1)) of 100; the middle coin has 50"
        return rows + [[.text("score"), .number(score), .text(""), .text(percent)]]
    }

    /// A bar in eighths of a character.
    private func bar(_ amount: Double, of most: Double) -> String {
        let eighths = most > 0 ? Int((abs(amount) / most * Double(8 * DossierReasons.barWidth)).rounded()) : 0
        let ends = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        return String(repeating: "█", count: eighths / 8) + ends[eighths % 8]
    }

    private func standing(_ signal: String) -> String {
        let place = dossier.signalPlaces[signal].map { "\(ordinal($0.place)) of \($0.count)" } ?? ""
        let more: String
        switch signal {
        case "development":
            more = "\(fixed("theta_median"))× [\(fixed("theta_p05"))–\(fixed("theta_p95"))]"
        case "volume": more = change("vol_trend", "against the market")
        case "search": more = change("search_momentum", "against the weeks before")
        default: more = ""
        }
        return [place, more].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    private func change(_ column: String, _ against: String) -> String {
        let change = exp(columns.number(column, 0)) - 1
        return change.isFinite ? "\(PageNumber.percent(change, signed: true)) \(against)" : ""
    }

    var notes: [String] {
        let id = columns.text("coin_id", 0)
        let rank = columns.rank(0).map { "How sure: between rank \($0.low) and \($0.high) eight times in ten. " } ?? ""
        let (theta, phi) = (columns.number("theta", 0), columns.number("phi", 0))
        let believed =
            theta.isFinite
            ? "The weekly figures give \(PageNumber.fixed(theta, 2))×; \(fixed("theta_median"))× is what is believed, drawn towards "
                + "what is usual, because these weeks vary \(PageNumber.fixed(phi, 1)) times as much as chance would have them."
            : ""
        let remarks = columns.remarks(0, beyond: sentence)
        let word = isUnranked ? "To be said of it" : "What speaks against it"
        let against = remarks.isEmpty ? "" : "\(word): \(remarks)."
        let next =
            "`assay why \(shellCoin(id)) pace` shows the weeks, files and formula, `assay why \(shellCoin(id)) COLUMN` those of any number."
        return [rank + dossier.standing, believed, against, next].filter { !$0.isEmpty }
    }
}
