internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// The sectors of a coin, and where it stands in its first one.
    static func tags(_ preset: Preset) -> [ColumnEntry] {
        let tags = Column("tags", "Tags", .text, display: .tags, meaning: "")
        return [
            ColumnEntry(tags, [.untagged], .details, of: { _ in true }) { _, coin in
                coin.tags.isEmpty ? .missing(.untagged) : .text(coin.tags.joined(separator: "\(CoinTag.separator)"))
            }
            .means(
                "Its sectors, separated by `;`: tags of the coin list, then those of each source's newest answer; "
                    + "`--where \"'privacy' in tags\"` asks for one, `rank --by tag` groups by them."
            ),
            .text("tags_time", "Tags of", orMissing: .noTime, .details) { $0.sourceFigures.categoriesTime?.description }
                .means("When the newest answer among these was given; the tags of a list hold until its next one."),
            .number(
                "peer_pct",
                "Among peers %",
                .fixed(1),
                [.untagged, .notRanked, .fewTagPeers],
                preset.scoreParts.union(.details),
                of: \.tagPeers
            ) {
                let (standing, reason) = $0.standings[$1.place]
                return standing.map { Measured($0.percent, orMissing: reason) } ?? .missing(reason)
            }
            .means(
                "Percentile of its score among the ranked coins with the same first tag, five at least: 100 · (how many have "
                    + "a lower score + half of those with the same, itself included) / how many there are."
            )
            .formula("100 · (lower + equal / 2) / peers", ["score", "tags"]) { universe, coin in
                let (standing, reason) = universe.tagPeers.standings[coin.place]
                let of = standing.map { " with the tag `\($0.tag)`" } ?? " with its first tag"
                func input(_ name: String, _ count: Int?, _ meaning: String) -> Input {
                    Input(name, count: count, unit: "coins", orMissing: reason, meaning)
                }
                return [
                    input("lower", standing?.lower, "Ranked coins\(of) and a lower score."),
                    input("equal", standing?.equal, "Those with the same, itself included."),
                    input("peers", standing?.count, "All ranked coins\(of)."),
                ]
            },
        ]
    }
}
