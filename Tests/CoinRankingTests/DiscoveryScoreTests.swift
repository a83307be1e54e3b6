import CoinModel
import CoinTables
import Foundation
import Testing

@testable import CoinRanking

/// The figures of the method's worked examples, and what holds of any universe.
@Suite struct DiscoveryScoreTests {
    func isNear(_ value: Double, _ expected: Double, _ within: Double = 5.1e-7) -> Bool {
        abs(value - expected) <= within
    }

    @Test("Normal scores equal those of the method, with ties") func normalScores() {
        let scores = ScoreOfRank(count: 5)
        // Of 0.3, 0.1, 0.1, 2 and −1.
        for (places, expected) in [(3..<4, 0.524401), (1..<3, -0.253347), (4..<5, 1.281552), (0..<1, -1.281552)] {
            #expect(isNear(scores.ofTied(places), expected))
        }
        #expect(ScoreOfRank(count: 3).ofTied(0..<3) == 0)
        #expect(isNear(ScoreOfRank(count: 200).ofTied(199..<200), 2.807034))
    }

    /// The leading bytes of the digests of these ids.
    static let seeds: [String: UInt64] = [
        "bitcoin": 0x6b88_c087_247a_a2f0, "ethereum": 0xb60d_7bdd_334c_d376, "monero": 0x4469_412a_3887_c4b1,
        "stellar": 0x232e_d6f9_fabf_14e3, "tezos": 0xafef_b91b_3856_1ce4,
    ]

