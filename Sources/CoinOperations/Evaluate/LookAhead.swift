internal import CoinModel
internal import CoinPanel
internal import CoinRanking
public import CoinTables
internal import RawInput

/// Whether past weeks are scored from nothing that came later: each week's ranking from the store, and from another one that
/// is rebuilt from the same inputs but ends with the week, have to be the same bytes.
///
/// The rebuilt stores hold nothing that could leak: whatever part of the program might look ahead, it finds nothing there.
/// A rebuild for each week takes time: O(weeks · size of the inputs).
///
/// - Throws: `OperationError` when an input is missing or changed, or the store holds less than a year.
public func testLookAhead(
    _ request: EvaluationRequest,
    in location: StoreLocation,
    of compared: String = "every column of the ranking of all coins but the calls",
    scores: (RankRequest, StoreLocation) throws -> [UInt8] = wholeRanking,
    report: @escaping DiagnosticSink,
    progress: (Int, Int) -> Void = { _, _ in }
) throws -> (table: Table, failure: OperationError?) {
    let weeks = try location.panel(for: request.ranking) { panel in
        try panel.judgedWeeks(request, upTo: panel.asOf(request.ranking))
    }
    let plan = try RebuildPlan(ofWhole: location) { _, _ in }
    let count = weeks.lowerBound.distance(to: weeks.upperBound) + 1
    var (rows, differing): ([[Cell]], [Week]) = ([], [])
    for place in 0..<count {
        let week = weeks.lowerBound.advanced(by: place)
        let then = request.ranking.at(.day(week.lastDay))
        let whole = try scores(then, location)
        let cut = try plan.withStore(until: week.lastDay, beside: location, report: report) { try scores(then, $0) }
        if whole != cut { differing.append(week) }
        let digest = contentDigest(of: whole).drop { $0 != ":" }.dropFirst().prefix(16)
        let lines = whole.count { $0 == 10 } - 1
        let verdict = whole == cut ? "same" : firstDifference(whole, cut)
        rows.append([.text(week.description), .integer(lines), .text(String(digest)), .text(verdict)])
        progress(place + 1, count)
    }
    var table = Table(title: "Does any score look ahead? (\(request.ranking.preset))", columns: columns, rows: rows)
    table.notes = [
        differing.isEmpty
            ? "No look-ahead: each of the \(count) weeks is scored alike by a store that ends with it."
            : "Look-ahead in \(differing.count) of \(count) weeks: their scores change with what came later.",
        "Compared is \(compared), as CSV.",
    ]
    guard let first = differing.first else { return (table, nil) }
    let detail =
        "scores \(differing.count) of \(count) weeks from what came later, first that of \(first); report it as a "
        + "fault of the program"
    return (table, OperationError(.checksFailed, "look-ahead", place: location.path, detail))
}

/// All coins of a ranking and every column but the calls, as CSV.
public func wholeRanking(_ request: RankRequest, _ location: StoreLocation) throws -> [UInt8] {
    var request = request.whole
    let calls = ColumnDictionary.namesOfCalls
    request.columns = ColumnDictionary.columns(quote: request.quote).map(\.name).filter { !calls.contains($0) }
        .joined(separator: ",")
    let scored = try score(request, in: location, showing: [request])
    return try OutputWriter(format: "csv").bytes(of: scored.table(for: request))
}

private let columns = [
    Column.sunday,
    Column("coins", "Coins", .integer, unit: "coins", meaning: "The coins of the ranking, with and without a rank."),
    Column("digest", "Digest", .text, meaning: "The first digits of the digest of the week's ranking from the store."),
    Column(
        "verdict",
        "Verdict",
        .text,
        meaning: "`same` where a store that ends with the week gives the same bytes, else the first other line."
    ),
]

/// The first line of one text that the other has otherwise, by its first cell.
private func firstDifference(_ whole: [UInt8], _ cut: [UInt8]) -> String {
    let (lines, others) = (whole.split(separator: 10), cut.split(separator: 10))
    let place = zip(lines, others).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    guard let place = place ?? (lines.count == others.count ? nil : min(lines.count, others.count)) else {
        return "differs"
    }
    let line = place < lines.count ? lines[place] : others[place]
    let cells = String(decoding: line, as: UTF8.self).split(separator: ",").prefix(4)
    return "differs in line \(place + 1): \(cells.joined(separator: ","))"
}
