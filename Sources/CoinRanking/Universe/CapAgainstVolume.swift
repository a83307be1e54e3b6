internal import CoinModel
internal import CoinTables

/// Capitalisation against that of peers with the same traded volume and effort: relative to peers, never a fair value, and
/// never cheap for its effort, for what it follows is volume.
///
/// A Huber regression over eligible coins of ln capitalisation on 1, ln(1 + developer-days of R), ln(1 + distinct
/// developers in R) and ln(median weekly volume of R). The residual is r / (σ̂ √(1 − h)), h the weighted
/// leverage; negative is less than peers have.
struct CapAgainstVolume {
    /// The fewest coins that are peers.
    static let leastCoins = 20

    /// The residual of each coin, by place.
    private(set) var residuals: [Measured]
    /// m = −residual and s = √(h / (1 − h)) of each coin.
    private(set) var estimates: [SignalEstimate]
    /// How many coins it was fitted to; 0 where it was not.
    private(set) var count = 0
    /// R² with the weights of the fit.
    private(set) var explained = Double.nan
    /// The partial R² of the two columns of effort: what they explain of what volume leaves.
    private(set) var effort = Double.nan
    /// What the fit gives the intercept and the columns, and σ̂; none where it was not made.
    private(set) var coefficients: [Double] = []
    private(set) var scale = Double.nan
    /// The leverage h of each coin; NaN for those that it was not fitted to.
    private(set) var leverages: [Double]
    /// Whether no eligible coin has distinct developers, so that the regression does without.
    let lacksDevelopers: Bool

    init(_ development: [DevelopmentFigures], _ traded: [TradeFigures], eligible: [Int]) {
        let lacksDevelopers = eligible.allSatisfy { development[$0].distinctDevelopers.isNaN }
        self.lacksDevelopers = lacksDevelopers
        let facts = zip(development, traded).map { CapitalisationFacts($0, $1, needsDevelopers: !lacksDevelopers) }
        let peers = eligible.filter { facts[$0].lack == nil }
        residuals = facts.map { .missing($0.lack ?? .notRanked) }
        estimates = residuals.map { .missing($0.reason) }
        leverages = Array(repeating: .nan, count: facts.count)
        guard peers.count >= CapAgainstVolume.leastCoins else {
            for coin in peers { set(coin, .missing(.fewPeers), error: .nan) }
            return
        }
        let columns = (0..<4).map { column in peers.map { facts[$0].columns[column] } }
        let response = peers.map { facts[$0].capitalisation }
        let fit = HuberRegression(columns: columns, response: response)
        (count, explained) = (peers.count, fit.explained)
        effort = fit.partialShare(of: 1..<3, columns, response)
        (coefficients, scale) = (fit.coefficients, fit.scale)
        for (row, coin) in peers.enumerated() {
            let h = fit.leverages[row]
            leverages[coin] = h
            if fit.scale > 0, rounded(h) <= 0.999 {
                let residual = fit.residuals[row] / (fit.scale * (1 - h).squareRoot())
                set(coin, Measured(residual, orMissing: .noFit), error: (h / (1 - h)).squareRoot())
            } else {
                set(coin, .missing(.noFit), error: .nan)
            }
        }
    }

    private mutating func set(_ coin: Int, _ residual: Measured, error: Double) {
        residuals[coin] = residual
        estimates[coin] = SignalEstimate(mean: residual.map(orMissing: .noFit) { -$0 }, error: error)
    }
}

/// What the regression takes of a coin, as logarithms.
private struct CapitalisationFacts {
    /// ln of the newest capitalisation, which is at most four weeks old.
    let capitalisation: Double
    /// What is missing of it, or nil.
    let lack: MissingReason?

    /// 1, days, developers and volume.
    let columns: [Double]

    init(_ development: DevelopmentFigures, _ trade: TradeFigures, needsDevelopers: Bool) {
        let cap = trade.capitalisation
        let traded = trade.volume.median
        let recent = development.recentUnits
        capitalisation = ln(cap)
        let developers = needsDevelopers ? ln(1 + development.distinctDevelopers) : 0
        columns = [1, ln(1 + recent.value), developers, ln(traded)]
        lack =
            if !(cap > 0) {
                .noFreshCap
            } else if !(traded > 0) {
                .noVolume
            } else if !development.hasDeveloperDays || !recent.isThere {
                .noDeveloperDays
            } else {
                needsDevelopers && development.distinctDevelopers.isNaN ? .noDevelopers : nil
            }
    }
}
