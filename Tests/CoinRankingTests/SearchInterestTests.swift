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

    @Test func theMomentumOfTheMethodWithItsBounds() {
        // Means 14.25 and 9.5, no cell below 1.
        let momentum = InterestMomentum(
            recent: Array(repeating: 14, count: 9) + [15, 15, 15],
            base: Array(repeating: [9.0, 10], count: 20).flatMap(\.self)
        )
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
