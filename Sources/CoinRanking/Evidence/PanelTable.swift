internal import CoinModel
public import CoinTables

extension EvaluationPanel {
    /// What evidence is worked out from: a row for each week and coin of that week's universe, with what each signal said, the
    /// controls, and what came of it, so that anybody can work it out again.
    public func table(of signals: [EvaluatedSignal], horizons: [Int]) -> Table {
        typealias Place = (week: Int, coin: Int)
        func number(_ name: String, _ title: String, _ meaning: String, _ values: PanelMatrix) -> FilledColumn<Place> {
            .number(name, title, orMissing: .noValue, meaning) { values[$0.coin, $0.week] }
        }
        var measures: [FilledColumn<Place>] = [
            .text("week", "Week", "The Sunday on which the week begins, UTC.") { place in
                first.advanced(by: place.week).description
            },
            .text("coin_id", "Coin", "A coin that was ranked as of the week's end.") { coins[$0.coin] },
        ]
        measures += signals.map { number($0.name, $0.name, "The signal as of the week's end.", $0.values) }
        measures += [
            number("beta", "Beta", "Slope of 52 weekly log returns on their mean over the week's universe.", betas),
            number("ln_cap", "ln cap", "Natural logarithm of the capitalisation in USD.", sizes),
            number("past_return", "Past return", "ln(P(w0) / P(w12)).", momenta),
        ]
        for horizon in horizons {
            for ending in Ending.allCases {
                let isLoss = ending == .loss
                measures.append(
                    .number(
                        "return_\(horizon)" + (isLoss ? "" : "_last_price"),
                        "Return over \(horizon)" + (isLoss ? "" : ", to the last price"),
                        orMissing: .noOutcome,
                        "Price \(horizon + 1) weeks later by that a week later, less 1; of a coin without a price then "
                            + (isLoss ? "−1 if there is evidence that it died, else " : "") + "by its last one.",
                        { [returns = futureReturns(weeks: horizon, ending)] in returns[$0.coin, $0.week] }
                    )
                )
            }
        }
        let places = (0..<weeks).flatMap { week in
            coins.indices.filter { isMember($0, in: week) }.map { (week: week, coin: $0) }
        }
        return Table("What the evidence rests on", measures, of: places)
    }
}
