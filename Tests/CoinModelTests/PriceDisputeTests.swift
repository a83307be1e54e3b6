import CoinModel
import Testing

@Suite struct PriceDisputeTests {
    @Test(
        "Prices of one day that differ by over 5 % are disputed, and both sources named",
        arguments: [
            ([("a", 100.0), ("b", 105.0)], nil), ([("a", 100), ("b", 105.1)], "a 100, b 105.1: 5.1 % apart"),
            ([("b", 105.1), ("a", 100)], "a 100, b 105.1: 5.1 % apart"),
            ([("a", 3), ("b", 2), ("c", 4)], "b 2, c 4: 100 % apart"), ([("a", 3)], nil), ([], nil),
            ([("b", 2), ("a", 2), ("d", 4), ("c", 4)], "a 2, c 4: 100 % apart"),
        ] as [([(String, Double)], String?)]
    )
    func disputes(sides: [(String, Double)], text: String?) {
        #expect(PriceDispute(among: sides.map { (source: $0.0, price: $0.1) })?.text == text)
    }
}
