public import CoinModel
public import RawInput

/// Answers of Wikipedia's `api.php?action=query` about titles: which articles are there, and what they are about.
public enum ArticleAnswers {
    /// Whether a file's head is that of one.
    public static func areIn(_ head: InputHead) -> Bool {
        head.sketch.map { $0.shows([["query/pages/*/title"]]) } ?? false
    }

    /// What an answer says, by the title that was asked for, a redirect's included; rows without a title are left out.
    ///
    /// - Throws: `SourceError` where it is none.
    public static func pages(in file: inout InputFile) throws -> [WikipediaArticle: ArticlePage] {
        let head = InputHead(bytes: try file.peek(InputHead.length))
        guard areIn(head) else {
            let detail = "is not an answer of Wikipedia about titles; see `assay fetch articles`"
            throw head.refusal ?? SourceError("not-recognised", detail: detail)
        }
        let document = try JSONDocument(try file.readAll(limit: JSONDocument.sizeLimit), from: head.start)
        var pages: [WikipediaArticle: ArticlePage] = [:]
        let columns = [
            "title", "missing", "invalid", "description", "pageprops/disambiguation", "pageprops/wikibase_item",
        ]
        try document.forEachRow("query/pages/*", columns) { row in
            guard case .text(let title) = row[0], let article = WikipediaArticle("en:\(title)") else { return }
            pages[article] = ArticlePage(
                article: article,
                isThere: row.isMissing(1) && row.isMissing(2),
                description: plainText(of: row[3]),
                isDisambiguation: !row.isMissing(4),
                item: plainText(of: row[5])
            )
        }
        try document.forEachRow("query/redirects/*", ["from", "to"]) { row in
            guard case .text(let from) = row[0], case .text(let to) = row[1],
                let former = WikipediaArticle("en:\(from)"),
                let article = WikipediaArticle("en:\(to)"), let page = pages[article]
            else { return }
            pages[former] = page
        }
        return pages
    }

    /// A text without what does not show, for it is anybody's.
    private static func plainText(of value: JSONValue) -> String {
        guard case .text(let text) = value else { return "" }
        return String(String.UnicodeScalarView(InputHead.printable(text).unicodeScalars.filter { !$0.isHidden }))
    }
}
