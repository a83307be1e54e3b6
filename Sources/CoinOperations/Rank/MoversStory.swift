internal import CoinModel
internal import CoinReports
internal import CoinTables

extension RankComparison {
    /// The coins, of those that are shown, that rose and fell most, with what caused it and whether it may be chance; those that
    /// came and those that went; of a store that had no ranking then, that there is nothing to compare with.
    func story(of ids: [String]) -> Story {
        let (then, today) = (PageNumber.day(since), PageNumber.day(now.scored.asOf))
        guard !former.isEmpty, !now.ranks.isEmpty else {
            let answer = "Nothing to compare with; the next run will have it."
            let why = former.isEmpty ? "No coin was ranked on \(then)." : "No coin is ranked on \(today)."
            return dated(Story("Movers since \(then)", answer: answer, more: why))
        }
        let changes = changes
        let moved = ids.compactMap { id in changes[id].flatMap { $0 }.map { (id: id, change: $0) } }
        let byPlaces = moved.sorted { $0.change.sum > $1.change.sum }
        let (rose, fell) = (
            byPlaces.filter { $0.change.sum > 0 }.prefix(10),
            byPlaces.reversed().filter { $0.change.sum < 0 }.prefix(10)
        )
        let outside = moved.count { isInside($0.id) == false }
        let hasBands = moved.contains { isInside($0.id) != nil }
        let changed = moved.count { $0.change.sum != 0 }
        let count =
            hasBands
            ? "\(outside) of \(counted(moved.count, "coin")) moved out of the band of today\u{2019}s rank"
            : "\(changed) of \(counted(moved.count, "coin")) changed rank"
        func listed(_ some: some Sequence<(id: String, change: RankChange)>) -> String {
            some.prefix(2).map { "\(name($0.id)) \(former[$0.id] ?? 0) → \(now.ranks[$0.id] ?? 0)" }
                .joined(separator: ", ")
        }
        let most = [("Most rose", listed(rose)), ("Most fell", listed(fell))].filter { !$0.1.isEmpty }
        let chance = outside == moved.count || !hasBands ? "" : "The others may have moved by chance. "
        var story = Story(
            "Movers since \(then)",
            answer: moved.isEmpty ? "No coin is ranked on both days." : count + ".",
            more: chance + most.map { "\($0): \($1)." }.joined(separator: " ")
        )
        let parts = RankChange.causes.enumerated().filter { place, _ in moved.contains { $0.change.parts[place] != 0 } }
        let came = "(\(former.count) ranked then, \(now.ranks.count) now)"
        story.keys = parts.map { Picture.Mark(.bars(""), $1.tone, $1.key + ($0 == 3 ? " \(came)" : "")) }
        let widest = moved.map(\.change.reach).max() ?? 1
        for (title, some) in [("Rose most", Array(rose)), ("Fell most", Array(fell))] where !some.isEmpty {
            story.blocks.append(.table(table(title, some, "\(then) → \(today)", upTo: Double(max(1, widest)))))
        }
        if !parts.contains(where: { $0.offset < 2 }), !moved.isEmpty {
            story.blocks.append(.note("Neither method nor corrected figures moved a coin. \(notes[0])"))
        }
        let new = ids.filter { former[$0] == nil }.sorted { now.ranks[$0] ?? 0 < now.ranks[$1] ?? 0 }
        let gone = ids.filter { now.ranks[$0] == nil }.sorted { former[$0] ?? 0 < former[$1] ?? 0 }
        if !new.isEmpty {
            story.blocks.append(.names("Ranked now, not then", new.map { cell($0, "(\(now.ranks[$0] ?? 0))") }))
        }
        if !gone.isEmpty {
            let cells = gone.map { id in cell(id, "(\(former[id] ?? 0); \(departure(of: id)))") }
            story.blocks.append(.names("Ranked then, not now", cells))
        }
        return dated(story)
    }

    private func dated(_ story: Story) -> Story {
        var story = story
        story.asOf = now.scored.asOf
        return story
    }

    private func table(_ title: String, _ moved: [(id: String, change: RankChange)], _ days: String, upTo most: Double)
        -> StoryTable
    {
        let heads: [StoryHead] = [
            .text("Coin"), .number("Rank", days), .number("Places"), .text("By what", "left worse, right better"),
            .text("In words", isExtra: true), .text("Against its band", isExtra: true),
        ]
        let rows = moved.map { id, change -> [StoryCell] in
            let parts = zip(change.parts, RankChange.causes).filter { $0.0 != 0 }
            let ranks = "\(former[id] ?? 0) → \(now.ranks[id] ?? 0)"
            return [
                cell(id, now.text(id, "symbol")), StoryCell(ranks),
                StoryCell(PageNumber.places(change.sum), isStrong: true),
                .drawn(.parts(parts.map { (Double($0), $1.tone) }, most: most)),
                StoryCell(parts.map { "\($1.word) \(PageNumber.places($0))" }.joined(separator: ", ")),
                StoryCell(band(id)),
            ]
        }
        return StoryTable(title, heads, rows).leavingOutEmptyColumns(isNamed: false)
    }

    /// Whether the earlier rank is in the band of the present one; nil without a band.
    private func isInside(_ id: String) -> Bool? {
        guard let rank = former[id].map(Double.init), let low = now.number(id, "rank_low"),
            let high = now.number(id, "rank_high")
        else { return nil }
        return low <= rank && rank <= high
    }

    private func band(_ id: String) -> String {
        guard let isInside = isInside(id) else { return "" }
        let band = [now.number(id, "rank_low"), now.number(id, "rank_high")].compactMap { $0 }
        let ends = band.map { PageNumber.fixed($0, 0) }.joined(separator: "–")
        return isInside ? "inside its band: may be chance" : "outside its band of \(ends)"
    }

    private func name(_ id: String) -> String {
        NamedRows.named((now.rows[id] == nil ? revised : now).text(id, "name"), id)
    }

    private func cell(_ id: String, _ aside: String) -> StoryCell { StoryCell(name(id), aside, coin: id) }
}

extension RankChange {
    /// What the parts are called and drawn in, in their order.
    static let causes: [(word: String, key: String, tone: Picture.Tone)] = [
        ("the method", "by weights, options or rules", .volume),
        ("corrected figures", "by earlier figures that came late or were corrected", .search),
        ("its figures", "by its own figures", .development), ("others", "by coins that came and went", .excluded),
    ]

    /// How far its parts reach to either side of zero.
    fileprivate var reach: Int { max(parts.reduce(0) { $0 + max(0, $1) }, -parts.reduce(0) { $0 + min(0, $1) }) }
}
