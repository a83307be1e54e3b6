internal import CoinModel
internal import CoinTables

/// The sectors of a ranking, the tags that two of its ranked coins or more have: how many, how they do, and which are first.
struct RankingSectors {
    /// The most sectors that a page offers: its style knows no more of them.
    private static let mostSectors = 16

    private let sectors: [Sector]
    /// The numbers of each coin's sectors, from 1, by its id.
    private var numbersOfCoin: [String: [Int]] = [:]

    /// A tag with the rows that have it.
    private struct Sector {
        let tag: String
        /// The rows of ranked coins, best first.
        let ranked: [Int]
        /// How many coins have the tag.
        let listed: Int
        var view: [String: Any] = [:]
    }

    init(_ table: Table, _ columns: RankingColumns) {
        var rows: [String: [Int]] = [:]
        for row in table.rows.indices {
            for tag in columns.tags(row) { rows[tag, default: []].append(row) }
        }
        let found = rows.map { tag, rows in
            Sector(tag: tag, ranked: rows.filter { columns.whole("rank", $0) != nil }, listed: rows.count)
        }.filter { $0.ranked.count >= 2 }
        let most = found.sorted { ($1.ranked.count, $0.tag) < ($0.ranked.count, $1.tag) }.prefix(
            RankingSectors.mostSectors
        )
        sectors = most.map { sector in
            var sector = sector
            sector.view = RankingSectors.view(sector, table, columns)
            return sector
        }
        for (place, sector) in sectors.enumerated() {
            for row in rows[sector.tag] ?? [] {
                numbersOfCoin[columns.text("coin_id", row), default: []].append(place + 1)
            }
        }
    }

    /// The sectors of a coin by their numbers, separated by blanks.
    func numbers(of id: String) -> String { numbersOfCoin[id, default: []].map(String.init).joined(separator: " ") }

    /// What a template can ask.
    var view: [String: Any] {
        let views = sectors.enumerated().map { place, sector in
            sector.view.merging(["number": "\(place + 1)"]) { _, new in new }
        }
        return ["hasSectors": !sectors.isEmpty, "sectors": views]
    }

    private static func view(_ sector: Sector, _ table: Table, _ columns: RankingColumns) -> [String: Any] {
        func known(_ column: String) -> [Double] {
            sector.ranked.map { columns.number(column, $0) }.filter(\.isFinite).sorted()
        }
        let paces = known("theta_median")
        let caps = sector.ranked.map { columns.number("market_cap_" + columns.quote, $0) }
        let old = sector.ranked.count { columns.day(of: "price_" + columns.quote, $0) != nil }
        let first = sector.ranked.prefix(3).map { row -> [String: Any] in
            [
                "name": columns.text("name", row).cut(toWidth: 40),
                "page": (table.coinPages[columns.text("coin_id", row)] ?? "").unlessEmpty,
                "pace": PageNumber.fixed(columns.number("theta_median", row), 2) + "×",
            ]
        }
        let middle = paces.isEmpty ? nil : median(paces)
        let range: String =
            if let middle, let low = paces.first, let high = paces.last {
                RowPicture.ratio(middle, low: low, high: high)
            } else { "" }
        let scores = known("score_pct")
        return [
            "name": name(sector.tag), "ranked": sector.ranked.count, "listed": sector.listed,
            "pace": middle.map { PageNumber.fixed($0, 2) + "×" } ?? PageNumber.missing, "range": range,
            "up": known("p_up").count { $0 >= 0.5 },
            "score": scores.isEmpty ? PageNumber.missing : PageNumber.fixed(median(scores), 0),
            "cap": PageNumber.money(caps.filter(\.isFinite).reduce(0, +), columns.quote),
            "old": (old > 0 ? "\(old)" : "").unlessEmpty, "first": first,
        ]
    }

    /// A tag as people read it.
    static func name(_ tag: String) -> String {
        words[tag] ?? String(tag.map { $0 == "-" || $0 == "_" ? " " : $0 })
    }

    private static let words = [
        "ai": "AI", "defi": "DeFi", "dex": "exchange (DEX)",
        "dpos": "delegated proof of stake", "iot": "internet of things", "nft": "NFT", "pos": "proof of stake",
        "post": "proof of space and time", "pow": "proof of work",
    ]
}
