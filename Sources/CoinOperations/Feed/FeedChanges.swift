internal import CoinModel
internal import CoinTables

/// What two rankings have otherwise, as far as a request asks for it.
struct FeedChanges {
    private let request: FeedRequest
    private let comparison: RankComparison
    private let now: AsOf
    /// The coins whose units seem to have been exchanged: their prices and supplies are of different units.
    private let exchanged: Set<String>
    private let screens: [ScreenSides]

    /// - Throws: an error when the condition of a screen does not read.
    init(_ request: FeedRequest, _ comparison: RankComparison) throws {
        (self.request, self.comparison) = (request, comparison)
        now = comparison.now.scored.asOf
        screens = try request.comparedScreens.flatMap { screen, condition in
            try MembershipChange.allCases.map { change in
                let condition = change.condition(of: condition)
                let sides = try [comparison.known, comparison.now].map { try ConditionTruth(condition, of: $0.table) }
                return ScreenSides(screen: screen, change: change, before: sides[0], after: sides[1])
            }
        }
        exchanged = Set(request.others.filter { $0.kind == .redenominated && request.isNew($0) }.map(\.coin))
    }

    /// Whether the changes of a coin's measures are listed.
    func isListed(_ id: String) -> Bool {
        if let coins = request.ranking.coins { return coins.contains(id) }
        guard let top = request.top else { return true }
        return [comparison.now.ranks[id], comparison.former[id]].contains { $0.map { $0 <= top } ?? false }
    }

    /// The changes of all coins that are listed.
    var entries: [FeedEntry] {
        let moves = comparison.changes
        return Set(comparison.now.rows.keys).union(moves.keys).filter(isListed).flatMap { id in
            let measured = [standing(id), call(id), state(id), price(id), supply(id)].compactMap(\.self)
            return (moves[id].map { [rank(id, $0)].compactMap(\.self) } ?? []) + membership(id) + measured
        }
    }

    /// That a coin came, went, or gained or lost places.
    private func rank(_ id: String, _ parts: RankChange?) -> FeedEntry? {
        let (before, after) = (comparison.former[id], comparison.now.ranks[id])
        let kind: FeedEntry.Kind
        let what: String
        switch (before, after) {
        case (nil, let place?):
            let obstacle = comparison.obstacle(id, comparison.revised)
            (kind, what) = (.new, "ranked \(place), had no rank before" + (obstacle.isEmpty ? "" : ": \(obstacle)"))
        case (let place?, nil):
            let why = comparison.departure(of: id)
            (kind, what) = (.gone, "no longer ranked, was \(place)" + (why.isEmpty ? "" : ": \(why)"))
        case (let former?, let place?):
            guard let parts, abs(parts.sum) >= request.places else { return nil }
            let way = "\(parts.sum > 0 ? "rose" : "fell") \(counted(abs(parts.sum), "place"))"
            (kind, what) = (.rank, "\(way), from \(former) to \(place): \(parts.causes(signal(id, parts)))")
        case (nil, nil): return nil
        }
        var entry = FeedEntry(kind, id, at: now, what)
        (entry.from, entry.to) = (before.map(String.init), after.map(String.init))
        entry.change = parts.map { Double($0.sum) }
        return entry
    }

    /// The signal that moved a coin most the way its data did; nil where none did, or what it added is not known.
    private func signal(_ id: String, _ parts: RankChange) -> String? {
        let changes = signals(of: request.ranking).compactMap { signal -> (name: String, gain: Double)? in
            let sides = [comparison.revised, comparison.now].map { $0.number(id, contributionColumn(signal)) }
            guard let before = sides[0], let after = sides[1] else { return nil }
            return (signal, (after - before) * Double(parts.data))
        }
        return changes.max { $0.gain < $1.gain }.flatMap { $0.gain > 0 ? $0.name : nil }
    }

    /// That a coin came to the short list or left it.
    private func standing(_ id: String) -> FeedEntry? {
        let stands = [comparison.known, comparison.now].map { side in
            RowStanding { side.cell(id, $0) } == .standsOut
        }
        guard stands[0] != stands[1] else { return nil }
        return FeedEntry(.short, id, at: now, stands[1] ? "stands out, did not before" : "no longer stands out")
    }

