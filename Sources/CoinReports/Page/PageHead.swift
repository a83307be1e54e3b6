internal import CoinModel
internal import CoinTables

extension PageFrame {
    /// What the head of every page can ask, without what is the page's own.
    ///
    /// - Parameters:
    ///   - title: the page's title.
    ///   - style: its style.
    ///   - script: its script; nil for none.
    /// - Returns: the fields by their names in templates.
    func head(_ title: String, _ style: PageAsset, _ script: PageAsset?) -> [String: Any] {
        [
            "title": title, "style": style.text, "styleDigest": style.digest, "scriptDigest": script?.digest ?? "none",
            "hasPages": !pages.isEmpty, "pages": pages.map(\.view),
            "asOfBeside": asOf.map { PageNumber.date($0.description) } ?? false,
        ]
    }

    /// What the foot of every page can ask: whose figures they are, the notes, and further pages.
    func foot(_ notes: [String], _ script: PageAsset?) -> [String: Any] {
        [
            "credits": credits, "notes": notes, "hasFoot": !credits.isEmpty || !notes.isEmpty || !further.isEmpty,
            "hasFurther": !further.isEmpty, "further": further.map(\.view), "script": script?.text ?? "",
        ]
    }
}

extension PageLink {
    /// What a template can ask of it.
    fileprivate var view: [String: Any] { ["title": title, "address": address, "isCurrent": isCurrent] }
}

extension Table {
    /// The sentence that people read first, and the figures below it, as templates ask for them.
    var answerView: [String: Any] {
        let parts = remarks.first?.split(separator: ";", maxSplits: 1).map(String.init) ?? []
        let tiles = tiles.map { tile -> [String: Any] in
            ["title": tile.title, "value": tile.value, "note": tile.note.unlessEmpty]
        }
        return [
            "answer": ((parts.first ?? "") + (parts.count == 2 ? ";" : "")).unlessEmpty,
            "rest": (parts.count == 2 ? String(parts[1].drop { $0 == " " }) : "").unlessEmpty,
            "hasTiles": !tiles.isEmpty, "tiles": tiles,
        ]
    }
}

extension Overview {
    /// The figures of all coins together, each with what it was so many weeks before.
    func tiles(quote: String) -> [PageTile] {
        figures.map { figure in
            func written(_ value: Double) -> String {
                figure.column.unit.isEmpty ? PageNumber.percent(value) : PageNumber.money(value, quote)
            }
            let oldest = figure.series.firstIndex { $0.isFinite }
            let weeks = oldest.map { figure.series.count - 1 - $0 } ?? 0
            let before = oldest.map { "\(written(figure.series[$0])) \(weeks) weeks ago" } ?? "no earlier week is known"
            return PageTile(figure.column.title, written(figure.newest), note: weeks > 0 ? before : "")
        }
    }
}
