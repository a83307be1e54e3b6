internal import CoinModel
internal import CoinReports
internal import CoinTables

/// An entry of a digest, and where it is shown.
struct DigestItem {
    /// The heading that it stands under.
    let section: String
    let entry: FeedEntry
    /// The coin, as far as it is listed.
    let coin: Coin?

    /// The sections in the order of their importance, behind the coins that are watched, and what stands in each.
    private static let sections: [(title: String, kinds: [FeedEntry.Kind])] = [
        ("Alerts", [.alert]), ("Short list", [.short]), ("Ranks", [.rank]), ("Calls", [.call]), ("States", [.state]),
        ("Prices and supplies", [.price, .supply]),
        ("New and gone", [.new, .gone, .listed, .left, .redenominated, .migrated]), ("Screens", [.screen]),
        ("Repositories", [.appeared, .resumed, .inactive]), ("Sources", [.failed, .list]), (outOfDate, [.stale]),
    ]

    /// The section of figures that are out of date, which is the last.
    static let outOfDate = "Out of date"

    /// Entries in the order of a digest: by section, larger changes first, the others as in a feed.
    static func ordered(_ entries: [(entry: FeedEntry, coin: Coin?)], watched: ChosenCoins?) -> [DigestItem] {
        let keyed = entries.enumerated().map { place, item -> (key: (Int, Int, Double, Int), item: DigestItem) in
            let kind = item.entry.kind
            let section = sections.firstIndex { $0.kinds.contains(kind) } ?? 0
            let isWatched = watched?.contains(item.entry.coin) ?? false
            let title = isWatched ? watched?.heading : nil
            let key = (isWatched ? 0 : 1, section, -abs(item.entry.change ?? 0), place)
            return (key, DigestItem(section: title ?? sections[section].title, entry: item.entry, coin: item.coin))
        }
        return keyed.sorted { $0.key < $1.key }.map(\.item)
    }

    /// Longer sentences are cut: texts of sources and rules may be of any length.
    private static let longestText = 300

    /// What happened, as far as there is room.
    fileprivate var text: String {
        let isLong = entry.what.count > DigestItem.longestText
        return isLong ? entry.what.prefix(DigestItem.longestText - 1) + "…" : entry.what
    }

    /// What it is about, as `Monero (XMR)`; nil for what is about no coin.
    fileprivate var about: PageLink? {
        guard !entry.coin.isEmpty else { return nil }
        let symbol = coin?.symbol ?? entry.symbol ?? ""
        let name = NamedRows.named(coin?.name ?? entry.name ?? "", entry.coin)
        return PageLink(symbol.isEmpty ? name : "\(name) (\(symbol))", "")
    }
}

/// The text of a digest.
struct DigestStory {
    private let comparison: RankComparison
    /// What changed, and what is out of date, by section in their order.
    private let changes: [(title: String, items: [DigestItem])]
    private let old: [DigestItem]
    /// Why nothing was compared; empty where it was.
    var obstacle = ""

    /// The most lines of a digest as text.
    private static let mostLines = 40

    /// The digest of items in their order.
    init(_ comparison: RankComparison, _ items: [DigestItem]) {
        self.comparison = comparison
        var sections: [(title: String, items: [DigestItem])] = []
        for item in items {
            if sections.last?.title != item.section { sections.append((item.section, [])) }
            sections[sections.count - 1].items.append(item)
        }
        old = sections.last?.title == DigestItem.outOfDate ? sections.removeLast().items : []
        changes = sections
    }

    /// A subject: of when it is, how many coins stand out, and how much changed since when.
    var title: String {
        let now = comparison.now
        let (day, then) = (PageNumber.day(now.scored.asOf), PageNumber.day(comparison.since))
        let best = now.ranks.keys.count { id in RowStanding { now.cell(id, $0) } == .standsOut }
        let standing = best == 0 ? "none stands out" : best == 1 ? "1 stands out" : "\(best) stand out"
        let count = now.scored.request.hasPages ? standing : "\(now.ranks.count) ranked"
        let changed = changes.reduce(0) { $0 + $1.items.count }
        let what = changed == 0 ? "no larger change" : counted(changed, "change")
        return "Coins on \(day): \(count), \(obstacle.isEmpty ? "\(what) since \(then)" : "nothing to compare with")"
    }

    /// The longest text within the limit: each section has one item at least, then in turn one more as long as there is room; if not
    /// even those fit, the last sections are counted.
    var shortened: Story {
        var most = changes.map { _ in 1 }
        func fits() -> Bool { story(items: most).lineCount <= DigestStory.mostLines }
        while !fits(), !most.isEmpty { most.removeLast() }
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for place in most.indices where most[place] < changes[place].items.count {
                most[place] += 1
                if fits() { isGrowing = true } else { most[place] -= 1 }
            }
        }
        return story(items: most)
    }

    /// The text with so many items of each of the first sections.
    private func story(items most: [Int]) -> Story {
        let scored = comparison.now.scored
        let ranked = comparison.now.ranks.count
        let count = "\(counted(ranked, "coin")) \(ranked == 1 ? "is" : "are") ranked by \(scored.request.preset)."
        let lead = scored.table.lead.isEmpty ? count : scored.table.lead
        var story = Story(title, lead: obstacle.isEmpty ? lead : "\(lead) \(obstacle)")
        story.asOf = scored.asOf
        var sections = zip(changes, most).map { section, most in
            var part = PageSection(section.title, items: section.items.prefix(most))
            part.note = DigestStory.rest(section.items, behind: most)
            return part
        }
        if !old.isEmpty { sections.append(PageSection(DigestItem.outOfDate, items: old)) }
        if !sections.isEmpty { story.blocks.append(.sections(sections)) }
        let left = changes.dropFirst(most.count)
        let rest = left.map { "\($0.items.count) of \($0.title.lowercased())" }.joined(separator: ", ")
        if !changes.isEmpty {
            story.blocks.append(.note((rest.isEmpty ? "" : "Not shown: \(rest). ") + "More: \(commands)"))
        }
        return story
    }

    /// How many coins, or where these are named above how many changes, stand behind the first ones; empty for none.
    private static func rest(_ items: [DigestItem], behind most: Int) -> String {
        let left = items.dropFirst(most)
        let coins = Set(left.map(\.entry.coin)).subtracting(items.prefix(most).map(\.entry.coin))
        if left.isEmpty { return "" }
        let isOfCoins = !coins.isEmpty && !coins.contains("")
        return "and " + (isOfCoins ? counted(coins.count, "further coin") : counted(left.count, "further change"))
    }

    /// What to type to read more: all that changed, the ranking, and what explains the best coin.
    private var commands: String {
        let preset = comparison.now.scored.request.preset
        let best = comparison.now.ranks.min { ($0.value, $0.key) < ($1.value, $1.key) }
        let why = best.map { "why " + shellCoin($0.key) }
        let words = ["feed --since \(comparison.since)", "rank"] + [why].compactMap(\.self)
        let option = preset == RankRequest.presets[0] ? "" : " --preset \(preset)"
        return words.map { "assay \($0)\(option)" }.joined(separator: " · ")
    }
}

extension PageSection {
    /// A section of items.
    fileprivate init(_ title: String, items: some Sequence<DigestItem>) {
        self.init(title)
        self.items = items.map { ($0.about, $0.text) }
    }
}
