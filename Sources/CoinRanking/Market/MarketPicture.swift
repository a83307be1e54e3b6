internal import CoinTables

extension MarketSeries {
    /// The weeks of the table as lines: what is computed, and dashed what a source says of all coins that it counts.
    static func picture(quote: String) -> Picture {
        func panel(_ title: String, _ note: String, _ own: String, _ source: String, _ more: [Picture.Mark] = [])
            -> Picture.Panel
        {
            let marks: [Picture.Mark] = [
                .init(.line(own), .development, "computed"), .init(.dashes(source), .volume, "by the source"),
            ]
            return Picture.Panel(title, note: note, .span, marks + more)
        }
        return Picture(
            "The market week by week",
            note:
                "Solid: computed from the coins of the store; dashed: what a source says of all coins that it counts. Axes are "
                + "logarithmic where values span four times; a gap is missing, never zero.",
            .weeks("week"),
            [
                panel("Market cap", "sum over the coins", "market_cap_" + quote, "source_market_cap_" + quote),
                panel("Volume a day", "median of the week", "volume_" + quote, "source_volume_" + quote),
                panel(
                    "Bitcoin's dominance",
                    "share of the market cap, 0 to 1",
                    "bitcoin_share",
                    "source_bitcoin_share",
                    [Picture.Mark(.dashes("source_ether_share"), .search, "Ether's, by the source")]
                ),
            ]
        )
    }
}
