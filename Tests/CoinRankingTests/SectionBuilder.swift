import CoinModel
import CoinRanking
import CoinTables
import Testing

/// A cross-section put together by hand: one repository a coin unless said otherwise.
struct SectionBuilder {
    var coins: [CoinParts] = []
    var asOf = AsOf.day(Day(index: 19_807))

    struct CoinParts {
        var id: String
        var tags: [String] = []
        /// Weekly counts, newest first; the rest is NaN.
        var commits: [Double]?
        var developerDays: [Double]?
        var developers: Double = 5
        var firstActiveAgo: Int?
        var close: [Double] = Array(repeating: 2, count: 53)
        /// A close of before these weeks, and how many weeks ago the first one was.
        var closeBefore: Double?
        var firstCloseAgo: Int?
        var volume: [Double] = Array(repeating: 10, count: 53)
        var interest: [Double]?
        var granularity = SearchTerm.Granularity.week
        /// How many weeks ago the last row of the export is; nil for the newest of `interest`.
        var lastAgo: Int?
        /// The weeks of further exports of the same window.
        var pulls: [[Double]] = []
        var scale: SearchScale?
    }

    func section() throws -> CrossSection {
        let w0 = asOf.lastCompleteWeek
        let withRepositories = coins.filter { $0.commits != nil }
        let names = try withRepositories.indices.map { try #require(RepositoryName("o/r\($0)")) }
        let nameOf = Dictionary(uniqueKeysWithValues: zip(withRepositories.map(\.id), names))
        let histories = zip(withRepositories, names).map { parts, name in
            let first = parts.firstActiveAgo ?? parts.commits?.lastIndex { $0 > 0 }
            return RepositoryHistory(
                name: name,
                firstActiveWeek: first.map { w0.advanced(by: -$0) },
                source: "test"
            )
        }
        var section = CrossSection(
            asOf: asOf,
            quote: "usd",
            coins: coins.map { parts in
                Coin(
                    id: parts.id,
                    symbol: parts.id.uppercased(),
                    name: parts.id,
                    repositories: [nameOf[parts.id]].compactMap { $0 },
                    tags: parts.tags
                )
            },
            repositories: histories
        )
        for (row, parts) in withRepositories.enumerated() {
            for (weeksBack, value) in (parts.commits ?? []).enumerated() {
                section.commits[row, weeksBack] = value
                section.developers[row, weeksBack] = value > 0 ? parts.developers : 0
            }
            for (weeksBack, value) in (parts.developerDays ?? []).enumerated() {
                section.developerDays[row, weeksBack] = value
            }
        }
        section.seeds = coins.map { SeededRandom.seed(of: $0.id) }
        for (row, parts) in coins.enumerated() {
            for (weeksBack, value) in parts.close.enumerated() { section.close[row, weeksBack] = value }
            for (weeksBack, value) in parts.volume.enumerated() {
                section.volumeMean[row, weeksBack] = value
                section.volumeMedian[row, weeksBack] = value
                section.capitalisation[row, weeksBack] = 1000
            }
            if let weeksBack = parts.close.firstIndex(where: { !$0.isNaN }) {
                let prices = parts.close.filter { !$0.isNaN } + [parts.closeBefore].compactMap { $0 }
                section.highestClose[row] = prices.max() ?? .nan
                section.lowestClose[row] = prices.min() ?? .nan
                let first = parts.firstCloseAgo ?? parts.close.lastIndex { !$0.isNaN }
                section.firstCloseWeek[row] = first.map { w0.advanced(by: -$0) }
                let time = Instant(lastSecondOf: w0.advanced(by: -weeksBack).lastDay)
                section.lastPrice[row] = DatedFigure(parts.close[weeksBack], at: time, by: "test")
                section.lastMarketCap[row] = DatedFigure(1000, at: time, by: "test")
                section.price[row] = section.lastPrice[row]
                section.marketCap[row] = section.lastMarketCap[row]
                section.leaveOldPrices(of: row)
            }
            section.marketSource[row] = parts.close.isEmpty ? nil : "test"
            if let interest = parts.interest {
                let last = parts.lastAgo ?? interest.firstIndex { !$0.isNaN } ?? 0
                let term = SearchTerm(
                    term: parts.id,
                    region: "",
                    category: "",
                    granularity: parts.granularity,
                    coin: nil,
                    window: w0.advanced(by: -60)...w0.advanced(by: -last)
                )
                let missing = [Double](repeating: .nan, count: CrossSection.weeks)
                let pulls = ([interest] + parts.pulls).map { Array(($0 + missing).prefix(CrossSection.weeks)) }
                for weeksBack in missing.indices {
                    section.interest[row, weeksBack] = median(pulls.map { $0[weeksBack] }.filter { !$0.isNaN })
                }
                let several = (pulls.count > 1 ? pulls : []).enumerated().map { SearchPull(export: "\($0)", weeks: $1) }
                section.search[row] = CoinSearch(term, export: "", pulls: several, scale: parts.scale)
            }
        }
        return section
    }
}

extension CrossSection {
    /// Leaves a price out that is older than 28 days, and with it the capitalisation.
    mutating func leaveOldPrices(of row: Int) {
        guard let price = price[row], price.time.day.distance(to: asOf.limit.day) > 28 else { return }
        self.price[row] = nil
        marketCap[row] = nil
    }

