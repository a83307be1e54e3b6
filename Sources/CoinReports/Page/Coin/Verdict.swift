internal import CoinModel
internal import CoinTables

/// What a coin's numbers come to, in two or three sentences.
struct Verdict {
    private let columns: RankingColumns
    private let ranked: Int
    /// The share of the year's commits that bots made; NaN where that is not known.
    private let bots: Double

    /// The verdict on the only row of a coin's ranking.
    init(_ columns: RankingColumns, of dossier: Dossier) {
        (self.columns, ranked, bots) = (columns, dossier.ranked, dossier.botShare)
    }

    /// The sentences.
    var text: String { parts.map(\.text).joined() }

    /// The same in parts, of which some are to be seen first.
    var parts: [(text: String, isStrong: Bool)] {
        marked.split(separator: "*", omittingEmptySubsequences: false).enumerated()
            .map { (String($1), !$0.isMultiple(of: 2)) }.filter { !$0.text.isEmpty }
    }

    /// The sentences, with what is to be seen first between asterisks; no word from outside is among them.
    private var marked: String { [pace, commits, standIn, place, call].filter { !$0.isEmpty }.joined(separator: " ") }

    private var pace: String {
        let (ratio, low, high) = (number("theta_median"), number("theta_p05"), number("theta_p95"))
        guard ratio.isFinite, low.isFinite, high.isFinite else {
            let reason = columns.text("reason", 0)
            let next = reason.hasPrefix("no repository") ? " The column repos of a coin list names repositories." : ""
            return "Its developer activity is not measured" + (reason.isEmpty ? "." : ": \(reason).") + next
        }
        let leads = [
            (low > 1.25, "Clearly more developer work than before"),
            (high < 0.8, "Clearly less developer work than before"),
            (low > 1, "More developer work than before"), (high < 1, "Less developer work than before"),
            (abs(ratio - 1) < 0.05, "As much developer work as before"),
        ]
        let chance = "\(ratio >= 1 ? "More" : "Less") developer work than before, but that may be chance"
        let lead = leads.first(where: \.0)?.1 ?? chance
        let range = "\(PageNumber.fixed(low, 2))× and \(PageNumber.fixed(high, 2))×"
        return
            "\(lead): *\(PageNumber.fixed(ratio, 2))×* the weekly pace of the 40 weeks before, with 90 % between \(range)."
    }

    private var commits: String {
        let change = number("dev_change_pct")
        guard change.isFinite else { return "" }
        let sentence = "Commits by people are \(PageNumber.percent(change / 100, signed: true)) against the year’s mean"
        return sentence + (bots > 0.2 ? "; bots made \(PageNumber.percent(bots)) of all, and do not count." : ".")
    }

    private var standIn: String {
        let isSide = columns.text("flags", 0).split(separator: ", ").contains("side")
        return isSide ? "A smaller repository *is counted for* the larger ones." : ""
    }

    private var place: String {
        if let (rank, low, high) = columns.rank(0) {
            let place = "It ranks *\(ordinal(rank)) of \(ranked)*"
            let range =
                ", and between \(low) and \(high) eight times in ten, so its neighbours cannot be told apart from it"
            return place + (low < high ? range : "") + "."
        }
        if let rank = columns.whole("rank_without_repositories", 0) {
            return "It ranks \(ordinal(rank)) of the coins without repositories, by volume and search alone."
        }
        let reason = columns.text("reason", 0)
        return reason.isEmpty || !number("theta_median").isFinite ? "It has no rank." : "It has no rank: \(reason)."
    }

    private var call: String {
        let (call, reason) = (columns.text("call", 0), columns.text("call_reason", 0))
        guard !call.isEmpty, columns.whole("rank", 0) != nil else { return "" }
        if reason == "not-evaluated" { return "Whether such ranks ever came true was not evaluated: no call." }
        return "The evidence says \(call) (\(reason.replacing("-", with: " "))), which is not advice."
    }

    private func number(_ name: String) -> Double { columns.number(name, 0) }
}
