import CoinModel
import Testing

/// What days make a week of use, and what is an article.
@Suite struct WeeklyUseTests {
    @Test("A mean takes five known days of a week, a sum all seven; 0 is a value") func weeks() {
        let days = [10, 20, 30, 40, 50, Double.nan, .nan]
        #expect(WeeklyUse.activeAddresses.figure(ofDays: days) == 30)
        #expect(WeeklyUse.activeAddresses.figure(ofDays: days.dropFirst()).isNaN)
        #expect(WeeklyUse.pageViews.figure(ofDays: days).isNaN)
        #expect(WeeklyUse.pageViews.figure(ofDays: [0, 1, 2, 3, 4, 5, 6]) == 21)
        #expect(WeeklyUse.transactions.figure(ofDays: [0, 0, 0, 0, 0, 0, 0]) == 0)
    }

    @Test(
        "An article is a language and a title, written as addresses have it",
        arguments: [
            ("en:Bitcoin", "en:Bitcoin"), ("EN:polygon (blockchain)", "en:Polygon_(blockchain)"),
            ("de:  Währung__A ", "de:Währung_A"), ("zh-min-nan:Bitcoin", "zh-min-nan:Bitcoin"),
            ("en:Category:Coins", "en:Category:Coins"), ("en:ßa", "en:SSa"),
            ("Bitcoin", nil), ("en:", nil), (":Bitcoin", nil), ("e:Bitcoin", nil), ("en:a|b", nil), ("e1:Bitcoin", nil),
            ("en:\u{1}", nil), ("en:e\u{301}", nil), ("en:" + String(repeating: "a", count: 256), nil),
        ]
    )
    func articles(_ text: String, _ article: String?) {
        let read = WikipediaArticle(text)
        #expect(read?.description == article)
        if let article { #expect(WikipediaArticle(article) == read) }
    }

    @Test("Only projects of Wikipedia have articles") func projects() {
        #expect(WikipediaArticle(project: "en.wikipedia", title: "Ann")?.description == "en:Ann")
        #expect(WikipediaArticle(project: "en.wikipedia.org", title: "Ann")?.description == "en:Ann")
        for project in ["en", "en.wiktionary", "wikipedia.org", "en.wikipedia.example"] {
            #expect(WikipediaArticle(project: project, title: "Ann") == nil)
        }
    }
}
