import CoinModel
import Foundation
import Testing

@testable import CoinRanking

@Suite struct SearchInterestTests {
    @Test func factorsAndBoundsMultiplyAlongThePath() throws {
        let first = try #require(InterestScale.Factor(sum: 412, against: 655, cells: 10))
        let second = try #require(InterestScale.Factor(sum: 300, against: 280, cells: 8))
        let path = first.times(second)
        #expect(abs(path.value - 0.673937) < 5e-7)
        #expect(abs(path.low - 0.642723) < 5e-7)
        #expect(abs(path.high - 0.706622) < 5e-7)
        #expect(InterestScale.Factor(sum: 100, against: 100, cells: 3) == nil)
    }

    @Test func theMomentumOfTheMethodWithItsBounds() throws {
        // Means 14.25 and 9.5, no cell below 1.
        let recent = Array(repeating: 14.0, count: 9) + [15, 15, 15]
        let base = (0..<40).map { $0 % 2 == 0 ? 9.0 : 10 }
        let momentum = try #require(InterestMomentum(recent: recent, base: base))
        #expect(abs(momentum.value - 0.388658) < 5e-7)
        #expect(abs(momentum.low - 0.305382) < 5e-7)
        #expect(abs(momentum.high - 0.473288) < 5e-7)
    }

    @Test func cellsAreIntervals() {
        #expect((InterestCell(0).low, InterestCell(0).high) == (0, 0.5))
        #expect((InterestCell(0.5).low, InterestCell(0.5).high) == (0, 1))
        #expect((InterestCell(7).low, InterestCell(7).high) == (6.5, 7.5))
    }

    @Test func filesThatShareTermsLandOnOneScaleWhateverTheirOrder() throws {
        func file(_ digest: String, _ terms: [String: Double]) -> InterestScale.File {
            var cells: [InterestScale.Cell: Double] = [:]
            for (term, level) in terms {
                for week in Int32(0)..<10 { cells[InterestScale.Cell(term: term, week: week)] = level }
            }
            return InterestScale.File(digest: digest, cells: cells)
        }
        let files = [
            file("c", ["bitcoin": 100, "anchor": 20]), file("a", ["anchor": 80, "small": 40]),
            file("b", ["small": 100, "tiny": 12]), file("d", ["alone": 50]),
        ]
        let scale = InterestScale(files)
        #expect(scale.root == "a")
        #expect(scale.factors["d"] == nil)
        #expect(scale.factors["a"] == .unit)
        #expect(abs(try #require(scale.factors["c"]).value - 4) < 1e-12)
        #expect(abs(try #require(scale.factors["b"]).value - 0.4) < 1e-12)
        for order in [[3, 2, 1, 0], [1, 3, 0, 2]] {
            #expect(InterestScale(order.map { files[$0] }).factors == scale.factors)
        }
    }

    @Test func equalPathsAreToldApartByTheirDigests() throws {
        func file(_ digest: String, _ terms: [String: Double], weeks: Int32 = 10) -> InterestScale.File {
            var cells: [InterestScale.Cell: Double] = [:]
            for (term, level) in terms {
                for week in 0..<weeks { cells[InterestScale.Cell(term: term, week: week)] = level }
            }
            return InterestScale.File(digest: digest, cells: cells)
        }
        // Two ways of the same width lead from the root to the far file, over "b" and over "c".
        let files = [
            file("root", ["left": 50, "right": 50, "own": 70]), file("c", ["left": 60, "far": 40]),
            file("b", ["right": 60, "far": 80]), file("d", ["far": 40]),
        ]
        let scale = InterestScale(files)
        #expect(scale.root == "root")
        // Over "c" the far file stands at 50/60, over "b" at 50/60 · 2 with narrower bounds, which win.
        #expect(abs(try #require(scale.factors["d"]).value - 50.0 / 60 * 2) < 1e-12)
        let even = [files[0], files[1], file("b", ["right": 60, "far": 40]), files[3]]
        let expected = try #require(InterestScale.Factor(sum: 500, against: 600, cells: 10))
        #expect(try #require(InterestScale(even).factors["d"]).value == expected.value)
        #expect(InterestScale(even.reversed()).factors == InterestScale(even).factors)
        #expect(InterestScale([]).root == nil)
        #expect(InterestScale([files[0], files[0]]).factors == ["root": .unit])
    }

    /// Every simple path tried, the narrowest kept.
    @Test func theNarrowestOfAllPathsIsTaken() {
        var random = SeededRandom(seed: 17)
        for _ in 0..<60 {
            let terms = ["p", "q", "r", "s"]
            let files = (0..<5).map { index in
                var cells: [InterestScale.Cell: Double] = [:]
                for term in terms where random.below(2) == 0 {
                    for week in Int32(0)..<8 {
                        cells[InterestScale.Cell(term: term, week: week)] = Double(random.below(101))
                    }
                }
                return InterestScale.File(digest: "f\(index)", cells: cells)
            }
            func link(_ a: Int, _ b: Int) -> InterestScale.Factor? {
                let shared = files[a].cells.keys.filter {
                    (files[a].cells[$0] ?? 0) >= 10 && (files[b].cells[$0] ?? 0) >= 10
                }
                return InterestScale.Factor(
                    sum: shared.reduce(0) { $0 + (files[a].cells[$1] ?? 0) },
                    against: shared.reduce(0) { $0 + (files[b].cells[$1] ?? 0) },
                    cells: shared.count
                )
            }
            func narrowest(_ from: Int, _ to: Int, _ left: Set<Int>) -> Double {
                if from == to { return 0 }
                return left.map { next in
                    link(from, next).map { $0.width + narrowest(next, to, left.subtracting([next])) } ?? .infinity
                }.min() ?? .infinity
            }
            let scale = InterestScale(files)
            let root = files.firstIndex { $0.digest == scale.root } ?? 0
            for target in files.indices {
                let expected = narrowest(root, target, Set(files.indices).subtracting([root]))
                let found = scale.factors["f\(target)"]?.width ?? .infinity
                #expect(expected == found || abs(expected - found) < 1e-9)
            }
        }
    }