    /// That evidence supports another call; where a side was not evaluated nothing changed.
    private func call(_ id: String) -> FeedEntry? {
        // What was evaluated since counts for both: another day of evaluation is no other call.
        let sides = [comparison.revised, comparison.now]
        guard !sides.contains(where: { $0.text(id, "call_reason") == "not-evaluated" }) else { return nil }
        return change(.call, id, sides.map { $0.text(id, "call") }, "call")
    }

    /// That a coin entered or left screens.
    private func membership(_ id: String) -> [FeedEntry] {
        guard !exchanged.contains(id), let row = comparison.now.rows[id] else { return [] }
        return screens.filter { $0.happened(from: comparison.known.rows[id], to: row) }.map { sides in
            let (name, isIn) = (sides.screen.name, sides.change == .enters)
            let what = "\(isIn ? "entered" : "left") the screen \(name): \(sides.screen.question)"
            var entry = FeedEntry(.screen, id, at: now, what)
            (entry.from, entry.to) = isIn ? (nil, name) : (name, nil)
            return entry
        }
    }

    private func state(_ id: String) -> FeedEntry? {
        change(.state, id, [comparison.known, comparison.now].map { $0.text(id, "state") })
    }

    /// That a word became another one, with what it is of where it does not say it.
    private func change(_ kind: FeedEntry.Kind, _ id: String, _ words: [String], _ of: String = "") -> FeedEntry? {
        guard words[0] != words[1], !words.contains("") else { return nil }
        let name = of.isEmpty ? "" : of + " "
        var entry = FeedEntry(kind, id, at: now, "\(name)became \(words[1]), was \(words[0])")
        (entry.from, entry.to) = (words[0], words[1])
        return entry
    }

    private func price(_ id: String) -> FeedEntry? {
        func dated(_ side: RankedCoins, at asOf: AsOf) -> String {
            guard let day = Day(side.text(id, "price_time").prefix(10)) else { return "" }
            return day.distance(to: asOf.limit.day) >= Table.datedFrom ? " (\(day))" : ""
        }
        let unit = request.ranking.quote.uppercased() + dated(comparison.now, at: now)
        let before = dated(comparison.known, at: request.since)
        return jump(.price, id, "price_\(request.ranking.quote)", "price", unit, before, by: request.priceChange)
    }

    private func supply(_ id: String) -> FeedEntry? {
        jump(.supply, id, "circulating_supply", "circulating supply", "coins", by: request.supplyChange)
    }

    /// A number that changed by so many percent or more; `aside` stands behind what it was.
    private func jump(
        _ kind: FeedEntry.Kind,
        _ id: String,
        _ column: String,
        _ name: String,
        _ unit: String,
        _ aside: String = "",
        by least: Double
    ) -> FeedEntry? {
        guard let before = comparison.known.number(id, column), let after = comparison.now.number(id, column),
            before > 0, !exchanged.contains(id)
        else { return nil }
        let change = 100 * (after / before - 1)
        guard abs(change) >= least, change.isFinite else { return nil }
        let percent = shortest((abs(change) * 10).rounded() / 10)
        let (way, span) = (
            change > 0 ? "rose" : "fell", "from \(shortest(before))\(aside) to \(shortest(after)) \(unit)"
        )
        var entry = FeedEntry(kind, id, at: now, "\(name) \(way) by \(percent) % \(span)")
        (entry.from, entry.to, entry.change) = (exact(before), exact(after), change)
        return entry
    }
}

/// A screen's entering or leaving on both sides of a comparison.
private struct ScreenSides {
    let screen: ScreenRequest
    let change: MembershipChange
    let before: ConditionTruth
    let after: ConditionTruth

    /// Whether it happened to a coin whose row was one, nil for none, and is another one now.
    func happened(from former: [Cell]?, to row: [Cell]) -> Bool {
        guard after.value(of: row) == true else { return false }
        return former.map { before.value(of: $0) == false } ?? change.countsNewCoins
    }
}

/// A number with all its digits, a whole one without a point.
func exact(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

extension RankChange {
    /// What moved a coin, the largest part first, with its sign.
    fileprivate func causes(_ signal: String?) -> String {
        let mostly = signal.map { " (mostly \($0))" } ?? ""
        let named = [("data", data), ("other coins", universe), ("revisions", revisions), ("method", method)]
        let parts = named.filter { $0.1 != 0 }.sorted { abs($0.1) > abs($1.1) }
        return parts.map { name, places in
            "\(name) \(places > 0 ? "+" : "−")\(abs(places))\(name == "data" ? mostly : "")"
        }.joined(separator: ", ")
    }
}
