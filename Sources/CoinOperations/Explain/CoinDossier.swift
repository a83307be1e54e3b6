public import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinStore
public import CoinTables

/// What is known of one coin: its weeks side by side, or every stored fact.
public enum DossierView: Sendable {
    /// The newest complete weeks: commits, developers, close, volume, capitalisation, interest.
    case weeks(Int)
    /// Every fact with its source, as loaded.
    case facts
}

/// The weeks or facts of one coin, newest first; `words` are its id, or a symbol or name that only it bears.
///
/// - Throws: `OperationError` when no coin or several fit.
public func coinDossier(
    _ words: String,
    _ view: DossierView,
    asOf given: AsOf?,
    known: AsOf? = nil,
    quote: String,
    in location: StoreLocation
) throws -> Table {
    try location.open(.read).reading(known: known) { reader in
        let panel = Panel(reader, quote: quote)
        let index = try oneCoin(words, panel.resolution.universe)
        var request = RankRequest(asOf: given, quote: quote)
        request.asOf = try asOf(of: request, reader)
        let section = try panel.wholeSection(at: request.asOf ?? .day(Day(index: 0)))
        var table =
            switch view {
            case .weeks(let count): weeks(of: index, section, count)
            case .facts: try facts(of: index, upTo: given, section, panel, reader)
            }
        if case .weeks = view { table.notes += InterestNotes(reader, panel.resolution).notes(of: index, section) }
        let digest = SectionDigest(section, .all).text(of: .all)
        table.notes.append(Provenance(asOf: section.asOf, known: known, section: digest).note)
        return table
    }
}

private func weeks(of coin: Int, _ section: CrossSection, _ count: Int) -> Table {
    let repositories = section.repositoriesOfCoin[coin]
    func sum(_ matrix: WeeklyMatrix, _ ago: Int) -> Double {
        repositories.reduce(Double.nan) { total, repository in
            let value = matrix[repository, ago]
            return value.isNaN ? total : total.isNaN ? value : total + value
        }
    }
    let unobserved = MissingReason("not-observed", "No loaded input observed this in that week.")
    let quote = section.quote.uppercased()
    let columns: [(Column, (Int) -> Double)] = [
        (
            Column(
                "commits",
                "Commits",
                .number,
                unit: "commits",
                meaning: "Commits of the coin's repositories."
            ),
            { sum(section.commits, $0) }
        ),
        (
            Column(
                "developers",
                "Developers",
                .number,
                unit: "developers",
                meaning: "Distinct authors, added up over the repositories."
            ), { sum(section.developers, $0) }
        ),
        (
            Column(
                "close_\(section.quote)",
                "Close",
                .number,
                unit: quote,
                display: .money,
                meaning: "Newest positive price of the week."
            ), { section.close[coin, $0] }
        ),
        (
            Column(
                "volume_\(section.quote)",
                "Volume",
                .number,
                unit: quote,
                display: .money,
                meaning: "Mean of the week's 24-hour volumes."
            ), { section.volumeMean[coin, $0] }
        ),
        (
            Column(
                "market_cap_\(section.quote)",
                "Market cap",
                .number,
                unit: quote,
                display: .money,
                meaning: "Newest market capitalisation of the week."
            ), { section.capitalisation[coin, $0] }
        ),
        (
            Column(
                "interest",
                "Interest",
                .number,
                unit: "index",
                meaning: "Search interest on its own export's 0–100 scale; ½ stands for `<1`."
            ),
            { section.interest[coin, $0] }
        ),
    ]
    let week = Column("week", "Week", .text, meaning: "The Sunday on which the week begins, UTC.")
    let rows = (0..<min(count, CrossSection.weeks)).map { ago -> [Cell] in
        [.text(section.asOf.lastCompleteWeek.advanced(by: -ago).description)]
            + columns.map { .number($0.1(ago), orMissing: unobserved) }
    }
    let profile = section.coins[coin]
    var notes = ["As of \(section.asOf). Market: \(section.marketSource[coin] ?? "nothing loaded")."]
    notes.append(
        profile.repositories.isEmpty
            ? "No repository is listed for it, so developer activity cannot be measured."
            : "Repositories: "
                + repositories.map { row in
                    let history = section.repositories[row]
                    return "\(history.name) (\(history.source ?? "nothing loaded"))"
                }.joined(separator: ", ") + "."
    )
    return Table(
        title: "\(profile.name) (\(profile.symbol), \(profile.id))",
        columns: [week] + columns.map(\.0),
        rows: rows,
        notes: notes
    )
}

private func facts(
    of coin: Int,
    upTo asOf: AsOf?,
    _ section: CrossSection,
    _ panel: Panel,
    _ reader: StoreReader
) throws -> Table {
    let columns = [
        Column("source", "Source", .text, meaning: "The source whose series it is."),
        Column("subject", "Subject", .text, meaning: "The coin, repository or search term, as the source names it."),
        Column("metric", "Metric", .text, meaning: "What was measured."),
        Column("time", "Time", .text, meaning: "The moment, the day, or the Sunday of the week."),
        Column("value", "Value", .number, meaning: "The value, in the metric's unit."),
        Column("unit", "Unit", .text, meaning: "The unit of the value."),
    ]
    let keys = Set(section.coins[coin].repositories.map(\.key))
    let terms = Dictionary(
        uniqueKeysWithValues: zip(reader.catalog.terms, panel.resolution.coinsOfTerms).map { ($0.entity, ($0, $1)) }
    )
    let mine = reader.catalog.entities.filter { entity in
        switch entity.kind {
        case .coin: panel.resolution.coinOfEntity[Int(entity.id)] == Int32(coin)
        case .repository: keys.contains(entity.key)
        case .term: terms[entity.id]?.1?.coin == coin
        }
    }
    var rows: [[Cell]] = []
    for entity in mine {
        let subject = terms[entity.id]?.0.term.term ?? entity.name ?? entity.key
        for series in try reader.series(of: entity.id) {
            for (time, value) in zip(series.times, series.values).reversed()
            where asOf.map({ series.resolution.instant(of: time) <= $0.limit }) ?? true {
                let when: String =
                    switch series.resolution {
                    case .snapshot: Instant(milliseconds: time).description
                    case .day: Day(index: Int32(time)).description
                    case .week: Week(index: Int32(time)).description
                    }
                rows.append([
                    .text(series.source), .text(subject), .text(series.metric.name), .text(when), .number(value),
                    .text(series.metric.unit),
                ])
            }
        }
    }
    return Table(title: "Facts of \(section.coins[coin].id)", columns: columns, rows: rows)
}
