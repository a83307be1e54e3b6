import CoinModel
import Testing

@testable import CoinRanking

/// Which coins borrow another's value: by a person's decision, by tags and ids, by names that prices confirm.
@Suite struct DerivativeTests {
    /// A ratio's changes from week to week, in turn up and down, so that they deviate by about as much.
    private static func swaying(_ size: Double, around level: Double = 1, rising growth: Double = 0) -> [Double] {
        (0..<53).map { weeksBack -> Double in
            let sway = weeksBack % 2 == 0 ? 1 + size : 1
            return level * sway * (1 - growth * Double(weeksBack))
        }
    }

    /// Ether's price, which moves by some ten percent a week.
    private static let ether = (0..<53).map { weeksBack -> Double in
        let (third, seventh) = (Double(weeksBack % 3), Double(weeksBack % 7))
        return 2000 + 200 * third - 10 * seventh
    }

    private static func following(_ ratio: [Double]) -> [Double] { zip(ether, ratio).map { $0 * $1 } }

    /// The remark on a coin beside ether and Progress, a coin that sways.
    private func reason(_ coin: Coin, _ close: [Double]) throws -> String? {
        let coins = [
            coin, Coin(id: "ethereum", symbol: "ETH", name: "Ethereum"),
            Coin(id: "prog", symbol: "PRG", name: "Progress"),
        ]
        var section = CrossSection(asOf: .day(Day(index: 19_807)), quote: "usd", coins: coins, repositories: [])
        let closes = [close, Self.ether, Self.swaying(0.2, around: 3)]
        for (row, closes) in closes.enumerated() {
            for (weeksBack, close) in closes.enumerated() { section.close[row, weeksBack] = close }
        }
        let rule = DerivativeRule(coins)
        for row in [1, 2] { #expect(rule.derivative(of: row, in: section) == nil) }
        return rule.derivative(of: 0, in: section)?.reason
    }

    @Test(
        "A tag marks a derivative, and the tag derivative:no overrides it",
        arguments: [
            ("stablecoin", "a stablecoin"), ("USD Stablecoins", "a stablecoin"), ("Wrapped-Tokens", "a wrapped token"),
            ("bridged", "a bridged token"), ("Liquid Staking Tokens", "a staked token"), ("pegged", "a pegged token"),
            ("stablecoin-issuer", nil), ("liquid-staking", nil), ("defi", nil),
            ("derivative:yes", "excluded by your table"),
            ("derivative:staked", "excluded by your table as a staked token"), ("derivative:maybe", nil),
        ]
    )
    func tags(_ tag: String, _ reason: String?) throws {
        #expect(try self.reason(Coin(id: "x", symbol: "X", name: "X", tags: ["L1", tag]), []) == reason)
        #expect(try self.reason(Coin(id: "x", symbol: "X", name: "X", tags: [tag, "derivative:no"]), []) == nil)
    }

    @Test("A known id marks a derivative, and the tag derivative:no overrides it") func knownID() throws {
        #expect(try reason(Coin(id: "tether", symbol: "X", name: "X"), []) == "a stablecoin")
        #expect(try reason(Coin(id: "tether", symbol: "X", name: "X", tags: ["derivative:no"]), []) == nil)
    }

    @Test(
        "A name marks a derivative unless the price contradicts it",
        arguments: [
            // The price follows, does not, or is not known.
            ("X", "Wrapped Ether", "a wrapped token", nil, "a wrapped token"),
            ("X", "Lido Staked ETH", "a staked token", nil, "a staked token"),
            ("X", "Wrapped Progress", nil, nil, "a wrapped token"), ("X", "Wrapped Something", nil, nil, nil),
            ("X", "Bridged USDC (Other)", "a bridged token", "a bridged token", "a bridged token"),
            ("X", "Wrappedly", nil, nil, nil), ("RETH", "Rocket", "a staked token", nil, nil),
            ("X", "Rocket Pool ETH", "a staked token", nil, nil), ("ETHW", "Ether of Work", nil, nil, nil),
            ("X", "Ether Classic", nil, nil, nil), ("X", "Staked Nothing", nil, nil, nil),
        ]
    )
    func nameAndPrice(
        _ symbol: String,
        _ name: String,
        _ following: String?,
        _ apart: String?,
        _ unpriced: String?
    ) throws {
        let coin = Coin(id: "x", symbol: symbol, name: name)
        #expect(try reason(coin, Self.following(Self.swaying(0.005, around: 1.08, rising: 0.001))) == following)
        #expect(try reason(coin, Self.swaying(0.15, around: 3)) == apart)
        #expect(try reason(coin, []) == unpriced)
        #expect(try reason(coin, Array(Self.swaying(0.15, around: 3).prefix(8))) == unpriced)
    }

    /// A change of size s up and down deviates by about s.
    @Test(
        "A price that moves little marks a stablecoin or pegged token",
        arguments: [
            ("X", "Any", 0.013, 1.0, "a stablecoin"), ("X", "Any", 0.017, 1, nil), ("X", "Any", 0.01, 0.94, nil),
            ("X", "Any", 0.01, 1.045, nil), ("EURC", "Euro Coin", 0.017, 1.1, "a stablecoin"),
            ("GYEN", "GYEN", 0.017, 0.007, "a stablecoin"), ("X", "Euro Coin", 0.022, 1.1, nil),
            ("X", "Pax Gold", 0.025, 2000, "a pegged token"), ("X", "Bitcoin Gold", 0.06, 30, nil),
        ]
    )
    func price(_ symbol: String, _ name: String, _ size: Double, _ level: Double, _ reason: String?) throws {
        let coin = Coin(id: "x", symbol: symbol, name: name)
        #expect(try self.reason(coin, Self.swaying(size, around: level)) == reason)
        #expect(try self.reason(coin, Array(Self.swaying(size, around: level).prefix(8))) == nil)
    }

    @Test("A coin with a steady price ratio to its original is wrapped") func steadyRatio() throws {
        let coin = Coin(id: "x", symbol: "aETH", name: "A")
        #expect(try reason(coin, Self.following(Self.swaying(0.004))) == "a wrapped token")
    }
}