    @Test(
        "Random draws equal those of the method",
        arguments: [(0, "bitcoin", 1, 0.1637947), (7, "ethereum", 3, 0.5812144)]
    )
    func draws(draw: Int, id: String, place: Int, expected: Double) throws {
        let start = Draws.start(draw, seed: try #require(Self.seeds[id]))
        #expect(isNear(Draws.uniform(start, place), expected, 5.1e-8))
        guard draw == 0 else { return }
        #expect(isNear(NormalDistribution.quantile(Draws.uniform(start, place)), -0.978981))
    }

    /// Five coins with nothing but development, as the method works them out.
    @Test("Expected scores and rank intervals equal those of the method") func methodScores() throws {
        let coins:
            [(id: String, mean: Double, error: Double, z: Double, rank: Int, range: ClosedRange<Int>, top: Double)] = [
                ("bitcoin", -0.2, 0.3, -0.131327, 4, 2...4, 0.020), ("ethereum", 0.4, 0.35, 0.491760, 2, 1...3, 0.219),
                ("monero", 0.9, 1.4, 0.625064, 1, 1...4, 0.504), ("stellar", -1.1, 0.6, -0.912390, 5, 4...5, 0),
                ("tezos", -0.2, 2, -0.073107, 3, 1...5, 0.257),
            ]
        let known = coins.map { SignalEstimate(mean: Measured($0.mean, orMissing: .fewWeeks), error: $0.error) }
        let none = Array(repeating: SignalEstimate.missing(.fewWeeks), count: coins.count)
        let scores = DiscoveryScores(
            [known, none, none, none, none],
            among: Array(coins.indices),
            seeds: try coins.map { try #require(Self.seeds[$0.id]) },
            weights: [:],
            necessary: [.development]
        )
        for (place, coin) in coins.enumerated() {
            #expect(isNear(scores.z[0][place].value, coin.z), "\(coin.id): \(scores.z[0][place].value)")
            #expect(scores.ranking.firstIndex(of: place) == coin.rank - 1, "\(coin.id)")
            #expect(scores.spreads[place]?.range == coin.range, "\(coin.id): \(scores.spreads)")
            #expect(isNear(scores.scores[place].value, 0.7 * coin.z))
            #expect(isNear(scores.coverage[place], 0.7, 1e-12))
            // Of five coins one is the best.
            #expect(scores.topShares[place] == coin.top, "\(coin.id): \(scores.topShares)")
        }
    }

    @Test("The error of a volume trend is that of the method and needs full blocks") func volumeError() {
        let base: [Double] = Array(repeating: [100, 120, 90, 110], count: 10).flatMap(\.self)
        let recent: [Double] = [200, 180, 150, 190, 210, 260, 230, 220, 170, 160, 180, 170]
        #expect(isNear(blockErrorSquared(WeeklySeries(recent + base + [1])).squareRoot(), 0.046671))
        // A block in which no week was observed is none: with one of R, or three of B, there is no error.
        let hole = Array(repeating: Double.nan, count: 53)
        #expect(blockErrorSquared(WeeklySeries(hole[0..<8] + recent[8...] + base)).isNaN)
        #expect(!blockErrorSquared(WeeklySeries(hole[0..<4] + recent[4...] + base)).isNaN)
        #expect(blockErrorSquared(WeeklySeries(recent + base[0..<12] + hole[0..<28])).isNaN)
        #expect(!blockErrorSquared(WeeklySeries(recent + base[0..<13] + hole[0..<27])).isNaN)
    }

    @Test("The error of a search trend includes the rounding") func searchError() throws {
        let term = SearchTerm(
            term: "a",
            region: "",
            category: "",
            granularity: .week,
            coin: nil,
            window: Week(index: 2_700)...Week(index: 2_900)
        )
        func trend(_ weeks: [Double]) -> InterestTrend {
            SearchInterest(
                weeks[...],
                CoinSearch(term, export: ""),
                newest: AsOf.day(Day(index: 19_807)).lastCompleteWeek,
                MinimumWeeks(recent: 1, year: 1),
                isLate: true
            ).trend
        }
        // Flat blocks: what remains is rounding. 4½ ± ½ against 4½ ± ½.
        let flat = trend(Array(repeating: 4, count: 53))
        #expect(isNear(flat.error.value, 2 * log(5.0 / 4) / 12.0.squareRoot(), 1e-12))
        // No search at all is a value, with the same ½ below and above.
        #expect(trend(Array(repeating: 0, count: 53)).momentum.value == 0)
    }

    @Test("Shrinkage equals values worked out by hand") func shrinkage() {
        // var(y) 5/3, mean(e²) 1/2: τ² = 7/6.
        let y = [1.0, 2, 3, 4, 90].map { Measured($0, orMissing: .noMarket) } + [.missing(.noMarket)]
        let e = [0, 1, 1, 0, 1, 1].map { Measured($0, orMissing: .fewWeeks) }
        let found = Shrinkage(y, errors: e, eligible: [0, 1, 2, 3, 5]).estimates
        #expect(isNear(found[0].mean.value, 1, 1e-12))
        #expect(found[0].error == 0)
        #expect(isNear(found[1].mean.value, 2.5 - 0.5 * 7 / 13, 1e-12))
        #expect(isNear(found[1].error, (7.0 / 13).squareRoot(), 1e-12))
        #expect(found[5].mean.reason == .noMarket)
        // Noise that explains all of the spread leaves a tenth of it.
        let noisy = Shrinkage(
            Array(y[0..<4]),
            errors: Array(repeating: e[1], count: 4).map {
                Measured($0.value * 100, orMissing: .fewWeeks)
            },
            eligible: [0, 1, 2, 3]
        ).estimates
        let own = 5.0 / 30
        #expect(isNear(noisy[0].mean.value, 2.5 - 1.5 * own / (own + 10_000), 1e-12))
        // Without any spread there is nothing to be unsure of.
        let same = Shrinkage(Array(repeating: y[1], count: 3), errors: Array(e[1...3]), eligible: [0, 1, 2]).estimates
        #expect(same.allSatisfy { $0.mean.value == 2 && $0.error == 0 })
    }

    @Test("The Huber regression equals the one of the method") func huberFit() {
        let fit = HuberRegression(
            columns: [Array(repeating: 1, count: 8), (1...8).map(Double.init), Array(repeating: 4, count: 8)],
            response: [1.2, 1.9, 3.2, 3.9, 5.1, 9.9, 7.0, 8.1]
        )
        #expect(isNear(fit.coefficients[0], 0.069695))
        #expect(isNear(fit.coefficients[1], 1.005305))
        #expect(isNear(fit.scale, 0.183653))
        #expect(isNear(fit.weights[5], 0.065030))
        #expect(fit.coefficients[2] == 0)
        #expect(isNear(sum(fit.leverages), 2, 1e-12))
    }

    /// A universe in which every coin has every signal.
    static func whole(_ count: Int, seed: UInt64) throws -> CrossSection {
        var random = SeededRandom(seed: seed)
        let coins = (0..<count).map { index in
            let level = 3 + random.below(30)
            return SectionBuilder.CoinParts(
                id: "c\(index)",
                commits: (0..<53).map { _ in Double(level + random.below(9)) },
                developerDays: (0..<53).map { _ in Double(level / 2 + random.below(5)) },
                developers: Double(2 + random.below(20)),
                close: (0..<53).map { _ in 1 + random.unit() },
                volume: (0..<53).map { _ in 100 + 900 * random.unit() },
                interest: (0..<53).map { _ in Double(10 + random.below(60)) }
            )
        }
        var section = try SectionBuilder(coins: coins).section()
        for coin in coins.indices {
            var facts = DeveloperFacts(weeks: CrossSection.weeks)
            facts.developers = Array(section.developers[row: coin])
            facts.developerDays = Array(section.developerDays[row: coin])
            facts.recentDevelopers = 3 + random.below(40)
            facts.yearDevelopers = facts.recentDevelopers + 9
            section.developerFacts[coin] = facts
            section.marketCap[coin] = section.figure(1e6 * exp(6 * random.unit()))
        }
        return section
    }

    @Test("Contributions add up exactly to the score") func contributions() throws {
        for seed in 1...3 {
            let table = try ranking(of: Self.whole(40, seed: UInt64(seed)), preset: .discovery)
            for id in try table.ids() {
                let parts = try DiscoverySignal.allCases.map { try table.number($0.contributionColumn, id) }
                #expect(parts.allSatisfy { !$0.isNaN })
                #expect(try parts.reduce(0, +) == table.number("score", id))
                #expect(try table.number("coverage", id) == 1)
            }
        }
    }

    @Test("A missing signal adds nothing and lowers coverage") func missingSignal() throws {
        var section = try Self.whole(30, seed: 8)
        for (coin, losses) in [2, 3, 4].enumerated() {
            section.interest[row: coin] = Array(repeating: .nan, count: 53)[...]
            section.marketCap[coin] = nil
            if losses > 2 { section.developerFacts[coin]?.developers = Array(repeating: .nan, count: 53) }
            if losses > 3 { section.volumeMedian[row: coin] = Array(repeating: .nan, count: 53)[...] }
        }
        let table = try ranking(of: section, preset: .discovery)
        #expect(isNear(try table.number("coverage", "c0"), 0.9, 1e-12))
        #expect(isNear(try table.number("coverage", "c1"), 0.8, 1e-12))
        #expect(isNear(try table.number("coverage", "c2"), 0.7, 1e-12))
        for coin in ["c0", "c1", "c2"] { #expect(try table.number("rank", coin) > 0) }
        let c1 = try ["development", "volume"].map { try table.number("contribution_\($0)", "c1") }
        #expect(try c1[0] + c1[1] == table.number("score", "c1"))
        #expect(try table.number("contribution_development", "c2") == table.number("score", "c2"))
        #expect(try table.reason("z_search", "c1") == "few-weeks")
        #expect(try table.reason("cap_against_volume", "c1") == "no-fresh-cap")
        #expect(try table.reason("z_developers", "c1") == "no-developers")
        guard case .text(let remark) = try table.column("reason")["c2"] else { throw Table.NoID() }
        #expect(remark.contains("development only"))
        guard case .text(let other) = try table.column("reason")["c1"] else { throw Table.NoID() }
        #expect(!other.contains("development only"))
    }

    /// Twelve coins of which the first have a repository each.
    private func withRepositories(_ count: Int) throws -> CrossSection {
        let whole = try Self.whole(12, seed: 3)
        var coins = whole.coins.map { coin in
            Coin(id: coin.id, symbol: coin.symbol, name: coin.name, repositories: [], tags: coin.tags)
        }
        for coin in 0..<count { coins[coin] = whole.coins[coin] }
        var section = CrossSection(asOf: whole.asOf, quote: "usd", coins: coins, repositories: whole.repositories)
        (section.commits, section.developerDays) = (whole.commits, whole.developerDays)
        (section.developers, section.developerFacts) = (whole.developers, whole.developerFacts)
        section.repositoriesOfCoin = whole.repositoriesOfCoin.enumerated().map { $0 < count ? $1 : [] }
        (section.close, section.volumeMedian, section.volumeMean) = (whole.close, whole.volumeMedian, whole.volumeMean)
        (section.price, section.marketCap) = (whole.price, whole.marketCap)
        (section.capitalisation, section.interest) = (whole.capitalisation, whole.interest)
        section.search = whole.search
        (section.marketSource, section.seeds) = (whole.marketSource, whole.seeds)
        return section
    }

    @Test("Coins without repositories have a list of their own, by volume and search")
    func coinsWithoutRepositories() throws {
        let table = try ranking(of: withRepositories(6), preset: .discovery)
        let apart = try (6..<12).map { try table.number("rank_without_repositories", "c\($0)") }
        #expect(apart.sorted() == [1, 2, 3, 4, 5, 6])
        for coin in 0..<6 { #expect(try table.reason("rank_without_repositories", "c\(coin)") == "not-ranked") }
        for coin in 6..<12 {
            let id = "c\(coin)"
            #expect(try table.reason("rank", id) == "not-ranked")
            #expect(try table.reason("worth_a_look", id) == "not-ranked")
            // Its interval is that of its own list, and holds its rank there.
            let rank = try table.number("rank_without_repositories", id)
            #expect(try table.number("rank_low", id) <= rank)
            #expect(try (rank...6).contains(table.number("rank_high", id)))
        }
        // Both lists stand one behind the other, each in its order.
        let ids = try table.ids()
        #expect(try ids.prefix(6).map { try table.number("rank", $0) } == [1, 2, 3, 4, 5, 6])
        #expect(try ids.suffix(6).map { try table.number("rank_without_repositories", $0) } == [1, 2, 3, 4, 5, 6])
        #expect(table.lead.contains("of 6 ranked coins"))
    }

    @Test("Five coins without repositories have ranks, four have none", arguments: [(7, 5), (8, 4)])
    func fewCoinsWithoutRepositories(with count: Int, without: Int) throws {
        let table = try ranking(of: withRepositories(count), preset: .discovery)
        let ranks = try (count..<12).map { try table.number("rank_without_repositories", "c\($0)") }
        #expect(ranks.count { !$0.isNaN } == (without == 5 ? 5 : 0))
    }

    @Test("A coin says that search of fewer than five coins does not count", arguments: [4, 5])
    func searchOfFewCoins(_ count: Int) throws {
        var section = try Self.whole(8, seed: 5)
        for coin in count..<8 {
            section.interest[row: coin] = Array(repeating: .nan, count: 53)[...]
            section.search[coin] = nil
        }
        let table = try ranking(of: section, preset: .discovery)
        let remark = "search of fewer than 5 coins, which does not count"
        let reasons = try table.column("reason")
        #expect(reasons["c0"]?.text?.contains(remark) == (count == 4))
        #expect(reasons["c7"]?.text == "no search interest")
    }

    @Test("A price of any source in the last four weeks is enough to rank") func recentPrice() throws {
        var section = try Self.whole(8, seed: 5)
        let w0 = section.asOf.lastCompleteWeek
        for coin in 0..<3 { section.close[row: coin] = Array(repeating: .nan, count: 53)[...] }
        section.price[0] = DatedFigure(1, at: Instant(startOf: w0.advanced(by: -3).start), by: "test")
        for coin in 1..<3 { section.price[coin] = nil }
        let table = try ranking(of: section, preset: .discovery)
        #expect(try table.number("coverage", "c0") > 0.6)
        for coin in ["c1", "c2"] {
            #expect(try table.column("reason")[coin] == .text("no price in the last four weeks"))
        }
        section = try Self.whole(30, seed: 5)
        section.marketCap[0] = nil
        #expect(try ranking(of: section, preset: .discovery).reason("cap_against_volume", "c0") == "no-fresh-cap")
    }

    @Test("Five coins are ranked and four are too few") func fiveCoins() throws {
        #expect(try ranking(of: Self.whole(5, seed: 2), preset: .discovery).number("rank", "c0") > 0)
        let four = try ranking(of: Self.whole(4, seed: 2), preset: .discovery)
        #expect(try four.reason("z_development", "c0") == "few-coins")
        #expect(try four.reason("rank", "c0") == "not-ranked")
        guard case .text(let said) = try four.column("reason")["c0"] else { throw Table.NoID() }
        #expect(said == "fewer than five coins to compare with")
    }

    @Test("The regression needs 20 peers and leaves out unknown developers") func twentyPeers() throws {
        #expect(
            try ranking(of: Self.whole(20, seed: 4), preset: .discovery).reason("cap_against_volume", "c0") == nil
        )
        let few = try ranking(of: Self.whole(19, seed: 4), preset: .discovery)
        #expect(try few.reason("cap_against_volume", "c0") == "few-peers")
        #expect(few.notes.contains { $0.hasPrefix("cap_against_volume: fewer than 20") })

        var section = try Self.whole(40, seed: 4)
        section.developerFacts[7] = nil
        let one = try ranking(of: section, preset: .discovery)
        #expect(try one.reason("cap_against_volume", "c7") == "no-developers")
        #expect(try one.reason("cap_against_volume", "c8") == nil)
        for coin in 0..<40 { section.developerFacts[coin] = nil }
        let none = try ranking(of: section, preset: .discovery)
        #expect(try none.reason("cap_against_volume", "c7") == nil)
        #expect(none.notes.contains { $0.contains("developers left out, for no input has them") })
    }

    @Test("Custom weights change the score, and negative ones are rejected") func ownWeights() throws {
        var options = RankingOptions()
        options.weights = ["developers": 0, "volume": 0, "search": 0, "cap_against_volume": 0, "development": 2]
        let table = try ranking(of: Self.whole(30, seed: 6), preset: .discovery, options: options)
        for id in try table.ids() {
            #expect(try table.number("score", id) == 2 * table.number("z_development", id))
        }
        options.weights = ["development": -1]
        #expect(throws: RequestError.self) {
            try ranking(of: Self.whole(5, seed: 6), preset: .discovery, options: options)
        }
    }

    @Test("The score in percent is 50 at score zero and follows the normal curve") func scorePercent() throws {
        let table = try ranking(of: Self.whole(41, seed: 9), preset: .discovery)
        let scores = try table.ids().map { try table.number("score", $0) }
        let sigma = (scores.reduce(0) { $0 + $1 * $1 } / Double(scores.count)).squareRoot()
        for (id, score) in zip(try table.ids(), scores) {
            let expected = 50 * erfc(-score / sigma / 2.0.squareRoot())
            #expect(isNear(try table.number("score_pct", id), expected, 1e-9))
        }
    }
}
