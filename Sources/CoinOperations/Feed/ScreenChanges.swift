internal import CoinModel
internal import CoinTables

/// Which coins entered and left screens since the moment of a comparison, each screen by its own preset and by what the comparison
/// knows of then.
///
/// Of screens of one preset a ranking is computed once for each of the two moments. All coins of a screen count, wherever they rank.
///
/// - Throws: an error when an order or filter does not read, or the store cannot be read.
func screenEntries(
    _ request: FeedRequest,
    _ comparison: RankComparison,
    in location: StoreLocation
) throws -> [FeedEntry] {
    let asOf = comparison.now.scored.asOf
    let before = try members(of: request.screens, at: request.since, comparison.known.scored.request.known, location)
    let after = try members(of: request.screens, at: asOf, request.ranking.known, location)
    return request.screens.flatMap { screen -> [FeedEntry] in
        let sides = [before, after].map { $0[screen.name] ?? [] }
        func entries(_ coins: Set<String>, _ what: String) -> [FeedEntry] {
            coins.filter { request.ranking.coins?.contains($0) ?? true }
                .map { FeedEntry(.screen, $0, at: asOf, "\(what) the screen \(screen.name)") }
        }
        return entries(sides[1].subtracting(sides[0]), "entered") + entries(sides[0].subtracting(sides[1]), "left")
    }
}

/// The coins of each screen as of a moment, by its name.
private func members(
    of screens: [ScreenQuestion],
    at asOf: AsOf,
    _ known: AsOf?,
    _ location: StoreLocation
) throws -> [String: Set<String>] {
    var members: [String: Set<String>] = [:]
    for (_, screens) in Dictionary(grouping: screens, by: \.request.preset).sorted(by: { $0.key < $1.key }) {
        let asked = screens.map { screen in
            var asked = screen.request.at(asOf)
            (asked.known, asked.columns, asked.form, asked.mayBeEmpty) = (known, "coin_id", .rows, true)
            return asked
        }
        guard let first = asked.first else { continue }
        let scored = try score(first, in: location, showing: asked)
        for (screen, asked) in zip(screens, asked) {
            members[screen.name] = Set(try scored.table(for: asked).rows.compactMap { $0.first?.text })
        }
    }
    return members
}
