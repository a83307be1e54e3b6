import Foundation
import Testing

/// Every ranking of a market whose coins are all alike, or have next to nothing, ends with an answer or a named reason.
@Suite struct DegenerateMarketTests {
    struct Market: Sendable, CustomTestStringConvertible {
        let name: String
        let coins: @Sendable () -> [SmallMarket.Coin]
        var testDescription: String { name }
    }

    private static func alike(_ count: Int, _ change: (inout SmallMarket.Coin) -> Void = { _ in }) -> [SmallMarket.Coin]
    {
        var coin = SmallMarket.Coin()
        coin.cap = { _ in "1000000" }
        change(&coin)
        return Array(repeating: coin, count: count)
    }

    static let markets = [
        Market(name: "21 coins alike") { alike(21) },
        Market(name: "one coin") { alike(1) },
        Market(name: "two coins") { alike(2) },
        Market(name: "all zero") {
            alike(21) { coin in
                coin.price = { _ in "0" }
                coin.cap = { _ in "0" }
                coin.volume = { _ in "0" }
                coin.commits = { _ in 0 }
                coin.interest = { _ in 0 }
            }
        },
        Market(name: "perfect fit") {
            (0..<21).map { number in
                var coin = SmallMarket.Coin()
                coin.volume = { _ in "\(100 + number)" }
                coin.cap = { _ in "\(1000 * (100 + number))" }
                return coin
            }
        },
        Market(name: "all missing but one") {
            alike(20) { coin in
                coin.price = { _ in nil }
                coin.commits = { _ in nil }
                coin.interest = { _ in nil }
            } + alike(1)
        },
        Market(name: "the ends of numbers") {
            (0..<21).map { number in
                var coin = SmallMarket.Coin()
                coin.price = { _ in number % 2 == 0 ? "1e308" : "1e-307" }
                coin.cap = { _ in "1.7e308" }
                coin.volume = { _ in number % 3 == 0 ? "1.7e308" : "1e-300" }
                return coin
            }
        },
    ]

    /// Every table of the default preset, and the ranking of the others.
    private static let commands = [
        ["rank", "--preset", "classic", "--columns", "all"], ["rank", "--preset", "activity", "--columns", "all"],
        ["rank", "--columns", "all", "--format", "json"], ["rank", "--format", "html"],
        ["rank", "--sensitivity"], ["rank", "--movers", "2023-12-31"], ["rank", "--market"], ["coin", "c0"],
        ["why", "c0"], ["why", "c0", "score"], ["why", "c0", "cap_against_volume"],
    ]

    @Test("Every command handles degenerate markets without NaN or infinity", arguments: markets)
    func degenerateMarkets(market: Market) throws {
        try SmallMarket.with(market.coins()) { folder in
            let loaded = try folder.script("assay load all coins.csv market.csv commits.csv trends.csv")
            #expect([0, 4].contains(loaded.status), "\(loaded.errors)")
            for words in Self.commands {
                let result = try shell(["assay"] + words, in: folder.folder)
                #expect([0, 8].contains(result.status), "\(words): \(result.status) \(result.errors.prefix(300))")
                // A page's script speaks of numbers that are none.
                let content = result.output.split(separator: "<script>")[0]
                let shown = content.split { !$0.isLetter }.map { $0.lowercased() }
                #expect(!shown.contains("nan") && !shown.contains("inf"), "\(words)")
            }
        }
    }

    /// Weights and moments at the ends of what can be written.
    @Test("Weights and times at the ends of their range are accepted or rejected") func extremeOptions() throws {
        try SmallMarket.with { market in
            try market.write("p.yaml", SmallMarket.pipeline())
            #expect(try market.assay("run", "p.yaml").status == 0)
            let weights = ["search", "development"].flatMap { signal in
                ["nan", "inf", "1e300", "", "-1", "99999999999999999999", "5 5"].map {
                    ["rank", "--weight", "\(signal)=\($0)"]
                }
            }
            for words in weights + [
                ["rank", "--weight", "search"], ["rank", "--weight", "=1"], ["rank", "--weight", ""],
            ] {
                let result = try shell(["assay"] + words, in: market.folder)
                #expect(result.status == 2, "\(words): \(result.status) \(result.errors)")
                #expect(result.errors.contains("weight"), "\(words): \(result.errors)")
            }
            for time in ["0001-01-01", "9999-12-31T23:59:59.999Z", "1969-12-28"] {
                for words in [
                    ["rank", "--as-of", time], ["rank", "--known", time],
                    ["run", "p.yaml", "--as-of", time], ["run", "p.yaml", "--known", time],
                    ["rank", "--market", "--as-of", time], ["coin", "c0", "--ranks", "--as-of", time],
                ] {
                    let result = try shell(["assay"] + words, in: market.folder)
                    #expect([0, 8].contains(result.status), "\(words): \(result.status) \(result.errors)")
                }
            }
            for time in ["", "nan", "99999-01-01", "2024-02-30", "2024-01-01T25:00:00Z"] {
                for option in ["--as-of", "--known"] {
                    let result = try market.assay("run", "p.yaml", option, time)
                    #expect(result.status == 2 && result.errors.contains(option), "\(option) \(time): \(result.errors)")
                }
            }
            for top in ["0.5", "x", "99999999999999999999", "nan"] {
                let result = try market.assay("run", "p.yaml", "--top=\(top)")
                #expect(result.status == 2 && result.errors.contains("--top"), "\(top): \(result.errors)")
            }
            for wait in ["nan", "1e300", "-1", "x", ""] {
                let result = try market.assay("run", "p.yaml", "--wait=\(wait)")
                #expect(result.status == 2 && result.errors.contains("--wait"), "\(wait): \(result.errors)")
            }
        }
    }
}
