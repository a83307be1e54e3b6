internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinStore
public import CoinTables

/// What is shown of one coin: its weeks side by side, or every stored fact.
public enum DossierView: Sendable {
    /// The newest complete weeks: commits, developers, close, volume, capitalisation, interest.
    case weeks(Int)
    /// Every fact with its source, as loaded.
    case facts
    /// What sources say of it beside facts: ranks, extremes, descriptions and the like.
    case details
    /// Its newest hours.
    case hours(HourSpan)
}

/// The weeks or facts of one coin, newest first; `words` are its id, or a symbol or name that only it bears.
///
/// - Throws: `OperationError` when no coin or several fit.
public func coinDossier(
    _ words: String,
    _ view: DossierView,
    _ request: RankRequest,
    in location: StoreLocation
) throws -> Table {
    try location.panel(for: request) { panel in
        let index = try oneCoin(words, panel.resolution(at: request.asOf).universe)
        let section = try panel.wholeSection(at: panel.asOf(request))
        var table =
            switch view {
            case .weeks(let count): weeks(of: index, section, count)
            case .facts: try facts(of: index, upTo: request.asOf, section, panel)
            case .details: try details(of: index, upTo: request.asOf, section, panel).table
            case .hours(let span): try CoinHours(of: index, span, upTo: request.asOf, section, panel).table
            }
        if case .weeks = view {
            table.notes += interestNotes(of: index, section, panel)
            table.notes += [try details(of: index, upTo: request.asOf, section, panel).note].compactMap(\.self)
            table.notes += section.migrationNotes(of: index)
            table.notes += [section.derivativeNote(of: index)].compactMap(\.self)
        }
        let shown = CoinWeeks.parts.subtracting(.marketSource)
        table.notes.append(try Provenance(section, of: request, beside: shown).note)
        return table
    }
}

/// What was said up to a moment that was asked for; else all, for a detail is mostly asked for after the newest list.
private func details(of coin: Int, upTo asOf: AsOf?, _ section: CrossSection, _ panel: Panel) throws -> CoinDetails {
    CoinDetails(section: section, coin: coin, details: try panel.details(of: coin, upTo: asOf))
}

private func weeks(of coin: Int, _ section: CrossSection, _ count: Int) -> Table {
    let all = CoinWeeks(section)
    let developers: CoinWeeks.Series = all.areDevelopersSummed(of: coin) ? .mostDevelopers : .developers
    let series: [CoinWeeks.Series] = [
        .commits, .people, developers, .developerDays, .close, .volume, .capitalisation, .interest,
    ]
    let rows = all.cells(series, of: coin).prefix(min(count, CrossSection.weeks)).enumerated().map { weeksBack, cells in
        [.text(section.asOf.lastCompleteWeek.advanced(by: -weeksBack).description)] + cells
    }
    let profile = section.coins[coin]
    let repositories = zip(section.repositoriesOfCoin[coin], section.rolesOfCoin[coin]).map { row, role in
        let words = [section.repositories[row].source ?? "nothing loaded"] + role.words
        return "\(section.repositories[row].name) (\(words.joined(separator: ", ")))"
    }
    let market = section.price[coin] == nil ? "nothing loaded" : "no complete week, but a price of the running one"
    let notes =
        [
            "As of \(section.asOf). Market: \(section.marketSource[coin] ?? market).",
            profile.repositories.isEmpty
                ? "No repository is listed for it, so developer activity cannot be measured."
                : "Repositories: " + repositories.joined(separator: ", ") + ".",
        ] + all.boundNotes(of: coin, Set(series), in: 0..<min(count, CrossSection.weeks))
        + [section.currencyNote].compactMap { $0 }
    let columns = [Column.sunday] + series.map { CoinWeeks.column($0, quote: section.shownQuote) }
    return Table(title: profile.title, columns: columns, rows: rows, notes: notes)
}

