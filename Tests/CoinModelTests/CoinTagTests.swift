import CoinModel
import Testing

@Suite struct CoinTagTests {
    @Test(
        "Tags of lists and sources have one spelling",
        arguments: [
            ("layer-1", "layer-1"), ("Layer 1 (L1)", "layer-1"), ("Privacy Coins", "privacy"), ("PoW", "pow"),
            ("Smart Contract Platform", "smart-contract-platform"), ("Wrapped-Tokens", "wrapped"), ("token", "token"),
            ("Meme coin token", "meme"), ("(FTX)", "ftx"), ("a;b", "a-b"), ("Café", "café"), ("…", ""), ("", ""),
        ]
    )
    func spelling(text: String, expected: String) { #expect(CoinTag.spelling(text) == expected) }

    @Test("Each tag is kept once, and empty ones are left out") func once() {
        #expect(CoinTag.spelled(["Privacy", "--", "privacy coins", "L1"]) == ["privacy", "l1"])
    }

    @Test("A tag is found as a whole, in any spelling") func membership() {
        #expect(CoinTag.isIn("layer-1;privacy", "Privacy Coins"))
        #expect(!CoinTag.isIn("layer-1;privacy", "layer"))
        #expect(!CoinTag.isIn("", ""))
    }

    @Test("Search terms and decisions of a coin list are not among its tags") func listedTags() {
        let coin = Coin(id: "a", symbol: "A", name: "A", tags: ["Layer 1", "search:a coin", "derivative:no", "defi"])
        #expect(coin.listedTags == ["layer-1", "defi"])
    }
}
