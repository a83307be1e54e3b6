public import CoinModel
internal import CoinTables

// Money as it is shown; what coins are compared and ranked by is never converted.
extension CoinMeasures {
    /// The newest price by the rate of its own day.
    var shownPrice: Measured { given(input.section.shownPrice) ?? shown(price, at: priceTime) }
    /// The newest price, however old, by the rate of its own day.
    var shownLastPrice: Measured { shown(lastPrice, at: lastPriceTime) }
    /// The newest capitalisation by the rate of its own day.
    var shownMarketCap: Measured { statedMarketCap ?? shown(marketCap, at: marketCapTime) }
    /// That capitalisation as its source has it in the currency that is shown; nil where it does not.
    var statedMarketCap: Measured? {
        marketCapTime == input.section.marketCap[index]?.time ? given(input.section.shownMarketCap) : nil
    }
    /// What all coins there will be are worth at that price.
    var shownFullyDiluted: Measured { shown(supply.fullyDiluted, at: priceTime) }

    /// The mean of weekly amounts over some weeks, each by the rate of its own week; missing where one of them that was observed
    /// has no rate.
    func shown(_ mean: Measured, of weeks: WeeklySeries, _ window: Range<Int>, _ dollarsOfWeeks: [Double]) -> Measured {
        guard input.section.shown != nil, mean.isThere else { return mean }
        let shown = weeks.divided(by: dollarsOfWeeks).observed(window)
        guard shown.count == weeks.observed(window).count else { return .missing(.noRate) }
        return Measured(sum(shown) / Double(shown.count), orMissing: .noRate)
    }

    /// What the source gives in the currency that is shown; nil where it does not.
    func given(_ amounts: [Double]) -> Measured? {
        amounts.isEmpty || amounts[index].isNaN ? nil : Measured(amounts[index], orMissing: .noRate)
    }

    /// An amount by the rate of its day.
    func shown(_ amount: Measured, at time: Instant?) -> Measured {
        guard let rates = input.section.shown, amount.isThere else { return amount }
        guard let rate = time.flatMap({ rates.rate(at: $0) }) else { return .missing(.noRate) }
        return Measured(amount.value / rate.value, orMissing: .noRate)
    }

    /// How the newest amount of a series comes to be shown.
    func conversion(of amount: Measured, at time: Instant?, over series: [SeriesUse]) -> Derivation {
        let section = input.section
        guard let rates = section.shown else { return Derivation(over: series) }
        let rate = time.flatMap { rates.rate(at: $0) }
        let by = rate.map { "By \($0.source) at \($0.time)." } ?? "Unknown."
        let money = section.quote.uppercased()
        let unit = "\(money) per \(rates.code.uppercased())"
        let inputs = [
            Explanation.Input("amount", amount.value, unit: money, orMissing: amount.reason, "As the source has it."),
            Explanation.Input("rate", rate?.value, unit: unit, orMissing: .noRate, by),
        ]
        return Derivation("amount / rate", [], inputs, over: series)
    }
}

extension WeeklySeries {
    /// Each week's amount by the rate of the week.
    func divided(by dollarsOfWeeks: [Double]) -> WeeklySeries {
        WeeklySeries(zip(values, dollarsOfWeeks).map { $0 / $1 })
    }
}

extension [MissingReason] {
    /// These reasons, and for a currency that amounts are converted into that it has no rate.
    func converted(into quote: String) -> [MissingReason] { quote == "usd" ? self : self + [.noRate] }
}

extension CrossSection {
    /// By which rates money is shown, in one sentence; nil where it is shown as it is.
    public var currencyNote: String? {
        guard let shown else { return nil }
        let code = shown.code.uppercased()
        let known = shown.rate(at: asOf.limit).map { "1 \(code) was \($0.value) USD at \($0.time) by \($0.source)" }
        let rate = known ?? "no rate is known of the newest seven days"
        return
            "\(CurrencyNote.opening)\(code), as their source has it or converted from USD: \(rate); newest figures are "
            + "by the rate of their day, weekly ones by that of their week. Scores, ranks and ratios are worked out in USD."
    }
}

/// The note about converted money, which stands among others.
public enum CurrencyNote {
    static let opening = "Money in "

    /// That note among those of a table; nil where money is shown as it is.
    public static func note(among notes: [String]) -> String? { notes.first { $0.hasPrefix(opening) } }
}
