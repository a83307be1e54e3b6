internal import CoinModel
internal import CoinTables

/// The sectors of a ranking, the tags that two of its ranked coins or more have: how many, how they do, and which are first.
struct RankingSectors {
    /// The most sectors that a page offers: its style knows no more of them.
    private static let mostSectors = 16

    /// What a template can ask of each.
    let views: [[String: Any]]
    /// The numbers of each coin's sectors, from 1, by its id.
    private var numbersOfCoin: [String: [Int]] = [:]

    init(_ table: Table, _ columns: RankingColumns) {
        let groups = TagGroup.all(of: table).filter { $0.ranked.count >= 2 }.prefix(RankingSectors.mostSectors)
        views = groups.enumerated().map { RankingSectors.view($1, number: $0 + 1, table, columns) }
        for (place, group) in groups.enumerated() {
            for row in group.rows { numbersOfCoin[columns.text("coin_id", row), default: []].append(place + 1) }
        }
    }

    /// The sectors of a coin by their numbers, separated by blanks.
    func numbers(of id: String) -> String { numbersOfCoin[id, default: []].map(String.init).joined(separator: " ") }

    private static func view(_ sector: TagGroup, number: Int, _ table: Table, _ columns: RankingColumns)
        -> [String: Any]
    {
        let paces = sector.numbers("theta_median").sorted()
        let old = sector.ranked.count { columns.day(of: "price_" + columns.quote, $0) != nil }
        let first = sector.ranked.prefix(3).map { row -> [String: Any] in
            [
                "name": columns.text("name", row).cut(toWidth: 40),
                "page": table.coinPages[columns.text("coin_id", row)] ?? "",
                "pace": PageNumber.fixed(columns.number("theta_median", row), 2) + "×",
            ]
        }
        let (pace, score) = (sector.median("theta_median"), sector.median("score_pct"))
        let range: String =
            if let low = paces.first, let high = paces.last { RowPicture.ratio(pace, low: low, high: high) } else { "" }
        return [
            "number": number, "name": name(sector.tag), "ranked": sector.ranked.count, "listed": sector.rows.count,
            "pace": pace.isNaN ? PageNumber.missing : PageNumber.fixed(pace, 2) + "×", "range": range,
            "up": sector.rising, "score": score.isNaN ? PageNumber.missing : PageNumber.fixed(score, 0),
            "cap": PageNumber.money(sector.numbers("market_cap_" + columns.quote).reduce(0, +), columns.quote),
            "old": old > 0 ? "\(old)" : "", "first": first,
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
