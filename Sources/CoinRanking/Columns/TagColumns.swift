internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// The sectors of a coin, and where it stands in its first one.
    static func tags(_ preset: Preset) -> [ColumnEntry] {
        let tags = Column("tags", "Tags", .text, display: .tags, meaning: "")
        return [
            ColumnEntry(column: tags, reasons: [.untagged], parts: .details) { _ in
                { coin in
                    coin.tags.isEmpty ? .missing(.untagged) : .text(coin.tags.joined(separator: "\(CoinTag.separator)"))
                }
            }
            .means(
                "Its sectors, separated by `;`: tags of the coin list, then those of each source's newest answer; "
                    + "`--where \"'privacy' in tags\"` asks for one, `rank --by tag` groups by them."
            ),
            .text("tags_time", "Tags of", orMissing: .noTime, .details) { $0.sourceFigures.categoriesTime?.description }
                .means("When the newest answer among these was given; the tags of a list hold until its next one."),
            .comparedNumber(
                "peer_pct",
                "Among peers %",
                .fixed(1),
                [.untagged, .notRanked, .fewTagPeers],
                preset.scoreParts.union(.details)
            ) { universe in
                let standings = universe.tagPeers.standings
                return {
                    let (standing, reason) = standings[$0.place]
                    return standing.map { Measured($0.percent, orMissing: reason) } ?? .missing(reason)
                }
            }
            .means(
                "Percentile of its score among the ranked coins with the same first tag, five at least: 100 · (how many have "
                    + "a lower score + half of those with the same, itself included) / how many there are."
            )
            .derived { universe, coin in
                let (standing, reason) = universe.tagPeers.standings[coin.place]
                let of = standing.map { " with the tag `\($0.tag)`" } ?? " with its first tag"
                let inputs = [
                    Input(
                        "lower",
                        count: standing?.lower,
                        unit: "coins",
                        orMissing: reason,
                        "Ranked coins\(of) and a lower score."
                    ),
                    Input(
                        "equal",
                        count: standing?.equal,
                        unit: "coins",
                        orMissing: reason,
                        "Those with the same, itself included."
                    ),
                    Input("peers", count: standing?.count, unit: "coins", orMissing: reason, "All ranked coins\(of)."),
                ]
                return Derivation("100 · (lower + equal / 2) / peers", ["score", "tags"], inputs)
            },
        ]
    }
}