    @Test func roundingNeverLeavesTheStatedBounds() throws {
        var state: UInt64 = 77
        func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / 9_007_199_254_740_992
        }
        for _ in 0..<2000 {
            let truth = (0..<12).map { _ in 20 + 60 * random() }
            let ratio = 0.5 + random()
            let (a, b) = (truth.map { $0.rounded() }, truth.map { ($0 / ratio).rounded() })
            let cells = Array(zip(a, b)).filter { $0 >= 10 && $1 >= 10 }
            let factor = try #require(
                InterestScale.Factor(
                    sum: cells.map(\.0).reduce(0, +),
                    against: cells.map(\.1).reduce(0, +),
                    cells: cells.count
                )
            )
            #expect(factor.low <= ratio && ratio <= factor.high)
        }
    }

    @Test func momentumNeedsEightAndTwentySixWeeks() {
        func momentum(_ recent: Int, _ base: Int) -> InterestMomentum? {
            InterestMomentum(recent: Array(repeating: 5, count: recent), base: Array(repeating: 5, count: base))
        }
        #expect(momentum(8, 26)?.value == 0)
        #expect(momentum(7, 26) == nil)
        #expect(momentum(8, 25) == nil)
    }

    @Test func theSignIsIndeterminateWhereTheBoundsHoldZero() throws {
        func table(_ recent: Double, _ base: Double) throws -> Table {
            let interest = Array(repeating: recent, count: 12) + Array(repeating: base, count: 41)
            return try ranking(
                of: SectionBuilder(coins: [.init(id: "a", interest: interest)]).section(),
                preset: .discovery
            ).table
        }
        #expect(try table(5, 5).column("indeterminate")["a"] == .text("indeterminate"))
        #expect(try table(9, 5).reason("indeterminate", "a") == "none")
        // 6 and 5 may both be 5.5: the lower bound is 0 itself, which is no open sign.
        #expect(try table(6, 5).reason("indeterminate", "a") == "none")
        #expect(abs(try table(9, 5).number("search_low", "a") - log(9.0 / 6)) < 1e-12)
        #expect(abs(try table(9, 5).number("search_high", "a") - log(10.0 / 5)) < 1e-12)
    }

    @Test func theShortJumpTakesTheMedianOfEightWeeks() throws {
        func jump(_ interest: [Double]) throws -> Table {
            try ranking(of: SectionBuilder(coins: [.init(id: "a", interest: interest)]).section(), preset: .activity)
                .table
        }
        let weeks: [Double] = [20, 9, 1, 3, 100, 5, 7, 11, 13]
        #expect(abs(try jump(weeks).number("asvi", "a") - log(20.5 / 8.5)) < 1e-12)
        let six: [Double] = [20, .nan, 1, 3, .nan, 5, 7, 11, 13]
        #expect(abs(try jump(six).number("asvi", "a") - log(20.5 / 6.5)) < 1e-12)
        #expect(try jump([20, .nan, .nan, 3, .nan, 5, 7, 11, 13]).reason("asvi", "a") == "few-weeks")
        #expect(try jump([.nan] + weeks.dropFirst()).reason("asvi", "a") == "few-weeks")
    }

    @Test func thePlainMeansTakeWhatWasObserved() throws {
        let builder = SectionBuilder(coins: [.init(id: "a", interest: [6, .nan, 0, .nan, .nan])])
        let table = try ranking(of: builder.section(), preset: .discovery).table
        #expect(try table.number("trend12", "a") == 3)
        #expect(try table.number("trend_ratio", "a") == 1)
        #expect(try table.reason("search_momentum", "a") == "few-weeks")
    }

    @Test func partialWeeksAndMonthsAreNotRanked() throws {
        let flat = Array(repeating: 50.0, count: 53)
        let builder = SectionBuilder(coins: [
            .init(id: "whole", interest: [100] + flat.dropFirst()),
            .init(id: "partial", interest: [100] + flat.dropFirst(), partialFromAgo: 0),
            .init(id: "month", interest: flat, granularity: .month),
        ])
        let table = try ranking(of: builder.section(), preset: .activity).table
        #expect(try table.number("trend12", "whole") > 54)
        #expect(try table.number("trend12", "partial") == 50)
        #expect(try table.reason("trend12", "month") == "interest-not-weekly")
        let classic = try ranking(of: builder.section(), preset: .classic).table
        #expect(try classic.number("trend12", "partial") > 54)
    }
}
