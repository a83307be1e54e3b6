import CoinModel
import CoinTables
import Foundation
import Testing

@testable import CoinRanking

@Suite struct SearchInterestTests {
    private func trend(_ recent: [Double], _ base: [Double]) -> InterestTrend {
        let missing = [Double](repeating: .nan, count: 52)
        // The newest row of an export may be a running week: the windows begin behind it.
        let weeks = [1] + (recent + missing)[..<12] + (base + missing)[..<40]
        let (newest, fewest) = (Week(index: 2_800), MinimumWeeks(recent: 1, year: 1))
        let term = SearchTerm(
            term: "a",
            region: "",
            category: "",
            granularity: .week,
            coin: nil,
            window: Week(index: 2_700)...Week(index: 2_900)
        )
        return SearchInterest(Array(weeks)[...], CoinSearch(term, export: ""), newest: newest, fewest, isLate: true)
            .trend
    }

    @Test("Search momentum and its bounds equal the method") func methodMomentum() throws {
        // Means 14.25 and 9.5, no cell below 1.
        let recent = Array(repeating: 14.0, count: 9) + [15, 15, 15]
        let base = (0..<40).map { $0 % 2 == 0 ? 9.0 : 10 }
        let trend = trend(recent, base)
        #expect(abs(trend.momentum.value - 0.388658) < 5e-7)
        #expect(abs(trend.low.value - 0.305382) < 5e-7)
        #expect(abs(trend.high.value - 0.473288) < 5e-7)
    }

    /// u of the method for the id `term`.
    private func pull(_ number: Int) -> [Double] {
        [50]
            + (1...52).map { week in
                let u = Draws.uniform(Draws.start(week, seed: 0x599f_7703_547e_9c8e), number)
                return (30 + 20 * u + (week < 13 ? 6 : 0)).rounded()
            }
    }

    private func interest(_ pulls: [[Double]]) -> SearchInterest {
        let term = SearchTerm(
            term: "term",
            region: "",
            category: "",
            granularity: .week,
            coin: nil,
            window: Week(index: 2_700)...Week(index: 2_800)
        )
        let newest = Week(index: 2_800)
        let medians = pulls[0].indices.map { week in median(pulls.map { $0[week] }.filter { !$0.isNaN }) }
        return SearchInterest(
            medians[...],
            CoinSearch(
                term,
                export: "",
                pulls: (pulls.count > 1 ? pulls : []).enumerated().map { SearchPull(export: "\($0)", weeks: $1) }
            ),
            newest: newest,
            MinimumWeeks(recent: 1, year: 1),
            isLate: true
        )
    }

    @Test("Each pull of the method has its momentum", arguments: [(1, 0.115087), (2, 0.066117), (3, 0.115034)])
    func momentumOfOnePull(number: Int, momentum: Double) {
        #expect(abs(interest([pull(number)]).trend.momentum.value - momentum) < 5e-7)
    }

    @Test("Three pulls are read as their medians, and their momenta add their variance by their number to the error")
    func threePulls() {
        let trend = interest([1, 2, 3].map(pull)).trend
        #expect(abs(trend.momentum.value - 0.102394) < 5e-7)
        #expect(abs(trend.error.value * trend.error.value - 0.00145731) < 5e-9)
        let medians = (0..<53).map { week in median([1, 2, 3].map { pull($0)[week] }) }
        let alone = interest([medians]).trend.error.value
        #expect(abs(trend.error.value * trend.error.value - alone * alone - 0.00026617) < 5e-9)
        let first = interest([pull(1)]).trend.error.value
        #expect(abs(first * first - 0.00235992) < 5e-9)
    }

    @Test("A pull with too few weeks has no momentum, and one momentum alone adds nothing")
    func shortPulls() {
        let short = pull(2).enumerated().map { $0 > 7 && $0 < 13 ? Double.nan : $1 }
        let all = interest([pull(1), short]).trend
        #expect(!all.momentum.value.isNaN)
        let medians = (0..<53).map { week in median([pull(1)[week], short[week]].filter { !$0.isNaN }) }
        #expect(all.error.value == interest([medians]).trend.error.value)
    }

