internal import CoinModel

/// What came of coins over one horizon.
struct Outcome {
    let horizon: Int
    /// What those have returned that have no price any more.
    let ending: EvaluationPanel.Ending
    let values: PanelMatrix
    /// What trades cost.
    let charges: PanelMatrix
    /// The median of each week's outcomes.
    let usual: [Double]

    init(_ panel: EvaluationPanel, horizon: Int, _ ending: EvaluationPanel.Ending, _ charges: PanelMatrix) {
        let values = panel.futureReturns(weeks: horizon, ending)
        (self.horizon, self.ending) = (horizon, ending)
        (self.values, self.charges) = (values, charges)
        usual = (0..<values.weeks).map { week in
            median((0..<values.coins).map { values[$0, week] }.filter { !$0.isNaN })
        }
    }

    /// What it says of a signal of the universe, with its fifths and its rank autocorrelation.
    func judge(
        _ name: String,
        _ signal: PanelMatrix,
        _ autocorrelation: Double,
        _ cuts: [QuintileBounds],
        _ panel: EvaluationPanel
    ) -> SignalEvidence {
        let ranked = RankedPanel(signal, values)
        let exchange = ExchangeTest(ranked, horizon: horizon, seeds: panel.seeds)
        func means(_ control: PanelMatrix) -> [Double] {
            ranked.coins.map { coin in knownMean((0..<control.weeks).map { control[coin, $0] }) }
        }
        let cells = ExchangeTest.cells(beta: means(panel.betas), size: means(panel.sizes))
        let neutral = RankedPanel(signal, values, beyond: panel.controls).correlations
        return SignalEvidence(
            signal: name,
            horizon: horizon,
            ending: ending,
            neutral: BlockStandardError(neutral, horizon: horizon),
            ic: BlockStandardError(ranked.correlations, horizon: horizon),
            exchange: exchange.p(),
            exchangeInCells: cells.map { exchange.p(within: $0) } ?? .nan,
            neutralCorrelations: neutral,
            correlations: ranked.correlations,
            coins: ranked.coinsPerWeek,
            autocorrelation: autocorrelation,
            fifths: Quintiles(panel, cuts, ending, returns: values, usual: usual, horizon: horizon, costs: charges)
        )
    }
}
