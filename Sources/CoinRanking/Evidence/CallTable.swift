public import CoinTables

extension CallEvidence {
    /// A row a coin with its call and the probabilities of its fifth, ranked coins by rank, then the others by id.
    ///
    /// - Parameters:
    ///   - candidates: the coins of today, in byte order of their ids.
    ///   - evidence: what holds of the same scores over the same horizon.
    ///   - adjusted: its p adjusted for all trials; NaN where unknown.
    /// - Returns: the table.
    public func table(of candidates: [CallCandidate], by evidence: SignalEvidence, adjusted: Double) -> Table {
        let calls = calls(of: candidates, by: evidence)
        let order = candidates.indices.sorted { left, right in
            let (a, b) = (candidates[left].rank ?? .max, candidates[right].rank ?? .max)
            return a == b ? left < right : a < b
        }
        let shares = zip(gains, losses).map { [Odds($0, baseGain), Odds($1, baseLoss)] }
        let rows = order.map { place -> [Cell] in
            let (coin, call) = (candidates[place], calls[place])
            let odds = call.fifth.map { shares[$0].flatMap(\.cells) }
            return [
                coin.rank.map(Cell.integer) ?? .missing(.notRanked),
                .text(coin.id), .text(coin.symbol), .text(coin.name),
                .text(call.kind.rawValue), .text(call.reason.rawValue),
                call.fifth.map { .integer($0 + 1) } ?? .missing(.notRanked),
            ] + (odds ?? Array(repeating: .missing(.notRanked), count: CallEvidence.oddsColumns.count)) + [
                .number(coin.score, orMissing: .notRanked), .text(coin.state.rawValue),
                .number(coin.coverage, orMissing: .nothingToSay),
            ]
        }
        let columns = CallEvidence.coinColumns + CallEvidence.oddsColumns + CallEvidence.knownColumns
        return Table(
            title: "",
            columns: columns,
            rows: rows,
            notes: [evidenceNote(evidence, adjusted), countNote(calls)]
        )
    }

    /// The probability of one outcome in a fifth, beside that of all coins.
    private struct Odds {
        let cells: [Cell]

        init(_ share: WeeklyShare, _ base: WeeklyShare) {
            let none = MissingReason("no-value", "No coin of this fifth has an outcome yet.")
            let n = share.coinWeeks > 0 ? share.effective : .nan
            cells = [share.share, share.band.low, share.band.high, n, base.share].map { .number($0, orMissing: none) }
        }
    }

    /// What holds of the score, in one sentence.
    private func evidenceNote(_ evidence: SignalEvidence, _ adjusted: Double) -> String {
        func told(_ value: Double) -> String {
            value.isFinite ? "\((1000 * value).rounded() / 1000 + 0)" : "unknown"
        }
        let interval = evidence.ic.interval
        return "Held \(evidence.horizon) weeks: rank IC \(told(evidence.ic.mean)) (90 %: \(told(interval.low)) to "
            + "\(told(interval.high))), p \(told(evidence.p)), q \(told(adjusted)); \(evidence.ic.periods) periods that do "
            + "not overlap, \(SignalEvidence.fewestPeriods) are the fewest that bear a call. Brier skill of p_excess over "
            + "the base rate: \(told(brierSkill))."
    }

    /// How many calls of each kind there are, and what their reasons mean.
    private func countNote(_ calls: [Call]) -> String {
        let kinds = Call.Kind.allCases.map { kind in "\(calls.count { $0.kind == kind }) \(kind.rawValue)" }
        let reasons = Call.Reason.allCases.filter { reason in calls.contains { $0.reason == reason } }
            .map { "\($0.rawValue): \($0.meaning)" }
        return "\(kinds.joined(separator: ", ")). \(reasons.joined(separator: "; "))."
    }

    private static let coinColumns = [
        Column("rank", "Rank", .integer, meaning: "1 for the best; missing for coins that are only listed."),
        Column("coin_id", "Coin", .text, meaning: "The coin's id in the coin list."),
        Column("symbol", "Symbol", .text, meaning: "The ticker symbol; not unique."),
        Column("name", "Name", .text, meaning: "The coin's name."),
        Column(
            "call",
            "Call",
            .text,
            meaning: "BUY or SELL where the evidence passes, else HOLD, or NO CALL where it bears none; no advice."
        ),
        Column("call_reason", "Why", .text, meaning: "The first reason that holds; the notes say what each means."),
        Column("fifth", "Fifth", .integer, meaning: "The fifth of today's scores that the coin is in, 1 the best."),
    ]

    private static let oddsColumns = [("", "excess", "above"), ("_loss", "loss", "below minus")].flatMap { kind in
        let (suffix, name, side) = kind
        let event = "a return over the universe's median \(side) the cost of buying and selling once"
        func number(_ name: String, _ title: String, _ digits: Int, _ meaning: String) -> Column {
            Column(name, title, .number, display: .fixed(digits), meaning: meaning)
        }
        return [
            number("p_\(name)", "P(\(name))", 2, "How often coins of this fifth had \(event)."),
            number("p_\(name)_low", "from", 2, "Lower end of its 80 % Jeffreys band."),
            number("p_\(name)_high", "to", 2, "Upper end of it."),
            number("effective_n\(suffix)", "n", 1, "How many independent outcomes it is worth."),
            number("base_rate\(suffix)", "Base", 2, "How often any ranked coin had it."),
        ]
    }

    private static let knownColumns = [
        Column("score", "Score", .number, display: .signed(3), meaning: "What the preset ranks by."),
        Column("state", "State", .text, meaning: "The state of development; BUY takes rising, steady or revived."),
        Column(
            "coverage",
            "Coverage",
            .number,
            display: .fixed(2),
            meaning: "Share of the preset's weight that rests on data; a call takes 0.9."
        ),
    ]
}
