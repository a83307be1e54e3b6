import CoinModel
import Foundation
import TestPrograms
import Testing

@testable import CoinRanking

/// Exports made of known searches, as they are written: scaled to the largest cell, rounded, `<1` and 0 for little.
@Suite struct InterestSimulationTests {
    private static let weeks = 24

    /// Five terms: the searches of each, what they were divided by, and the cells of the export.
    private struct Export {
        let terms: [String: [Double]]
        let unit: Double
        let cells: [String: [Double]]

        init(_ terms: [String: [Double]], _ random: inout SeededRandom) {
            self.terms = terms
            let unit = (terms.values.joined().max() ?? 1) / 100
            self.unit = unit
            var cells: [String: [Double]] = [:]
            for (term, searches) in terms.sorted(by: { $0.key < $1.key }) {
                cells[term] = searches.map { value in
                    let share = value / unit
                    // What is below one is written as `<1`, kept as ½, or rounded.
                    return share > 0 && share < 1 && random.below(2) == 0 ? 0.5 : share.rounded()
                }
            }
            self.cells = cells
        }
    }

    /// A term's searches: of any magnitude, moving by a factor of four, now and then none at all.
    private static func searches(_ random: inout SeededRandom, magnitude: Double) -> [Double] {
        let level = exp(magnitude * (2 * random.unit() - 1))
        let isRare = random.below(4) == 0
        return (0..<weeks).map { _ in isRare && random.below(3) == 0 ? 0 : level * (0.5 + 1.5 * random.unit()) }
    }

    /// Four exports of five terms; each next one shares its anchor with the one before, or all with the first.
    private static func exports(isChain: Bool, _ random: inout SeededRandom) -> [Export] {
        var anchor = ("anchor", searches(&random, magnitude: 0.5))
        return (0..<4).map { index in
            var terms = [anchor.0: anchor.1]
            for own in 0..<4 { terms["\(index).\(own)"] = searches(&random, magnitude: 2.5) }
            if isChain {
                anchor = ("\(index).next", searches(&random, magnitude: 0.5))
                terms["\(index).3"] = nil
                terms[anchor.0] = anchor.1
            }
            return Export(terms, &random)
        }
    }

    /// Whether the truth lies within bounds, but for what the arithmetic of doubles takes.
    private static func holds(_ low: Double, _ truth: Double, _ high: Double) -> Bool {
        low <= truth * (1 + 1e-12) && truth <= high * (1 + 1e-12)
    }

    @Test("The stated bounds always contain the true factors and levels", arguments: [false, true])
    func simulatedBounds(inChains isChain: Bool) throws {
        var random = SeededRandom(seed: isChain ? 29 : 28)
        var (linked, levels, wrong, narrow) = (0, 0, 0, 0)
        for _ in 0..<Depth.rounds(isChain ? 2_000 : 10_000) {
            let exports = InterestSimulationTests.exports(isChain: isChain, &random)
            let files = exports.enumerated().map { ("\($0)", $1.cells) }
            let scales = InterestScale(Dictionary(uniqueKeysWithValues: files)).scales
            for (index, export) in exports.enumerated() {
                guard let scale = scales["\(index)"], let root = Int(scale.root), root != index else { continue }
                linked += 1
                let truth = export.unit / exports[root].unit
                if !InterestSimulationTests.holds(scale.low, truth, scale.high) { wrong += 1 }
                if scale.high / scale.low < 1.25 { narrow += 1 }
                let own = "\(index).\(random.below(3))"
                let (cells, searches) = (export.cells[own] ?? [], export.terms[own] ?? [])
                let missing = [Double](repeating: .nan, count: 53 - cells.count)
                let interest = SearchInterest(
                    (cells + missing)[...],
                    nil,
                    newest: Week(index: 2_800),
                    MinimumWeeks(recent: 1, year: 1),
                    isLate: false
                )
                let level = interest.level(on: scale)
                let mean = searches.prefix(12).reduce(0, +) / 12 / exports[root].unit
                levels += 1
                if !InterestSimulationTests.holds(level.low.value, mean, level.high.value) { wrong += 1 }
            }
        }
        #expect(wrong == 0, "\(wrong) of \(linked) factors and \(levels) levels")
        // The bounds are worth having: many files are linked, and most of them closely.
        #expect(linked > Depth.rounds(isChain ? 1_000 : 10_000), "\(linked) linked")
        #expect(narrow * 2 > linked, "\(narrow) of \(linked) within a quarter")
    }
}