private func facts(of coin: Int, upTo asOf: AsOf?, _ section: CrossSection, _ panel: Panel) throws -> Table {
    let columns = [
        Column("source", "Source", .text, meaning: "The source whose series it is."),
        Column("subject", "Subject", .text, meaning: "The coin, repository or search term, as the source names it."),
        Column("metric", "Metric", .text, meaning: "What was measured."),
        Column("time", "Time", .text, meaning: "The moment, the day, or the Sunday of the week."),
        Column("value", "Value", .number, meaning: "The value, in the metric's unit."),
        Column("unit", "Unit", .text, meaning: "The unit of the value."),
    ]
    let (reader, resolution) = (panel.reader, panel.resolution(at: section.asOf))
    let renames = RepositoryNames(reader.catalog.renames)
    let keys = Set(section.coins[coin].repositories.flatMap { renames.all(of: $0.key) })
    let matched = zip(reader.catalog.terms, resolution.coinsOfTerms)
    let terms = Dictionary(firstOf: matched.map { ($0.entity, ($0.term.term, $1)) })
    let protocols = try panel.protocols(of: coin, at: section.asOf)
    let entities = reader.catalog.entities.filter { entity in
        switch entity.kind {
        case .coin: resolution.coinOfEntity[Int(entity.id)] == Int32(coin)
        case .repository: keys.contains(entity.key)
        case .term: terms[entity.id]?.1?.coin == coin
        case .protocol: protocols.contains(entity.id)
        case .currency, .market: false
        }
    }
    var table = Table(title: "Facts of \(section.coins[coin].id)", columns: columns, rows: [])
    for entity in entities {
        let subject = terms[entity.id]?.0 ?? entity.name ?? entity.key
        for series in try reader.series(of: entity.id) {
            for (time, value) in zip(series.times, series.values).reversed()
            where asOf.map({ series.resolution.instant(of: time) <= $0.limit }) ?? true {
                let when =
                    switch series.resolution {
                    case .snapshot: Instant(milliseconds: time).description
                    case .day: Day(index: Int32(time)).description
                    case .week: Week(index: Int32(time)).description
                    }
                let texts = [series.source, subject, series.metric.name, when].map(Cell.text)
                table.rows.append(texts + [.number(value), .text(series.metric.unit)])
                table.rowDisplays.append(series.metric.display)
            }
        }
    }
    return table
}

extension Metric {
    /// Amounts as money, counts whole, the rest to the digits that matter.
    fileprivate var display: Column.Display {
        switch unit {
        case Metric.commits.unit, Metric.developers.unit, Metric.developerDays.unit, Metric.weeksWithoutRow.unit:
            .fixed(0)
        case Metric.interest.unit: .fixed(1)
        case Metric.bitcoinShare.unit: .fixed(3)
        default: .money
        }
    }
}

/// Where a coin's search interest comes from: the term that was read with its files and scale, its last week where that may
/// be partial, and the further terms that were not read; none without any.
private func interestNotes(of coin: Int, _ section: CrossSection, _ panel: Panel) -> [String] {
    let catalog = panel.reader.catalog
    let coins = panel.resolution(at: section.asOf).coinsOfTerms
    let columns = zip(catalog.terms, coins).filter { $1?.coin == coin }.map(\.0)
    guard let search = section.search[coin] else { return [] }
    let (series, export) = (search.term, search.export)
    let pulls = search.pulls.isEmpty ? [export] : search.pulls.map(\.export)
    let files = pulls.map { export in
        let stem = columns.first { $0.term.search == series.search && catalog.export(of: $0) == export }?.stem ?? ""
        return "`\(stem)` (\(SearchScale.name(ofExport: export)))"
    }
    let origin = pulls.count == 1 ? "from the export" : "the median of \(pulls.count) pulls, from the exports"
    let further = Set(columns.map(\.term.term)).subtracting([series.term]).sorted()
    var scale = "on its own scale"
    if let shared = search.scale {
        let factors = [shared.factor, shared.low, shared.high].map(fourDecimals)
        scale =
            shared.root == export
            ? "whose scale others are brought onto"
            : "times \(factors[0]) (\(factors[1]) to \(factors[2])) on the scale of \(shared.name)"
    }
    var notes = [
        "Search term `\(series.term)`\(series.region.isEmpty ? "" : " in \(series.region)"), by \(series.granularity), "
            + "\(origin) \(listed(files)), \(scale)\(section.partialWeekNote(of: coin))."
    ]
    if !further.isEmpty {
        notes.append("Further search terms, not added: \(further.map { "`\($0)`" }.joined(separator: ", ")).")
    }
    return notes
}

extension CrossSection {
    /// That the last week of a coin's search interest may be partial, where that week is shown; empty else.
    func partialWeekNote(of coin: Int) -> String {
        guard let series = search[coin]?.term, series.granularity.makesWeeks else { return "" }
        let last = series.window.upperBound
        return last <= asOf.lastCompleteWeek ? "; its last week, \(last), may be partial" : ""
    }
}

private func fourDecimals(_ factor: Double) -> String {
    let parts = Int(min((factor * 10_000).rounded(), 1e15))
    return "\(parts / 10_000)." + "\(10_000 + parts % 10_000)".dropFirst()
}
