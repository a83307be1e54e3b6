// What money is shown in; see `ExchangeRates`.
extension CrossSection {
    /// The currency that money is shown in, lower-case.
    public var shownQuote: String { shown?.code ?? quote }

    /// By what an amount of each week is divided to be shown: the dollars of a unit of the shown currency in that week, NaN
    /// where no rate is known; 1 where money is shown as it is.
    public var dollarsOfWeeks: [Double] {
        (0..<CrossSection.weeks).map { ago in
            guard let shown else { return 1 }
            return shown.rate(of: asOf.lastCompleteWeek.advanced(by: -ago))?.dollars ?? .nan
        }
    }
}
