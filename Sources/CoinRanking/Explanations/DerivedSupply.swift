internal import CoinModel

// Supplies, and what all coins would be worth.
extension Derivation {
    static func supply(_ name: String, _ universe: MeasuredUniverse, _ coin: CoinMeasures) -> Derivation? {
        let quote = universe.section.quote
        let (price, cap) = (
            Term("price_" + quote, .price, Window.year), Term("market_cap_" + quote, .marketCap, Window.year)
        )
        let circulating = Term("circulating_supply", .circulatingSupply)
        let all = coin.supply.lacksMaximum ? Term("total_supply", .totalSupply) : Term("max_supply", .maxSupply)
        return switch name {
        case "circulating_supply": newest(nil, [circulating])
        case "total_supply": newest(nil, [Term("total_supply", .totalSupply)])
        case "max_supply": newest(nil, [Term("max_supply", .maxSupply)])
        case "fully_diluted": newest("\(price.name) · \(all.name)", [price, all])
        case "dilution": newest("\(price.name) · \(all.name) / \(cap.name)", [price, all, cap])
        case "circulating_share":
            coin.supply.circulating.isThere
                ? newest("\(circulating.name) / \(all.name)", [circulating, all])
                : newest("\(cap.name) / \(price.name) / \(all.name)", [cap, price, all])
        case "supply_growth": supplyGrowth(universe.section, coin.index)
        default: nil
        }
    }

    /// A column that enters, and the facts that it is the newest of.
    private struct Term {
        let name: String
        let use: SeriesUse

        init(_ name: String, _ series: SeriesUse.Series, _ weeks: Range<Int> = CoinSupply.weeks) {
            self.name = name
            use = SeriesUse(series: series, weeks: weeks)
        }
    }

    /// A formula over newest facts; without one the only fact is the value.
    private static func newest(_ formula: String?, _ terms: [Term]) -> Derivation {
        Derivation(
            formula,
            formula == nil ? [] : terms.map(\.name),
            over: terms.map(\.use)
        )
    }

    private static func supplyGrowth(_ section: CrossSection, _ row: Int) -> Derivation {
        let money = section.quote.uppercased()
        func number(_ name: String, _ value: Double, _ meaning: String) -> Explanation.Input {
            Explanation.Input(name, value, money, meaning, orMissing: .noSupply)
        }
        let weeks = [0..<1, 51..<52]
        return Derivation(
            "(cap_now / close_now) / (cap_then / close_then) − 1",
            [],
            [
                number("cap_now", section.capitalisation[row, 0], "Capitalisation of the newest complete week."),
                number("close_now", section.close[row, 0], "Its close."),
                number("cap_then", section.capitalisation[row, 51], "Capitalisation of the week 51 weeks before."),
                number("close_then", section.close[row, 51], "Its close."),
            ],
            over: weeks.map { SeriesUse(series: .capitalisation, weeks: $0) }
                + weeks.map { SeriesUse(series: .close, weeks: $0) }
        )
    }
}
