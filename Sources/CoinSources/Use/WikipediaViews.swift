internal import CoinModel

/// Wikipedia's `/metrics/pageviews/per-article`: how often people looked at one article, day by day, oldest first.
///
/// A day that is left out between two given ones had no views: 0. Days outside the given ones are unknown, as is an article
/// without any: it may not exist, have another name, or not be counted yet. Views are those of the title that was asked for, without
/// those by its former names. Rows of other readers than people, of one way of access alone and of months are refused.
struct WikipediaViews: JSONSource {
    let id = "wikipedia-views"
    let kind = LoadKind.market
    let title = "Wikipedia page views of an article by day: items of project, article, timestamp, views (JSON)"
    let shows = [["items/*/project", "items/*/article", "items/*/views"]]

    /// More days than there can be between two given ones.
    private static let longestGap = 400

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        var facts = JSONFacts(id, .day, [WeeklyUse.pageViews.metric], context, asked: context.asked?.snapshot)
        let numbering = facts.numbering
        var last: (article: WikipediaArticle, day: Day)?
        let columns = ["project", "article", "timestamp", "views", "granularity", "access", "agent"]
        var without: [(subject: Int, day: Day, line: Int)] = []
        try facts.takeAll("items/*", columns, of: document, emit) { row in
            let article = try WikipediaViews.article(row)
            let day = try WikipediaViews.day(row)
            guard Instant(lastSecondOf: day) <= context.seenUntil else {
                throw RowError("partial", "\(day) may not have been over when it was observed")
            }
            let subject = numbering.add(.coin(CoinKey(symbol: article.description)))
            if let last, last.article == article {
                let gap = last.day.distance(to: day)
                guard gap > 0 else { throw RowError("conflict", "\(day) is not after the day before it") }
                guard gap <= WikipediaViews.longestGap else {
                    throw RowError("bad-time", "\(gap) days lie between it and the day before it")
                }
                without += (1..<gap).map { (subject, last.day.advanced(by: $0), row.line) }
            }
            last = (article, day)
            return JSONFact(subject: subject, time: .day(day), values: [try row.number(3)])
        }
        for day in without {
            try facts.take(day.line, emit) { JSONFact(subject: day.subject, time: .day(day.day), values: [0]) }
        }
        try facts.flush(emit)
    }

    private static func article(_ row: JSONRow) throws(RowError) -> WikipediaArticle {
        for (column, wanted) in [(4, "daily"), (5, "all-access"), (6, "user")] {
            guard let found = try row.text(column), found != wanted else { continue }
            throw RowError("wrong-views", "`\(found.prefix(40))` are not read; ask for all-access, user and daily")
        }
        let (project, title) = (try row.text(0) ?? "", try row.text(1) ?? "")
        guard let article = WikipediaArticle(project: project, title: title) else {
            throw RowError("bad-article", "`\(title.prefix(80))` of `\(project.prefix(40))` is not Wikipedia's")
        }
        return article
    }

    /// A day as `YYYYMMDD00`.
    private static func day(_ row: JSONRow) throws(RowError) -> Day {
        let text = try row.text(2) ?? ""
        guard text.utf8.count == 10, text.hasSuffix("00"), let day = Day(compact: text.prefix(8)) else {
            throw RowError("bad-time", "`\(text.prefix(40))` is not a day as YYYYMMDD00")
        }
        return day
    }
}
