import CoinModel
import Foundation
import Testing

@testable import CoinRanking

@Suite struct InterestScaleTests {
    /// The way onto its root's scale of each file, whose terms have one value in all of ten weeks.
    private func scales(_ files: [String: [String: Double]]) -> [String: SearchScale] {
        InterestScale(files.mapValues { $0.mapValues { Array(repeating: $0, count: 10) } }).scales
    }

    @Test("Factors and bounds multiply along a path") func factorProduct() throws {
        let first = try #require(InterestFactor(sum: 412, against: 655, cells: 10))
        let second = try #require(InterestFactor(sum: 300, against: 280, cells: 8))
        let path = first.times(second)
        #expect(abs(path.value - 0.673937) < 5e-7)
        #expect(abs(path.low - 0.642723) < 5e-7)
        #expect(abs(path.high - 0.706622) < 5e-7)
        #expect(InterestFactor(sum: 100, against: 100, cells: 3) == nil)
    }

    /// The check of the method again, as files: 10 cells of 412 and 655, then 8 of 300 and 280.
    @Test("Files with shared terms give the factors of the method") func twoLinks() throws {
        let first = [Double](repeating: 41, count: 8) + [42, 42]
        let second = [Double](repeating: 65, count: 5) + [Double](repeating: 66, count: 5)
        let third = [Double](repeating: 37.5, count: 8) + [9, 9]
        let files = [
            "a": ["p": first, "own": first], "b": ["p": second, "q": third],
            "c": ["q": [Double](repeating: 35, count: 10)],
        ]
        let scale = try #require(InterestScale(files).scales["c"])
        #expect(scale.root == "a")
        #expect(abs(scale.factor - 0.673937) < 5e-7)
        #expect(abs(scale.low - 0.642723) < 5e-7)
        #expect(abs(scale.high - 0.706622) < 5e-7)
    }

    @Test("Files that share terms get one scale, and others none") func sharedScale() throws {
        let scales = scales([
            "c": ["bitcoin": 100, "anchor": 20], "a": ["anchor": 80, "small": 40], "b": ["small": 100, "tiny": 12],
            "d": ["alone": 50],
        ])
        #expect(scales["d"] == nil)
        #expect(scales["a"] == SearchScale(root: "a", factor: 1, low: 1, high: 1))
        #expect(abs(try #require(scales["c"]).factor - 4) < 1e-12)
        #expect(abs(try #require(scales["b"]).factor - 0.4) < 1e-12)
    }

    @Test("Each group of linked files has one root") func roots() throws {
        let scales = scales([
            "a": ["bitcoin (US)": 50, "ether (US)": 50], "b": ["bitcoin (US)": 100],
            "c": ["bitcoin": 40, "ether": 50, "ripple": 9], "d": ["ether": 100, "neo": 9], "e": ["ripple": 100],
        ])
        #expect(scales.mapValues(\.root) == ["a": "a", "b": "a", "c": "c", "d": "c"])
        #expect(abs(try #require(scales["d"]).factor - 0.5) < 1e-12)
    }

    @Test("Four shared cells of at least 10 in both files link them") func sharedCells() {
        func scales(_ here: [Double], _ there: [Double]) -> [String: SearchScale] {
            InterestScale(["a": ["p": here, "q": here], "b": ["p": there]]).scales
        }
        #expect(scales([10, 20, 30, 40, 9], [10, 20, 30, 40, 90])["b"]?.factor == 1)
        #expect(scales([10, 20, 30, 40, 9], [10, 20, 9, 40, 90]).isEmpty)
        #expect(scales([10, 20, 30, .nan, 50], [10, 20, 30, 40, .nan]).isEmpty)
        #expect(scales([10, 20, 30, 40], [10, 20, 30, 40, 50])["b"]?.factor == 1)
    }

    @Test("The path with narrower bounds wins, and ties are decided by digest") func tiedPaths() throws {
        // Two ways of the same width lead from the root to the far file, over "b" and over "c".
        var files = [
            "root": ["left": 50.0, "right": 50, "own": 70], "c": ["left": 60, "far": 40],
            "b": ["right": 60, "far": 80], "d": ["far": 40],
        ]
        // Over "c" the far file stands at 50/60, over "b" at 50/60 · 2 with narrower bounds, which win.
        let narrow = try #require(scales(files)["d"])
        #expect(narrow.root == "root")
        #expect(abs(narrow.factor - 50.0 / 60 * 2) < 1e-12)
        files["b"] = ["right": 60, "far": 40]
        let expected = try #require(InterestFactor(sum: 500, against: 600, cells: 10))
        #expect(try #require(scales(files)["d"]).factor == expected.value)
        #expect(scales([:]).isEmpty)
    }

    @Test("The narrowest of all paths is chosen") func narrowestPath() {
        var random = SeededRandom(seed: 17)
        for _ in 0..<60 {
            let terms = ["p", "q", "r", "s"]
            let files = (0..<5).map { _ in
                var weeks: [String: [Double]] = [:]
                for term in terms where random.below(2) == 0 {
                    weeks[term] = (0..<8).map { _ in Double(random.below(101)) }
                }
                return weeks
            }
            func link(_ a: Int, _ b: Int) -> InterestFactor? {
                var (here, there) = ([Double](), [Double]())
                for term in terms {
                    for (x, y) in zip(files[a][term] ?? [], files[b][term] ?? []) where x >= 10 && y >= 10 {
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
            func strong(_ file: Int) -> Int { files[file].values.joined().count { $0 >= 10 } }
            let named = files.enumerated().map { ("f\($0)", $1) }
            let scales = InterestScale(Dictionary(uniqueKeysWithValues: named)).scales
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
