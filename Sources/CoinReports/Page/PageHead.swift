internal import CoinModel
internal import CoinTables

extension PageFrame {
    /// What the head of every page can ask, without what is the page's own.
    func head(_ title: String, _ style: PageAsset, _ script: PageAsset?) -> [String: Any] {
        [
            "title": title, "style": style.text, "styleDigest": style.digest, "scriptDigest": script?.digest ?? "none",
            "pages": pages.map(\.view), "asOfBeside": asOf.map { PageNumber.date($0.description) } ?? "",
        ]
    }

    /// What the foot of every page can ask: whose figures they are, the notes, and further pages.
    func foot(_ notes: [String], _ script: PageAsset?) -> [String: Any] {
        [
            "credits": credits, "notes": notes, "hasFoot": !credits.isEmpty || !notes.isEmpty || !further.isEmpty,
            "further": further.map(\.view), "script": script?.text ?? "",
        ]
    }
}

extension PageLink {
    /// What a template can ask of it.
    fileprivate var view: [String: Any] { ["title": title, "address": address, "isCurrent": isCurrent] }
}

extension Story {
    /// The answer with what follows it, and the figures below, as templates ask for them.
    var view: [String: Any] { ["answer": answer, "rest": more, "tiles": tiles.map(\.view)] }
}

extension PageTile {
    /// What a template can ask of it.
    var view: [String: Any] { ["title": title, "value": value, "note": note] }
}

extension Table {
    /// The sentence that people read first, and the figures below it, as templates ask for them.
    var answerView: [String: Any] {
        var story = Story(title, lead: remarks.first ?? "")
        story.tiles = tiles
        return story.view
    }
}
