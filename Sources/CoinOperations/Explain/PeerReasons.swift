internal import CoinModel
internal import CoinRanking
internal import CoinReports
internal import CoinTables

/// Why the coins of a comparison are near to its first one, for tables and pages.
struct PeerReasons {
    private let peers: CoinPeers
    /// What is compared: the coin itself, then the nearest.
    private let shown: [CoinPeer]
    private let table: Table

    /// The coin and so many of its peers.
    ///
    /// - Throws: `OperationError` `no-peers` where none has a distance; `word` is how the coin was named.
    init(_ peers: CoinPeers, top count: Int, of word: String, among coins: Int) throws {
        guard !peers.nearest.isEmpty else {
            let why =
                coins == 1
                ? "is the only coin of the store; load a list of more with `assay load coins FILE`"
                : peers.own.distance.isNaN
                    ? "has no tag, no capitalisation of 28 days and too few weekly returns to be compared by; load market data of it"
                    : "no other coin of its kind has tags, a capitalisation or weekly returns; name the coins to compare"
            throw OperationError(.nothingSelected, "no-peers", place: word, why)
        }
        self.peers = peers
        shown = [peers.own] + peers.nearest.prefix(count)
        table = Table("", CoinPeers.reasons, of: shown)
    }

    /// The ids of the coins, the coin itself first.
    var ids: [String] { shown.map(\.id) }

    private func name(_ peer: CoinPeer) -> String { NamedRows.named(peer.name, peer.id) }

    // MARK: Tables

    /// The rows of a comparison that say why: the name and unit of each reason, a value for each coin, no difference.
    var rows: [[Cell]] {
        table.columns.enumerated().map { place, column in
            let values = table.rows.map { $0[place] }
            return [.text(column.name), .text(column.unit)] + values + [.missing(.notComparable)]
        }
    }

    /// How the numbers of each of these rows are written.
    var displays: [Column.Display] { table.columns.map { $0.type == .integer ? .fixed(0) : $0.display } }

    /// Which coins are nearest, in a sentence.
    var lead: String {
        let names = shown.dropFirst().map { "\(name($0)) (\(PageNumber.fixed($0.distance, 2)))" }
        return "Nearest to \(name(peers.own)) by sector, size and prices: \(listed(names))."
    }

    /// What the distance is, what of it is unknown, and which coins are not peers.
    var notes: [String] { [CoinPeers.formula] + gaps }

    private var gaps: [String] {
        let unknown = shown.dropFirst().map { ($0, $0.unknown.filter { !peers.own.unknown.contains($0) }) }
        let partly = unknown.filter { !$0.1.isEmpty }.map { "\(name($0)) (\($1.joined(separator: ", ")))" }
        let forms = peers.forms.map { "\(NamedRows.named($0.name, $0.id)) (\($0.kind))" }
        return [
            sentence("Unknown of \(name(peers.own)), so not counted", peers.own.unknown),
            sentence("Counted as the median of the other coins, for it is unknown", partly),
            sentence("No peers, for they are \(name(peers.own)) in another form", forms),
            sentence("Left out", peers.leftOut),
        ].compactMap(\.self)
    }

    private func sentence(_ start: String, _ items: [String]) -> String? {
        items.isEmpty ? nil : "\(start): \(listed(items))."
    }

    // MARK: The page

    /// The page of the comparison, which begins with these coins and why they are near.
    func story(_ compared: Story) -> Story {
        var story = Story(
            "Coins near \(name(peers.own))",
            answer: lead,
            more: [compared.answer, compared.more].filter { !$0.isEmpty }.joined(separator: " ")
        )
        (story.asOf, story.keys, story.tiles) = (compared.asOf, compared.keys, compared.tiles)
        story.blocks = [.table(nearness)] + compared.blocks
        return story
    }

    private var nearness: StoryTable {
        let reasons = NamedRows(table)
        let heads: [StoryHead] = [
            .text("Coin"), .number("Distance", "0 to 1"), .text("Shared tags"),
            .number("Size", "its cap by the coin's"),
            .number("Correlation", "of weekly returns"),
        ]
        let rows = shown.indices.dropFirst().map { row in
            let weeks = reasons.whole(row, "correlation_weeks") ?? 0
            let ratio = reasons.number(row, "size_ratio")
            return [
                StoryCell(name(shown[row]), coin: shown[row].id),
                StoryCell(PageNumber.fixed(shown[row].distance, 2), isStrong: true),
                StoryCell(shown[row].sharedTags.map { $0.isEmpty ? "none" : listed($0) } ?? PageNumber.missing),
                StoryCell(ratio.isFinite ? PageNumber.amount(ratio) + "×" : PageNumber.missing),
                StoryCell(
                    PageNumber.fixed(reasons.number(row, "correlation"), 2, signed: true),
                    counted(weeks, "week")
                ),
            ]
        }
        var nearness = StoryTable("Why they are near", heads, rows)
        nearness.note = gaps.joined(separator: " ")
        return nearness
    }
}