    /// The same, whose weeks are read in blocks of so many coins, in another order than theirs.
    func inBlocks(of size: Int) -> CrossSection {
        func blocks(_ count: Int) -> [[Int]] {
            let order = Array((0..<count).reversed())
            return stride(from: 0, to: count, by: size).map { Array(order[$0..<min($0 + size, count)]) }
        }
        var section = self
        section.blocks = blocks(coins.count)
        section.newestCloses = WeeklyMatrix(newest: CrossSection.weeksOfDerivatives, of: close)
        let paths: [WritableKeyPath<CrossSection, WeeklyMatrix>] = [
            \.close, \.volumeMean, \.volumeMedian, \.capitalisation, \.interest, \.commits, \.weeksWithoutRow,
            \.merges, \.botCommits, \.agentCommits, \.botMerges, \.commitsByPeople, \.developers, \.developerDays,
        ]
        for path in paths {
            let all = self[keyPath: path]
            let reader = RowsInBlocks(blocks(all.rows)) { matrix in
                for row in 0..<all.rows where matrix.chosen?.contains(row) ?? true { matrix[row: row] = all[row: row] }
            }
            section[keyPath: path] = WeeklyMatrix(rows: all.rows, weeks: all.weeks, reader)
        }
        return section
    }

    /// A figure of the newest complete week; none where it is missing.
    func figure(_ value: Double) -> DatedFigure? {
        value.isNaN ? nil : DatedFigure(value, at: Instant(lastSecondOf: asOf.lastCompleteWeek.lastDay), by: "test")
    }

    /// Such a figure of each coin.
    func figures(_ values: [Double]) -> [DatedFigure?] { values.map(figure) }

    /// The same with everything missing that is not of these parts.
    func keeping(_ parts: SectionParts) -> CrossSection {
        var section = CrossSection(asOf: asOf, quote: quote, coins: coins, repositories: repositories)
        func keep<Value>(_ part: SectionParts, _ paths: WritableKeyPath<CrossSection, Value>...) {
            guard parts.contains(part) else { return }
            for path in paths { section[keyPath: path] = self[keyPath: path] }
        }
        keep(.newest, \.price, \.marketCap)
        keep(.newest, \.priceDisputes)
        keep(.lastPrices, \.lastPrice, \.lastMarketCap)
        keep(.close, \.close)
        keep(.volumeMean, \.volumeMean)
        keep(.volumeMedian, \.volumeMedian)
        keep(.volumeDigits, \.volumeGrounds)
        keep(.capitalisation, \.capitalisation)
        keep(.marketSource, \.marketSource)
        keep(.commits, \.commits)
        keep(.commitKinds, \.merges, \.botCommits, \.developers, \.developerDays)
        keep(.interest, \.interest)
        keep(.interest, \.search)
        if !parts.contains(.interestScale) {
            for coin in section.search.keys { section.search[coin]?.scale = nil }
        }
        keep(.firstClose, \.firstCloseWeek)
        keep(.supplies, \.circulatingSupply, \.totalSupply, \.maxSupply)
        keep(.spans, \.priceChanges)
        keep(.details, \.sourceFigures)
        keep(.extremes, \.highestClose, \.lowestClose)
        keep(.seeds, \.seeds)
        return section
    }
}

extension Table {
    /// A column's cells by coin id.
    func column(_ name: String) throws -> [String: Cell] {
        let index = try #require(columns.firstIndex { $0.name == name })
        let id = try #require(columns.firstIndex { $0.name == "coin_id" })
        return try Dictionary(
            uniqueKeysWithValues: rows.map { row in
                guard case .text(let coin) = row[id] else { throw NoID() }
                return (coin, row[index])
            }
        )
    }

    /// The coins' ids in the order of the rows.
    func ids() throws -> [String] {
        let id = try #require(columns.firstIndex { $0.name == "coin_id" })
        return rows.compactMap { if case .text(let coin) = $0[id] { coin } else { nil } }
    }

    struct NoID: Error {}

    /// A number of a coin; NaN where it is missing.
    func number(_ column: String, _ coin: String) throws -> Double {
        switch try self.column(column)[coin] {
        case .number(let value): value
        case .integer(let value): Double(value)
        default: .nan
        }
    }

    /// A text of a coin; nil where it is missing.
    func text(_ column: String, _ coin: String) throws -> String? {
        if case .text(let text) = try self.column(column)[coin] { text } else { nil }
    }

    /// The code of a missing value of a coin.
    func reason(_ column: String, _ coin: String) throws -> String? {
        if case .missing(let reason) = try self.column(column)[coin] { reason.code } else { nil }
    }
}