    @Test("The ranking says how many pulls were read, and nothing of a coin without any")
    func pullsColumn() throws {
        let builder = SectionBuilder(coins: [
            .init(id: "three", interest: pull(1), pulls: [pull(2), pull(3)]), .init(id: "one", interest: pull(1)),
            .init(id: "none"),
        ])
        let table = try ranking(of: builder.section(), preset: .discovery)
        #expect(try table.number("pulls", "three") == 3)
        #expect(try table.number("pulls", "one") == 1)
        #expect(try table.reason("pulls", "none") == "no-search-interest")
        #expect(abs(try table.number("search_momentum", "three") - 0.102394) < 5e-7)
        let digests = try [[], [pull(2)]].map { pulls in
            let coins = [SectionBuilder.CoinParts(id: "a", interest: pull(1), pulls: pulls)]
            return SectionDigest(try SectionBuilder(coins: coins).section(), .all).text(of: .interest)
        }
        #expect(digests[0] != digests[1])
    }

    @Test("Each search cell is an interval") func cellBounds() {
        #expect([0, 0.5, 7].map(InterestCell.low) == [0, 0, 6.5])
        #expect([0, 0.5, 7].map(InterestCell.high) == [0.5, 1, 7.5])
    }

    @Test("Search momentum needs 8 recent and 26 base weeks") func momentumWeeks() {
        func momentum(_ recent: Int, _ base: Int) -> Double {
            trend(Array(repeating: 5, count: recent), Array(repeating: 5, count: base)).momentum.value
        }
        #expect(momentum(8, 26) == 0)
        #expect(momentum(7, 26).isNaN)
        #expect(momentum(8, 25).isNaN)
    }

    @Test("The sign is indeterminate if the bounds include zero") func indeterminate() throws {
        func table(_ recent: Double, _ base: Double) throws -> Table {
            let interest = [1] + Array(repeating: recent, count: 12) + Array(repeating: base, count: 40)
            return try ranking(
                of: SectionBuilder(coins: [.init(id: "a", interest: interest)]).section(),
                preset: .discovery
            )
        }
        #expect(try table(5, 5).column("indeterminate")["a"] == .text("indeterminate"))
        #expect(try table(9, 5).reason("indeterminate", "a") == "none")
        // 6 and 5 may both be 5.5: the lower bound is 0 itself, which is no open sign.
        #expect(try table(6, 5).reason("indeterminate", "a") == "none")
        #expect(abs(try table(9, 5).number("search_low", "a") - log(9.0 / 6)) < 1e-12)
        #expect(abs(try table(9, 5).number("search_high", "a") - log(10.0 / 5)) < 1e-12)
    }

    @Test("The short jump compares with the median of eight weeks") func shortJump() throws {
        func jump(_ interest: [Double]) throws -> Table {
            try ranking(of: SectionBuilder(coins: [.init(id: "a", interest: interest)]).section(), preset: .activity)
        }
        let weeks: [Double] = [50, 20, 9, 1, 3, 100, 5, 7, 11, 13]
        #expect(abs(try jump(weeks).number("asvi", "a") - log(20.5 / 8.5)) < 1e-12)
        let six: [Double] = [50, 20, .nan, 1, 3, .nan, 5, 7, 11, 13]
        #expect(abs(try jump(six).number("asvi", "a") - log(20.5 / 6.5)) < 1e-12)
        #expect(try jump([50, 20, .nan, .nan, 3, .nan, 5, 7, 11, 13]).reason("asvi", "a") == "few-weeks")
        #expect(try jump([50, .nan] + weeks.dropFirst(2)).reason("asvi", "a") == "few-weeks")
    }

    @Test("Plain means use the observed weeks") func plainMeans() throws {
        let builder = SectionBuilder(coins: [.init(id: "a", interest: [9, 6, .nan, 0, .nan, .nan])])
        let table = try ranking(of: builder.section(), preset: .discovery)
        #expect(try table.number("trend12", "a") == 3)
        #expect(try table.number("trend_ratio", "a") == 1)
        #expect(try table.reason("search_momentum", "a") == "few-weeks")
    }

    @Test("Partial weeks and monthly series are not ranked") func partialWeeks() throws {
        let flat = Array(repeating: 50.0, count: 53)
        let builder = SectionBuilder(coins: [
            .init(id: "whole", interest: [50, 100] + flat.dropFirst(2)),
            .init(id: "partial", interest: [50, 100] + flat.dropFirst(2), lastAgo: 1),
            .init(id: "old", interest: [.nan, 100] + flat.dropFirst(2)),
            .init(id: "month", interest: flat, granularity: .month),
        ])
        let table = try ranking(of: builder.section(), preset: .activity)
        #expect(try table.number("trend12", "whole") > 54)
        #expect(try table.number("trend12", "partial") == 50)
        // Its newest row may be a running week as well, whatever the store's newest week is.
        #expect(try table.number("trend12", "old") == 50)
        #expect(try table.reason("trend12", "month") == "interest-not-weekly")
        let classic = try ranking(of: builder.section(), preset: .classic)
        #expect(try classic.number("trend12", "partial") > 54)
    }

