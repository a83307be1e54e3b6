internal import CoinModel
internal import CoinPanel
internal import CoinStore
internal import CoinTables

/// The published tables of weeks, all sources beside each other.
struct PublishedWeeks {
    let reader: StoreReader
    let names: PublishedNames

    var market: PublishedTable {
        let money = "in units of the quote currency"
        let columns: [Column] = [
            .coinID, .week, .source,
            .text("quote", "The currency of the amounts, such as usd."),
            .number("close", "Newest positive price of the week, \(money)."),
            .number("market_cap", "Newest market capitalisation of the week, \(money)."),
            .number("volume", "Mean of the week's 24-hour volumes, \(money)."),
            .number("volume_median", "Median of the week's 24-hour volumes, \(money)."),
        ]
        return PublishedTable(
            name: "v_weekly_market",
            columns: columns,
            key: ["coin_id", "week_start", "source", "quote"]
        ) { take in
            let coins = names.coins
            let weeks = WeeklySources(reader: reader, entities: coins.map(\.entities))
            for quote in quotes {
                let metrics: [Metric] = [
                    .close(quote), .capitalisation(quote), .volumeMean(quote), .volumeMedian(quote),
                ]
                try weeks.visit(metrics) { row in
                    try take(cells([coins[row.thing].name, row.week.description, row.source, quote], row.values))
                }
            }
        }
    }

    /// The currencies that coins are quoted in.
    private var quotes: [String] {
        let quotes = reader.catalog.metrics.values.compactMap { metric -> String? in
            let quote = metric.unit.lowercased()
            return [.price(quote), .marketCap(quote), .volume(quote)].contains(metric) ? quote : nil
        }
        return Set(quotes).sorted()
    }

    var activity: PublishedTable {
        let counted = [
            ("commits", Metric.commits, "Commits, bots' and merges among them where the source has these."),
            ("merges", .merges, "Those of them that are merges."),
            ("bot_commits", .botCommits, "Those of them that bots made."),
            ("developers", .developers, "Distinct authors."),
            ("developer_days", .developerDays, "Distinct (author, UTC day) pairs."),
            ("agent_commits", .agentCommits, "Commits that AI agents made; missing where no week has one."),
            ("bot_merges", .botMerges, "Merges by bots or agents, in both counts; missing where none can be."),
        ]
        let name = Column.text("repository", "Its current name: owner/name, on another host with the host.")
        let columns =
            [name, .week, .source] + counted.map { Column.number($0.0, $0.2) }
        return PublishedTable(name: "v_weekly_activity", columns: columns, key: ["repository", "week_start", "source"])
        { take in
            let repositories = names.repositories
            let weeks = WeeklySources(reader: reader, entities: repositories.map(\.entities))
            try weeks.visit(counted.map(\.1)) { row in
                try take(cells([repositories[row.thing].name, row.week.description, row.source], row.values))
            }
        }
    }

    var interest: PublishedTable {
        let columns: [Column] = [
            .text("export", "The export, by the digest of its file and, in a collection, the part of it."),
            .integer("series", "Which of the export's terms it is, from 1 on."),
            .week, .source, .text("term", "The search term as written."),
            .text("region", "The region as written; empty where the export names none."),
            .text("category", "The category, and what was searched if not the web."),
            .text("spacing", "How far apart the export's rows are: hour, day, week, month or year."),
            .text("coin_id", "The coin that the term means; NULL where it means none of the list."),
            .number("value", "Search interest, 0 to 100 on its own export's scale; 0.5 stands for <1."),
            .integer(
                "pulls",
                "How many exports are samples of the same series, this one among them; copies of one count once."
            ),
        ]
        return PublishedTable(
            name: "v_weekly_interest",
            columns: columns,
            key: ["export", "series", "week_start", "source"]
        ) { take in
            let (terms, searches) = (reader.catalog.terms, try SearchSeries(reader))
            let keys = terms.map { searches.key(of: $0) }
            let pulls = Dictionary(grouping: terms.indices) { keys[$0] }
                .mapValues { Set($0.map { searches.pull(of: terms[$0]) }).count }
            var counts: [String: Int] = [:]
            let series = terms.map { term in
                counts[reader.catalog.export(of: term), default: 0] += 1
                return counts[reader.catalog.export(of: term)] ?? 1
            }
            try WeeklySources(reader: reader, entities: terms.map { [$0.entity] }).visit([.interest]) { row in
                let (stored, coin) = (terms[row.thing], names.coinsOfTerms[row.thing])
                let term = stored.term
                let start: [Cell] = [
                    .text(reader.catalog.export(of: stored)), .integer(series[row.thing]),
                    .text(row.week.description), .text(row.source), .text(term.term), .text(term.region),
                    .text(term.category), .text(term.granularity.rawValue),
                    coin.map(Cell.text) ?? .missing(.notObserved),
                ]
                let value = Cell.number(row.values[0], orMissing: .notObserved)
                try take(start + [value, .integer(pulls[keys[row.thing]] ?? 1)])
            }
        }
    }

    private func cells(_ words: [String], _ values: [Double]) -> [Cell] {
        words.map(Cell.text) + values.map { .number($0, orMissing: .notObserved) }
    }
}
