import CoinModel
import Foundation
import Testing

@testable import CoinRanking

@Suite struct InterestScaleTests {
    private func file(_ digest: String, _ terms: [String: Double], weeks: Int = 10) -> InterestScale.File {
        InterestScale.File(digest: digest, terms: terms.mapValues { Array(repeating: $0, count: weeks) })
    }

    @Test func factorsAndBoundsMultiplyAlongThePath() throws {
        let first = try #require(InterestFactor(sum: 412, against: 655, cells: 10))
        let second = try #require(InterestFactor(sum: 300, against: 280, cells: 8))
        let path = first.times(second)
        #expect(abs(path.value - 0.673937) < 5e-7)
        #expect(abs(path.low - 0.642723) < 5e-7)
        #expect(abs(path.high - 0.706622) < 5e-7)
        #expect(InterestFactor(sum: 100, against: 100, cells: 3) == nil)
    }

    /// The check of the method again, as files: 10 cells of 412 and 655, then 8 of 300 and 280.
    @Test func theFactorsOfTwoHopsComeOutOfTheFiles() throws {
        let first = [Double](repeating: 41, count: 8) + [42, 42]
        let second = [Double](repeating: 65, count: 5) + [Double](repeating: 66, count: 5)
        let third = [Double](repeating: 37.5, count: 8) + [9, 9]
        let files = [
            InterestScale.File(digest: "a", terms: ["p": first, "own": first]),
            InterestScale.File(digest: "b", terms: ["p": second, "q": third]),
            InterestScale.File(digest: "c", terms: ["q": [Double](repeating: 35, count: 10)]),
        ]
        let scale = try #require(InterestScale(files).scales["c"])
        #expect(scale.root == "a")
        #expect(abs(scale.factor - 0.673937) < 5e-7)
        #expect(abs(scale.low - 0.642723) < 5e-7)
        #expect(abs(scale.high - 0.706622) < 5e-7)
    }

    @Test func filesThatShareTermsLandOnOneScaleWhateverTheirOrder() throws {
        let files = [
            file("c", ["bitcoin": 100, "anchor": 20]), file("a", ["anchor": 80, "small": 40]),
            file("b", ["small": 100, "tiny": 12]), file("d", ["alone": 50]),
        ]
        let scales = InterestScale(files).scales
        #expect(scales["d"] == nil)
        #expect(scales["a"] == SearchScale(root: "a", factor: 1, low: 1, high: 1))
        #expect(abs(try #require(scales["c"]).factor - 4) < 1e-12)
        #expect(abs(try #require(scales["b"]).factor - 0.4) < 1e-12)
        for order in [[3, 2, 1, 0], [1, 3, 0, 2]] {
            #expect(InterestScale(order.map { files[$0] }).scales == scales)
        }
    }

    @Test func filesThatReachEachOtherHaveARootOfTheirOwn() throws {
        let files = [
            file("a", ["bitcoin (US)": 50, "ether (US)": 50]), file("b", ["bitcoin (US)": 100]),
            file("c", ["bitcoin": 40, "ether": 50, "ripple": 9]), file("d", ["ether": 100, "neo": 9]),
            file("e", ["ripple": 100]),
        ]
        let scales = InterestScale(files).scales
        #expect(scales.mapValues(\.root) == ["a": "a", "b": "a", "c": "c", "d": "c"])
        #expect(abs(try #require(scales["d"]).factor - 0.5) < 1e-12)
    }

    @Test func fourSharedCellsOfTenInBothAreALink() {
        func scales(_ here: [Double], _ there: [Double]) -> [String: SearchScale] {
            InterestScale([
                .init(digest: "a", terms: ["p": here, "q": here]), .init(digest: "b", terms: ["p": there]),
            ]).scales
        }
        #expect(scales([10, 20, 30, 40, 9], [10, 20, 30, 40, 90])["b"]?.factor == 1)
        #expect(scales([10, 20, 30, 40, 9], [10, 20, 9, 40, 90]).isEmpty)
        #expect(scales([10, 20, 30, .nan, 50], [10, 20, 30, 40, .nan]).isEmpty)
        #expect(scales([10, 20, 30, 40], [10, 20, 30, 40, 50])["b"]?.factor == 1)
    }

    @Test func equalPathsAreToldApartByTheirDigests() throws {
        // Two ways of the same width lead from the root to the far file, over "b" and over "c".
        let files = [
            file("root", ["left": 50, "right": 50, "own": 70]), file("c", ["left": 60, "far": 40]),
            file("b", ["right": 60, "far": 80]), file("d", ["far": 40]),
        ]
        let scales = InterestScale(files).scales
        // Over "c" the far file stands at 50/60, over "b" at 50/60 · 2 with narrower bounds, which win.
        #expect(scales["d"]?.root == "root")
        #expect(abs(try #require(scales["d"]).factor - 50.0 / 60 * 2) < 1e-12)
        let even = [files[0], files[1], file("b", ["right": 60, "far": 40]), files[3]]
        let expected = try #require(InterestFactor(sum: 500, against: 600, cells: 10))
        #expect(try #require(InterestScale(even).scales["d"]).factor == expected.value)
        #expect(InterestScale(even.reversed()).scales == InterestScale(even).scales)
        #expect(InterestScale([]).scales.isEmpty)
        #expect(InterestScale([files[0], files[0]]).scales.isEmpty)
    }

    /// Every simple path tried, the narrowest kept.
    @Test func theNarrowestOfAllPathsIsTaken() {
        var random = SeededRandom(seed: 17)
        for _ in 0..<60 {
            let terms = ["p", "q", "r", "s"]
            let files = (0..<5).map { index in
                var weeks: [String: [Double]] = [:]
                for term in terms where random.below(2) == 0 {
                    weeks[term] = (0..<8).map { _ in Double(random.below(101)) }
                }
                return InterestScale.File(digest: "f\(index)", terms: weeks)
            }
            func link(_ a: Int, _ b: Int) -> InterestFactor? {
                var (here, there) = ([Double](), [Double]())
                for term in terms {
                    for (x, y) in zip(files[a].terms[term] ?? [], files[b].terms[term] ?? []) where x >= 10 && y >= 10 {
                        here.append(x)
                        there.append(y)
                    }
                }
                return InterestFactor(sum: here.reduce(0, +), against: there.reduce(0, +), cells: here.count)
            }
            func narrowest(_ from: Int, _ to: Int, _ left: Set<Int>) -> Double {
                if from == to { return 0 }
                return left.map { next in
                    link(from, next).map { $0.width + narrowest(next, to, left.subtracting([next])) } ?? .infinity
                }.min() ?? .infinity
            }
            func strong(_ file: Int) -> Int { files[file].terms.values.joined().count { $0 >= 10 } }
            let scales = InterestScale(files).scales
            for target in files.indices {
                // The strongest file that reaches the target is its root.
                let reaching = files.indices.filter {
                    narrowest($0, target, Set(files.indices).subtracting([$0])).isFinite
                }
                let root = reaching.max { (strong($0), $1) < (strong($1), $0) } ?? target
                let expected = narrowest(root, target, Set(files.indices).subtracting([root]))
                let found = scales["f\(target)"]
                #expect((found == nil) == (reaching == [target]))
                if let found {
                    #expect(found.root == "f\(root)")
                    #expect(abs(log(found.high / found.low) - expected) < 1e-9)
                }
            }
        }
    }
}
