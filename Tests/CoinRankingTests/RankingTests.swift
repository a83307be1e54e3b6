import CoinModel
import CoinTables
import Testing

@testable import CoinRanking

/// What holds of every preset.
@Suite struct RankingTests {
    /// Coins with gaps of all kinds.
    static func universe(_ count: Int, seed: UInt64) -> [SectionBuilder.CoinParts] {
        var random = SeededRandom(seed: seed)
        func series(_ scale: Double, whole: Bool = false) -> [Double] {
            let holes = random.below(4) == 0 ? 0.5 : 0.02
            let length = random.below(5) == 0 ? random.below(53) : 53
            return (0..<length).map { _ in
                let value = random.unit() * scale
                return random.unit() < holes ? .nan : whole ? Double(Int(value)) : value
            }
        }
        return (0..<count).map { index in
            .init(
                id: "c\(index)",
                tags: random.below(9) == 0 ? ["stablecoin"] : [],
                commits: random.below(5) == 0 ? nil : series(Double(random.below(20)), whole: true),
                developerDays: random.below(3) == 0 ? series(5, whole: true) : nil,
                developers: Double(random.below(4)),
                close: random.below(8) == 0 ? [] : series(9).map { $0 + 1 },
                volume: random.below(8) == 0 ? [] : series(1000),
                interest: random.below(3) == 0 ? nil : series(100, whole: true),
                granularity: random.below(5) == 0 ? .month : .week,
                lastAgo: random.below(3) == 0 ? random.below(3) : nil
            )
        }
    }

    @Test("The order of the input coins does not change the ranking", arguments: Preset.allCases)
    func inputOrder(preset: Preset) throws {
        let coins = Self.universe(120, seed: 3)
        let one = try ranking(of: SectionBuilder(coins: coins).section(), preset: preset)
        let other = try ranking(of: SectionBuilder(coins: coins.reversed()).section(), preset: preset)
        #expect(one.rows == other.rows)
        #expect(one.notes == other.notes)
    }

    @Test("Ranks count up by score, and unranked coins follow by id", arguments: Preset.allCases)
    func rankOrder(preset: Preset) throws {
        let table = try ranking(of: SectionBuilder(coins: Self.universe(120, seed: 5)).section(), preset: preset)
        #expect(table.rows.count == 120)
        let ids = try table.ids()
        let scores = try ids.map { rounded(try table.number("score", $0)) }
        let ranked = scores.prefix { !$0.isNaN }.count
        #expect(ranked > 10)
        #expect(ranked < 120)
        for (place, id) in ids.enumerated() {
            if place < ranked {
                #expect(try table.number("rank", id) == Double(place + 1))
                if place > 0 { #expect(scores[place - 1] >= scores[place]) }
            } else {
                #expect(try table.reason("rank", id) == "not-ranked")
                #expect(scores[place].isNaN)
                guard case .text = try table.column("reason")[id] else {
                    Issue.record("\(id) does not say why it has no rank")
                    continue
                }
            }
        }
        let apart = ids.dropFirst(ranked).prefix { id in
            preset == .discovery && (try? table.reason("rank_without_repositories", id)) == nil
        }
        let rest = Array(ids[(ranked + apart.count)...])
        #expect(rest == rest.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }

    @Test("Every cell has its column's type or a declared reason", arguments: Preset.allCases)
    func cellTypes(preset: Preset) throws {
        let declared = ColumnDictionary.reasonsOfColumns(quote: "usd")
        for seed in 1...4 {
            let coins = Self.universe(100, seed: UInt64(seed))
            let table = try ranking(of: SectionBuilder(coins: coins).section(), preset: preset)
            for row in table.rows {
                #expect(row.count == table.columns.count)
                for (column, cell) in zip(table.columns, row) {
                    switch (column.type, cell) {
                    case (.text, .text), (.integer, .integer): break
                    case (.number, .number(let value)): #expect(value.isFinite, "\(column.name)")
                    case (_, .missing(let reason)):
                        #expect(declared[column.name]?.contains(reason) == true, "\(column.name): \(reason.code)")
                    default: Issue.record("\(column.name) holds \(cell)")
                    }
                }
            }
        }
    }

    @Test("A single column equals the one of the full table", arguments: Preset.allCases)
    func singleColumn(preset: Preset) throws {
        let section = try SectionBuilder(coins: Self.universe(60, seed: 7)).section()
        let whole = try ranking(of: section, preset: preset)
        for (place, column) in whole.columns.enumerated() {
            let wanted: Set<String> = [column.name]
            let parts = ColumnDictionary.parts(of: wanted, quote: "usd", preset)
            let table = try ranking(of: section.keeping(parts), preset: preset, columns: wanted)
            #expect(table.columns == [column])
            #expect(table.rows == whole.rows.map { [$0[place]] }, "\(column.name)")
            #expect(table.notes == whole.notes)
        }
    }

    @Test("Classic reads only the parts that its columns need") func classicInputs() {
        let kept = Preset.classic.storedColumns(quote: "usd")
        let parts = ColumnDictionary.parts(of: kept, quote: "usd", .classic)
        #expect(parts == [.newest, .lastPrices, .close, .volumeMean, .commits, .commitKinds, .interest])
        #expect(ColumnDictionary.parts(of: nil, quote: "usd", .classic) == SectionParts.all.subtracting(.figures))
    }

    @Test("An empty universe gives an empty table") func emptyUniverse() throws {
        for preset in Preset.allCases {
            let table = try ranking(of: SectionBuilder().section(), preset: preset)
            #expect(table.rows.isEmpty)
            #expect(table.columns == ColumnDictionary.columns(quote: "usd"))
        }
    }

    @Test("A coin without any data is listed without a rank") func bareCoin() throws {
        for preset in Preset.allCases {
            let section = try SectionBuilder(coins: [.init(id: "a", close: [], volume: [])]).section()
            let table = try ranking(of: section, preset: preset)
            #expect(try table.ids() == ["a"])
            #expect(try table.reason("rank", "a") == "not-ranked")
            #expect(try table.number("coverage", "a") == 0)
        }
    }

    @Test("Default columns are in the dictionary, each once") func defaultColumns() {
        for quote in ["usd", "eur"] {
            let names = ColumnDictionary.columns(quote: quote).map(\.name)
            #expect(Set(names).count == names.count)
            for preset in Preset.allCases {
                let shown = preset.defaultColumns(quote: quote)
                #expect(Set(shown).count == shown.count)
                #expect(Set(shown).isSubset(of: names))
            }
        }
    }

    @Test("The default columns of classic are those of the benchmark") func classicColumns() {
        let expected =
            "rank coin_id symbol name price_usd market_cap_usd dev12 dev52 dev_ratio vol12 vol52 vol_ratio momentum12 "
            + "volatility52 trend12 trend52 trend_ratio z_dev z_vol z_momentum z_volatility z_trend score"
        #expect(Preset.classic.defaultColumns(quote: "usd").joined(separator: " ") == expected)
    }

    @Test("Every column and missing reason has a meaning") func meanings() {
        for column in ColumnDictionary.columns(quote: "usd") {
            #expect(column.meaning.hasSuffix("."), "\(column.name)")
            #expect(!column.title.isEmpty)
        }
        for reason in MissingReason.allCases { #expect(reason.meaning.hasSuffix("."), "\(reason)") }
    }
}