    @Test("Search levels are on the shared scale with bounds for both roundings") func levels() throws {
        let scale = SearchScale(root: String(repeating: "ab", count: 32), factor: 2, low: 1.5, high: 3)
        let recent = Array(repeating: 0.0, count: 3) + Array(repeating: 0.5, count: 3) + Array(repeating: 10, count: 6)
        let weeks = [7] + recent + Array(repeating: 10, count: 40)
        let builder = SectionBuilder(coins: [
            .init(id: "linked", interest: weeks, scale: scale), .init(id: "alone", interest: weeks),
            .init(id: "month", interest: weeks, granularity: .month), .init(id: "none"),
        ])
        let table = try ranking(of: builder.section(), preset: .discovery)
        // Three cells of 0 to ½, three of 0 to 1, six of 9½ to 10½.
        let (mean, low, high) = (61.5 / 12, 57.0 / 12, 67.5 / 12)
        #expect(abs(try table.number("interest_level12", "linked") - 2 * mean) < 1e-12)
        #expect(abs(try table.number("interest_low", "linked") - 1.5 * low) < 1e-12)
        #expect(abs(try table.number("interest_high", "linked") - 3 * high) < 1e-12)
        #expect(abs(try table.number("interest_level12", "alone") - mean) < 1e-12)
        #expect(abs(try table.number("interest_low", "alone") - low) < 1e-12)
        #expect(abs(try table.number("interest_high", "alone") - high) < 1e-12)
        let scales = try table.column("interest_scale")
        #expect(scales["linked"] == .text("abababababab") && scales["alone"] == .text("own"))
        #expect(try table.reason("interest_low", "month") == "interest-not-weekly")
        #expect(try table.reason("interest_scale", "none") == "no-search-interest")
        // The momentum stays in the export, so that ½ is half a step of its scale.
        #expect(try table.number("search_momentum", "linked") == table.number("search_momentum", "alone"))
    }

    @Test(
        "A term is ambiguous if short, a common word or another coin's name or symbol",
        arguments: [
            ("near", true), ("Flow", true), ("BNB", true), ("cardano", true), ("ADA", true), ("monero", false),
            ("near coin", false), ("flow crypto", false), ("xmr price", false), ("/m/05p0rrx", false),
            ("/g/11b", false),
            ("nearby", false), ("twins", true),
        ]
    )
    func ambiguousTerms(term: String, isAmbiguous: Bool) {
        let coins = [
            ("xmr", "XMR", "Monero"), ("ada", "ADA", "Cardano"), ("one", "TWO", "Twins"), ("two", "TWINS", "Second"),
        ].map { Coin(id: $0.0, symbol: $0.1, name: $0.2) }
        #expect(AmbiguousTerms(coins).isAmbiguous(term, of: "xmr") == isAmbiguous)
    }

    @Test("A coin's own name is not ambiguous for it")
    func ownName() {
        let terms = AmbiguousTerms([Coin(id: "ada", symbol: "ADA", name: "Cardano")])
        #expect(!terms.isAmbiguous("cardano", of: "ada"))
    }

    @Test("An ambiguous term counts half its distance from the median, with a larger error")
    func halvedTerms() {
        let coins: [(y: Double, e: Double, isAmbiguous: Bool, m: Double, s: Double)] = [
            (0.4, 0.1, false, 0.386404, 0.096541), (-0.2, 0.05, false, -0.192837, 0.049550),
            (0.6, 0.3, true, 0.320740, 0.309381), (-0.5, 0.2, true, -0.070949, 0.289884),
            (0.1, 0.08, false, 0.104460, 0.078196), (0.3, 0.15, false, 0.285902, 0.139025),
        ]
        let estimates = Shrinkage(
            coins.map { Measured($0.y, orMissing: .fewWeeks) },
            errors: coins.map { Measured($0.e, orMissing: .fewWeeks) },
            eligible: Array(coins.indices),
            doubted: coins.map(\.isAmbiguous)
        ).estimates
        for (coin, estimate) in zip(coins, estimates) {
            #expect(abs(estimate.mean.value - coin.m) <= 5.1e-7, "\(coin)")
            #expect(abs(estimate.error - coin.s) <= 5.1e-7, "\(coin)")
        }
    }
}
