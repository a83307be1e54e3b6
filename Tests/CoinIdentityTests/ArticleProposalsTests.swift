import CoinIdentity
import CoinModel
import Testing

/// Which articles may be about a coin, and what speaks for each.
@Suite struct ArticleProposalsTests {
    private let near = Coin(id: "near", symbol: "NEAR", name: "NEAR")

    private func page(_ title: String, _ description: String = "", isThere: Bool = true, isList: Bool = false) throws
        -> ArticlePage
    {
        let article = try #require(WikipediaArticle("en:\(title)"))
        return ArticlePage(
            article: article,
            isThere: isThere,
            description: description,
            isDisambiguation: isList,
            item: ""
        )
    }

    private func proposals(_ pages: [(asked: String, page: ArticlePage)]) throws -> [ArticleProposal] {
        let known = try pages.map { (try #require(WikipediaArticle("en:\($0.asked)")), $0.page) }
        return ArticleProposals(Dictionary(firstOf: known)).proposals(for: near)
    }

    @Test("What most speaks for an article comes first, and a name alone is little") func order() throws {
        let found = try proposals([
            ("NEAR", page("NEAR", "Mission to an asteroid")),
            ("NEAR (blockchain)", page("NEAR (blockchain)", "Blockchain")),
            ("NEAR (protocol)", page("NEAR Protocol", "Decentralised network")),
        ])
        #expect(found.map(\.page.article.title) == ["NEAR_(blockchain)", "NEAR", "NEAR_Protocol"])
        #expect(found.map(\.signs) == [["title", "brackets", "description"], ["title"], ["description"]])
        #expect(found.map { $0.redirects.map(\.title) } == [[], [], ["NEAR_(protocol)"]])
    }

    @Test("Titles without an article, and pages that tell names apart, are proposed to nobody") func none() throws {
        let found = try proposals([
            ("NEAR", page("NEAR", "Topics referred to by the same term", isList: true)),
            ("NEAR (cryptocurrency)", page("NEAR (cryptocurrency)", isThere: false)),
        ])
        #expect(found.isEmpty)
        let all = ArticleProposals([:])
        #expect(!all.knows(near) && all.proposals(for: near).isEmpty)
    }

    @Test("A name that can be no title is asked about by none") func titles() {
        #expect(ArticleProposals.titles(of: near).count == ArticleProposals.titlesOfCoin)
        #expect(ArticleProposals.titles(of: Coin(id: "x", symbol: "X", name: "a|b")).isEmpty)
    }
}
