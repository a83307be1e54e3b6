internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinStore
public import CoinTables

/// Two coins or more side by side: a row for each column of the ranking, a column for each coin.
///
/// - Throws: `OperationError` when a name fits no coin or several, or a coin is named twice.
public func compare(_ words: [String], _ request: RankRequest, in location: StoreLocation) throws -> Table {
    let universe = try location.open(.read).reading(known: request.known) { EntityResolution($0.catalog).universe }
    let ids = try words.map { universe.coins[try oneCoin($0, universe)].id }
    for (place, id) in ids.enumerated() where ids[..<place].contains(id) {
        throw OperationError(.usage, "same-coin", place: words[place], "is \(id), which was named before")
    }
    return try compare(ids: ids, request, in: location)
}

/// A coin and so many of those that are nearest to it (`CoinPeers`) side by side: first rows that say why they are near, then
/// those of `compare`.
///
/// - Throws: `OperationError` when the word fits no coin or several, or no other coin can be compared with it.
public func compare(
    similarTo word: String,
    top count: Int,
    _ request: RankRequest,
    in location: StoreLocation
) throws -> Table {
    let reasons = try location.panel(for: request) { panel in
        let section = try panel.wholeSection(at: panel.asOf(request), CoinPeers.parts, needsRates: false)
        let universe = panel.resolution(at: nil).universe
        let id = universe.coins[try oneCoin(word, universe)].id
        guard let row = section.coins.firstIndex(where: { $0.id == id }) else { throw unknownCoin(id, universe) }
        let peers = CoinPeers(of: row, in: section, request.options)
        return try PeerReasons(peers, top: count, of: word, among: section.coins.count)
    }
    var compared = try compare(ids: reasons.ids, request, in: location)
    compared.lead = reasons.lead
    compared.rows = reasons.rows + compared.rows
    compared.rowDisplays = reasons.displays + compared.rowDisplays
    compared.asides = compared.asides.mapValues { reasons.displays.map { _ in "" } + $0 }
    compared.notes = reasons.notes + compared.notes
    compared.story = compared.story.map(reasons.story)
    return compared
}

private func compare(ids: [String], _ request: RankRequest, in location: StoreLocation) throws -> Table {
    // What is compared are the columns for rows, whatever it is written for.
    var wanted = request
    wanted.form = .rows
    let scored = try score(wanted, in: location, showing: [wanted], storing: true)
    let place = scored.table.place(of: "coin_id") ?? 0
    let rows = ids.compactMap { id in scored.table.rows.firstIndex { $0[place] == .text(id) } }
    var whole = wanted.whole
    whole.columns = request.columns
    let table = try scored.table(for: whole)
    let sides = ids.map { Column($0, $0, .number, meaning: "The value of \($0).") }
    var compared = Table(
        title: ids.joined(separator: ", ") + " in \(request.preset)",
        columns: [metric, unit] + sides + [ids.count == 2 ? difference : spread],
        rows: table.columns.enumerated().map { place, column in
            let cells = rows.map { table.rows[$0][place] }
            return [.text(column.name), .text(column.unit)] + cells + [span(cells)]
        },
        notes: table.notes
    )
    for (place, id) in zip(rows, ids) {
        compared.asides[id] = table.columns.map { table.asides[$0.name]?[place] ?? "" }
    }
    compared.rowDisplays = table.columns.map { $0.type == .integer ? .fixed(0) : $0.display }
    if request.isStory {
        compared.story = try location.panel(for: request) { try CompareStory(ids, request, $0).story }
        compared.frame.credits = try Freshness.credits(of: request, in: location)
    }
    return compared
}

private let meaning =
    "The column of rankings; `assay explain` says what it is. The nearest coins have why they are near before."
private let metric = Column("column", "Column", .text, meaning: meaning)
private let unit = Column("unit", "Unit", .text, meaning: "The unit of its values.")
private let difference = Column("difference", "Difference", .number, meaning: "The second value less the first.")
private let spread = Column("spread", "Spread", .number, meaning: "The largest value less the smallest.")

/// How far two numbers lie apart with their sign, or more of them without; missing where one is, or is not a number.
private func span(_ cells: [Cell]) -> Cell {
    let numbers = cells.compactMap(\.value)
    guard numbers.count == cells.count, let low = numbers.min(), let high = numbers.max() else {
        return .missing(.notComparable)
    }
    return .number(numbers.count == 2 ? numbers[1] - numbers[0] : high - low)
}
