internal import CoinModel
public import CoinTables

extension SectionPage {
    /// Writes one self-contained page without script; nothing is loaded, and its policy allows only its own style.
    ///
    /// - Throws: what `write` throws.
    public func renderPage(into write: (String) throws -> Void) throws {
        let templates = try PageResource.page.templates()
        var fields = frame.head(title, .sectionStyle, nil)
        var opening = Table(title: title, columns: [], rows: [])
        opening.lead = lead
        opening.tiles = tiles
        if let ranking, let overview = ranking.overview, let quote = RankingColumns(ranking)?.quote {
            opening.tiles = overview.tiles(quote: quote) + tiles
        }
        let cards = ranking.flatMap(RankingCards.init)
        for view: [String: Any] in [opening.answerView, cards?.view ?? RankingCards.none, frame.foot(notes, nil)] {
            fields.merge(view) { _, new in new }
        }
        fields["hasImages"] = false
        fields["isPrivate"] = false
        fields["hasPairs"] = !pairs.isEmpty
        fields["pairs"] = pairs.map(\.view)
        fields["sections"] = sections.map(\.view)
        try write(templates.render("section-head", fields))
    }
}

extension PageSection {
    /// What a template can ask of it.
    fileprivate var view: [String: Any] {
        let items = items.map { item -> [String: Any] in
            [
                "about": (item.about?.title ?? "").unlessEmpty, "address": (item.about?.address ?? "").unlessEmpty,
                "text": item.text,
            ]
        }
        let table: Any = self.table.map(PlainTable.view) ?? false
        let more: Any = self.more.map { ["title": $0.title, "address": $0.address] } ?? false
        return [
            "heading": title, "paragraph": paragraph.unlessEmpty, "hasItems": !items.isEmpty, "items": items,
            "table": table, "small": note.unlessEmpty, "more": more,
        ]
    }
}
