import CoinModel
import CoinTables
import Foundation
import Testing

@testable import CoinRanking

/// Whatever coins are like, a ranking is made of them, with finite numbers and named gaps.
///
/// DEGENERATE_RUNS=20 tries so many times as many universes.
@Suite struct DegenerateTests {
    static let runs = ProcessInfo.processInfo.environment["DEGENERATE_RUNS"].flatMap(UInt64.init) ?? 1

    /// Universes of all kinds, no larger than so many coins.
    static func universes(_ largest: Int = .max) throws -> [(
        seed: UInt64, section: CrossSection, options: RankingOptions
    )] {
        let all = try (UInt64(1)...20 * runs).map { seed in
            var universe = DegenerateUniverse(seed: seed)
            var options = RankingOptions()
            (options.plain52, options.includeDerivatives) = (seed % 2 == 0, seed % 3 == 0)
            return (seed: seed, section: try universe.section(), options: options)
        }
        return all.filter { $0.section.coins.count <= largest }
    }

    /// Every number that stands in a table is finite, every gap has a reason, and no text shows what is neither.
    static func check(_ table: Table, _ place: String) {
        for row in table.rows {
            for (column, cell) in zip(table.columns, row) {
                switch cell {
                case .number(let number): #expect(number.isFinite, "\(place): \(column.name)")
                case .missing(let reason): #expect(!reason.code.isEmpty, "\(place): \(column.name)")
                case .text(let text): #expect(!Self.isNoNumber(text), "\(place): \(column.name) is \(text)")
                case .integer: break
                }
            }
        }
        for note in table.notes { #expect(!Self.isNoNumber(note), "\(place): \(note)") }
    }

    static func isNoNumber(_ text: String) -> Bool {
        text.split { !$0.isLetter }.contains { ["nan", "inf", "infinity"].contains($0.lowercased()) }
    }

    @Test("Degenerate universes are ranked, with a declared reason for each missing cell", arguments: Preset.allCases)
    func degenerateRanking(preset: Preset) throws {
        let reasons = ColumnDictionary.reasonsOfColumns(quote: "usd")
        for (seed, section, options) in try Self.universes() {
            let place = "\(preset), seed \(seed)"
            let table = try ranking(of: section, preset: preset, options: options)
            Self.check(table, place)
            #expect(try table.ids().sorted() == section.coins.map(\.id).sorted())
            let ranks = try table.ids().map { try table.number("rank", $0) }.filter { !$0.isNaN }
            #expect(ranks == ranks.indices.map { Double($0 + 1) }, "\(place)")
            for id in try table.ids() {
                for (column, cell) in try zip(table.columns, #require(table.rows.first { $0[1] == .text(id) })) {
                    guard case .missing(let reason) = cell, reason.code != "none" else { continue }
                    let known = reasons[column.name, default: []].map(\.code)
                    #expect(known.contains(reason.code), "\(place): \(column.name) of \(id) for \(reason.code)")
                }
                let (low, high) = try (table.number("rank_low", id), table.number("rank_high", id))
                if !low.isNaN { #expect(try (low...high).contains(table.number("rank", id)), "\(place): \(id)") }
            }
        }
    }

    @Test("Explanations in degenerate universes have finite numbers", arguments: Preset.allCases)
    func degenerateExplanation(preset: Preset) throws {
        for (seed, section, options) in try Self.universes(25) {
            let explained = try ExplainedRanking(section, preset, options)
            for id in section.coins.map(\.id).prefix(1) {
                for column in ColumnDictionary.columns(quote: "usd") {
                    let found = try #require(explained.explanation(of: column.name, id))
                    for cell in [found.value] + found.inputs.map(\.value) {
                        if case .number(let number) = cell { #expect(number.isFinite, "\(seed): \(column.name)") }
                    }
                }
                for contribution in explained.contributions(to: id) {
                    for case .number(let number) in [contribution.value, contribution.standing, contribution.amount] {
                        #expect(number.isFinite, "\(seed): \(contribution.signal)")
                    }
                }
            }
        }
    }

    @Test("Sensitivity tables of degenerate universes are well formed", arguments: Preset.allCases)
    func degenerateSensitivity(preset: Preset) throws {
        for (seed, section, options) in try Self.universes(6) {
            let variants = [(change: "without", section: section.keeping([.close, .commits, .seeds]))]
            let table = try sensitivity(of: section, variants: variants, preset: preset, options: options, top: 5)
            Self.check(table, "\(preset), seed \(seed)")
        }
    }

    @Test("Market tables of degenerate universes are well formed") func degenerateMarket() throws {
        for (seed, section, _) in try Self.universes() {
            Self.check(MarketSeries.table(of: section), "seed \(seed)")
        }
    }

    /// What all coins have alike explains nothing, and a fit that leaves nothing over values nobody.
    @Test("Equal or perfectly fitted capitalisations have no residuals, with a reason") func noResiduals() throws {
        var section = try DiscoveryScoreTests.whole(25, seed: 3)
        for coin in 0..<25 { section.marketCap[coin] = section.figure(1e9) }
        let equal = try ranking(of: section, preset: .discovery)
        #expect(
            equal.notes.contains("cap_against_volume: the 25 peers have the same capitalisation, so there is none.")
        )
        for coin in 0..<25 {
            let volume = section.volumeMedian[row: coin].prefix(12)
            section.marketCap[coin] = section.figure(1e4 * median(Array(volume)))
        }
        let fitted = try ranking(of: section, preset: .discovery)
        #expect(fitted.notes.contains { $0.contains("weighted R² 1.0") })
        for table in [equal, fitted] {
            for id in try table.ids() { #expect(try table.reason("cap_against_volume", id) == "no-fit") }
        }
    }

    @Test("The only weighted signal is not removed by the sensitivity table", arguments: [Preset.discovery, .classic])
    func onlyWeight(preset: Preset) throws {
        let section = try DiscoveryScoreTests.whole(25, seed: 3)
        var options = RankingOptions()
        options.weights = Dictionary(uniqueKeysWithValues: preset.signals.enumerated().map { ($1, $0 == 0 ? 1 : 0) })
        let table = try sensitivity(of: section, variants: [], preset: preset, options: options, top: 5)
        let changes = table.rows.map { $0[0] }
        #expect(changes.prefix(2) == [.text("\(preset.signals[0]) −25 %"), .text("\(preset.signals[0]) +25 %")])
        #expect(changes.count == 4)
    }

    @Test("Weights that are too large or not finite are rejected", arguments: [1e300, -1e300, .infinity, .nan, 1e7])
    func extremeWeights(weight: Double)
        throws
    {
        let section = try DiscoveryScoreTests.whole(5, seed: 3)
        for (preset, signal) in [(Preset.discovery, "volume"), (.classic, "momentum12")] {
            var options = RankingOptions()
            options.weights[signal] = weight
            #expect(throws: RequestError.self) { try ranking(of: section, preset: preset, options: options) }
        }
    }
}
