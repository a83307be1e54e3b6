import CoinIdentity
import CoinModel
import Testing

@Suite struct ConfusableNamesTests {
    /// 200 coins whose names have a letter with an accent, and letters that other alphabets have too.
    let coins = (0..<200).map { number in
        Coin(id: "coin-\(number)", symbol: "CAP\(number)", name: "\u{E9}space Coin \(number)")
    }

    static let cyrillic: [Character: Character] = [
        "a": "\u{430}", "c": "\u{441}", "e": "\u{435}", "i": "\u{456}", "o": "\u{43E}", "p": "\u{440}", "s": "\u{455}",
        "A": "\u{410}", "C": "\u{421}", "P": "\u{420}",
    ]

    /// The same words in another spelling, by its name.
    static let spellings: [(name: String, spelled: @Sendable (String) -> String)] = [
        ("with the accent behind its letter", { $0.replacing("\u{E9}", with: "e\u{301}") }),
        ("full-width", { String(String.UnicodeScalarView($0.unicodeScalars.map(wide))) }),
        ("Cyrillic", { String($0.map { cyrillic[$0] ?? $0 }) }),
    ]

    static func wide(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        (0x21...0x7E).contains(scalar.value) ? Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar : scalar
    }

    @Test("Each of 200 coins is matched by its own names and by no lookalike")
    func lookalikes() {
        let universe = Universe(coins)
        var refused = 0
        for coin in coins {
            let place = universe.index(ofID: coin.id)
            let own = CoinKey(symbol: coin.symbol.lowercased(), name: coin.name)
            #expect(universe.match(own, in: .source("test")) == place.map { .coin($0) })
            #expect(universe.confusable(with: own).isEmpty)
            for (name, spelled) in ConfusableNamesTests.spellings {
                let twin = CoinKey(symbol: spelled(coin.symbol), name: spelled(coin.name))
                #expect(twin != CoinKey(symbol: coin.symbol, name: coin.name))
                #expect(universe.match(twin, in: .source("test")) == .unknown, "\(name): \(coin.name)")
                #expect(universe.confusable(with: twin).contains { $0.coin == place }, "\(name): \(coin.name)")
                refused += 1
            }
        }
        #expect(refused == 600)
    }

    @Test("KELVIN SIGN is not a K in symbols, names and ids", arguments: ["\u{212A}CS", "\u{212A}cs"])
    func kelvinSign(symbol: String) {
        let universe = Universe([Coin(id: "kucoin-shares", symbol: "KCS", name: "KuCoin Token")])
        #expect(universe.match(CoinKey(symbol: symbol, name: "KuCoin Token"), in: .source("test")) == .unknown)
        #expect(universe.match(CoinKey(symbol: symbol), in: .source("test")) == .unknown)
        #expect(universe.index(ofID: "\u{212A}ucoin-shares") == nil)
        #expect(universe.confusable(with: CoinKey(symbol: symbol)).map(\.coin) == [0])
    }

    @Test("A former name in brackets is ignored")
    func formerNames() {
        let universe = Universe([
            Coin(id: "sonic-3", symbol: "S", name: "Sonic"), Coin(id: "vaulta", symbol: "A", name: "Vaulta"),
            Coin(id: "both", symbol: "B", name: "Both (prev. Old)"),
        ])
        func id(_ symbol: String, _ name: String) -> String? {
            guard case .coin(let place) = universe.match(CoinKey(symbol: symbol, name: name), in: .source("test"))
            else {
                return nil
            }
            return universe.coins[place].id
        }
        #expect(id("S", "Sonic (prev. FTM)") == "sonic-3")
        #expect(id("a", "Vaulta (formerly EOS)") == "vaulta")
        #expect(id("B", "Both (prev. Old)") == "both")
        #expect(id("S", "Sonic (bridged)") == nil)
        #expect(id("S", "(prev. FTM)") == nil)
    }

    @Test("Canonically equivalent ids do not crash")
    func equivalentIDs() {
        let universe = Universe([
            Coin(id: "caf\u{E9}", symbol: "A", name: "One"), Coin(id: "cafe\u{301}", symbol: "B", name: "Two"),
        ])
        // Ids that are not in NFC are rejected where a list is read; of two that compare as equal here, the first stays.
        #expect(universe.coins.map(\.name) == ["One"])
        #expect(Dictionary(firstOf: [("caf\u{E9}", 1), ("cafe\u{301}", 2)]).count == 1)
    }
}
