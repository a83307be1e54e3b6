import CoinModel
import Testing

@Suite struct UnitExchangeTests {
    @Test(
        "Price and supply that move against each other by a known ratio speak for an exchange of units",
        arguments: [
            // Price and supply before and after; the ratio.
            (0.002, 2.1, 5e11, 5e8, "1000:1"), (60.0, 0.62, 1e6, 1e8, "1:100"), (1, 2.05, 1000, 500, "2:1"),
            (8, 3.1, 1000, 2500, "1:2.5"), (1, 260, 1e6, 4e3, "250:1"), (3, 0.3, 1e8, 1.0005e9, "1:10"),
            (1, 1e9, 1e18, 1e9, "1000000000:1"),
        ]
    )
    func exchange(before: Double, after: Double, supply: Double, supplyAfter: Double, ratio: String) {
        let found = UnitExchange.ratio(price: (before, after), supply: (supply, supplyAfter))
        #expect(found?.description == ratio)
    }

    @Test(
        "A price or a supply alone, an unknown ratio and one for one are no exchange of units",
        arguments: [
            (1.0, 1000.0, 1e6, 1e6), (1, 1, 1e6, 1e9), (1, 10, 1e6, 1.2e5), (1, 7, 7e6, 1e6), (1, 1.01, 1e6, 1e6),
            (1, 1000, 1e6, 1e9), (1, 2.4, 1000, 500), (1, 140, 1e6, 1e4), (1, 10, 0, 1e5), (1, 0, 1e6, 1e5),
            (1, .infinity, 1e6, 1e5), (.nan, 10, 1e6, 1e5),
        ]
    )
    func noExchange(before: Double, after: Double, supply: Double, supplyAfter: Double) {
        #expect(UnitExchange.ratio(price: (before, after), supply: (supply, supplyAfter)) == nil)
    }

    @Test("A missing supply speaks for nothing") func missingSupply() {
        #expect(UnitExchange.ratio(price: (1, 1000), supply: (nil, 1e3)) == nil)
        #expect(UnitExchange.ratio(price: (1, 1000), supply: (1e6, nil)) == nil)
    }

    @Test("One coin takes the place of another one for one where price and supply are nearly the same") func even() {
        func ratio(_ price: Double, _ supply: Double) -> String? {
            UnitExchange.ratio(price: (2, price), supply: (1e6, supply), isEvenRatio: true)?.description
        }
        #expect(ratio(2.05, 1.01e6) == "1:1" && ratio(2.3, 1e6) == nil && ratio(2, 1.1e6) == nil)
        #expect(ratio(20.5, 1e5) == "10:1")
    }
}
