internal import CoinModel
internal import CoinReports
internal import CoinTables

// Cells as a page's tables and sentences take them.
extension NamedRows {
    /// Why there is no number, in words without a full stop; empty where there is one.
    func reason(_ row: Int, _ name: String) -> String {
        let meaning = missing(row, name)?.meaning ?? ""
        let text = meaning.hasSuffix(".") ? String(meaning.dropLast()) : meaning
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// The name of a row's coin with its symbol, as a link to its page.
    func coin(_ row: Int, id column: String = "coin_id") -> StoryCell {
        let id = text(row, column)
        return StoryCell(NamedRows.named(text(row, "name"), id), text(row, "symbol"), coin: id)
    }

    /// What a coin is called in a sentence: its name, else its id, long ones cut.
    static func named(_ name: String, _ id: String) -> String {
        let shown = name.isEmpty ? id : name
        return shown.count > 40 ? shown.prefix(39) + "…" : shown
    }

    /// A change in percent with its sign.
    func change(_ row: Int, _ name: String) -> StoryCell {
        StoryCell(PageNumber.percent(number(row, name) / 100, signed: true))
    }

    /// An amount of money in a currency; with the day that it is of where that is not the page's.
    func money(_ row: Int, _ name: String, _ quote: String, isStrong: Bool = false) -> StoryCell {
        StoryCell(PageNumber.money(number(row, name), quote), isStrong: isStrong)
    }

    /// The day of the price of a row where a page has to say it; empty for others.
    func date(_ row: Int) -> String {
        number(row, "price_age_days") >= Double(Table.datedFrom)
            ? PageNumber.date(String(text(row, "price_time").prefix(10))) : ""
    }
}

extension PageNumber {
    /// A whole number with its sign.
    static func places(_ count: Int) -> String { fixed(Double(count), 0, signed: true) }

    /// A moment as a day.
    static func day(_ moment: AsOf) -> String { date("\(moment.limit.day)") }
}

extension Freshness {
    /// Whose figures a page as of the moment of a request shows, and under which licences, a sentence each.
    ///
    /// - Throws: an error of the store when it cannot be read.
    static func credits(of request: RankRequest, in location: StoreLocation) throws -> [String] {
        try location.panel(for: request) { try Freshness($0.wholeSection(at: $0.asOf(request)), $0).credits }
    }
}

extension RankRequest {
    /// Whether a page is asked for in its own form: rows or columns that were chosen are shown as such.
    var isStory: Bool { form == .page && columns == nil }
}
