internal import CoinModel
public import CoinTables

extension EvaluationPanel {
    /// What evidence is worked out from: a row for each week and coin of the universe of then, with what each signal said
    /// and what came of it, so that anybody can work it out again.
    ///
    /// - Parameters:
    ///   - signals: what is judged.
    ///   - horizons: the weeks that returns run.
    /// - Returns: the table, weeks in order, coins in byte order.
    public func table(of signals: [EvaluatedSignal], horizons: [Int]) -> Table {
        var rows: [[Cell]] = []
        for week in 0..<weeks {
            for coin in coins.indices where isMember(coin, in: week) {
                let said = signals.map { Cell.number($0.values[coin, week], orMissing: .noValue) }
                let came = horizons.map {
                    Cell.number(futureReturn(coin, from: week, weeks: $0), orMissing: .noOutcome)
                }
                rows.append([.text(first.advanced(by: week).description), .text(coins[coin])] + said + came)
            }
        }
        let keys = [
            Column.sunday,
            Column("coin_id", "Coin", .text, meaning: "A coin that was ranked as of the week's end."),
        ]
        let said = signals.map { signal in
            Column(signal.name, signal.name, .number, display: .signed(3), meaning: "The signal as of the week's end.")
        }
        let came = horizons.map { horizon in
            Column(
                "return_\(horizon)",
                "Return over \(horizon)",
                .number,
                display: .signed(3),
                meaning: "Price \(horizon + 1) weeks later by that a week later, less 1; −1 of a coin that was lost."
            )
        }
        return Table(title: "What the evidence rests on", columns: keys + said + came, rows: rows)
    }
}
