public import CoinModel

/// An article that may be about a coin, and what speaks for it.
public struct ArticleProposal: Hashable, Sendable {
    /// The coin.
    public let coin: Coin
    /// What Wikipedia says of the article.
    public let page: ArticlePage
    /// The titles that were asked for and lead there, in order; one that was a former title may have views of its own.
    public let redirects: [WikipediaArticle]
    /// What speaks for it: `title` where it bears the coin's name and nothing else but what is in brackets, `brackets` where these
    /// say what coins are, `description` where its description does.
    public let signs: [String]
}

/// Finds for each coin the articles that bear its name; which of them is the coin's is for a person to say, for most names mean
/// other things too.
public struct ArticleProposals: Sendable {
    private let pages: [WikipediaArticle: ArticlePage]

    /// What Wikipedia said of titles, by the title that was asked for.
    public init(_ pages: [WikipediaArticle: ArticlePage]) { self.pages = pages }

    /// The most titles that a coin is asked about by.
    public static let titlesOfCoin = brackets.count + 1

    /// What stands in brackets behind the names of coins.
    private static let brackets = ["cryptocurrency", "blockchain", "blockchain platform", "protocol"]

    /// What descriptions of coins say.
    private static let words = [
        "crypto", "blockchain", "token", "digital currency", "digital asset", "stablecoin", "decentrali",
        "smart contract",
        "distributed ledger",
    ]

    /// The titles that an article about a coin may have: its name, alone and with what coins are.
    public static func titles(of coin: Coin) -> [WikipediaArticle] {
        ([coin.name] + brackets.map { "\(coin.name) (\($0))" }).compactMap { WikipediaArticle("en:\($0)") }
    }

    /// Whether something was said of a coin's titles.
    public func knows(_ coin: Coin) -> Bool { ArticleProposals.titles(of: coin).contains { pages[$0] != nil } }

    /// What may be a coin's, what most speaks for first, then by title; disambiguation pages are left out.
    public func proposals(for coin: Coin) -> [ArticleProposal] {
        var askedBy: [ArticlePage: [WikipediaArticle]] = [:]
        for title in ArticleProposals.titles(of: coin) {
            guard let page = pages[title], page.isThere, !page.isDisambiguation else { continue }
            askedBy[page, default: []].append(title)
        }
        let found = askedBy.map { page, asked in
            ArticleProposal(
                coin: coin,
                page: page,
                redirects: asked.filter { $0 != page.article },
                signs: ArticleProposals.signs(of: page, coin)
            )
        }
        return found.sorted { one, other in
            one.signs.count == other.signs.count
                ? one.page.article.title.utf8.lexicographicallyPrecedes(other.page.article.title.utf8)
                : one.signs.count > other.signs.count
        }
    }

    private static func signs(of page: ArticlePage, _ coin: Coin) -> [String] {
        let parts = page.article.words.split(separator: " (", maxSplits: 1)
        let name = WikipediaArticle("en:\(coin.name)")?.words
        let behind = parts.count == 2 ? parts[1].lowercased() : ""
        let signs = [
            ("title", parts.first.map(String.init) == name),
            ("brackets", brackets.contains { behind == $0 + ")" }),
            ("description", words.contains { page.description.lowercased().contains($0) }),
        ]
        return signs.filter(\.1).map(\.0)
    }
}
