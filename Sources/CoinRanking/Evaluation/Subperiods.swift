/// The mean rank IC of parts of the weeks, each with its own error.
struct Subperiods {
    /// The weeks before the middle one of those with a rank IC, and those from it on.
    let firstHalf: PhaseError
    let secondHalf: PhaseError
    /// The weeks after which the median coin of the universe rose, and those after which it did not.
    let bull: PhaseError
    let bear: PhaseError

    /// Parts of a series by what was usual in each week: the median of the outcomes of the universe; NaN where unknown.
    init(_ correlations: [Double], usual: [Double], horizon: Int) {
        let known = correlations.indices.filter { !correlations[$0].isNaN }
        let middle = known.isEmpty ? 0 : known[known.count / 2]
        func part(_ isIn: (Int) -> Bool) -> PhaseError {
            PhaseError(correlations.indices.map { isIn($0) ? correlations[$0] : .nan }, horizon: horizon)
        }
        firstHalf = part { $0 < middle }
        secondHalf = part { $0 >= middle }
        bull = part { usual[$0] > 0 }
        bear = part { usual[$0] <= 0 }
    }
}
