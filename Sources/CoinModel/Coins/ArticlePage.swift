/// What Wikipedia says of a title.
public struct ArticlePage: Hashable, Sendable {
    /// The article's title; of a redirect that of the article it leads to.
    public let article: WikipediaArticle
    /// Whether there is an article.
    public let isThere: Bool
    /// What it is about, in a few words; empty where Wikipedia does not say.
    public let description: String
    /// Whether it is a disambiguation page.
    public let isDisambiguation: Bool
    /// The number of its subject in Wikidata, such as `Q131723`; empty where it has none.
    public let item: String

    /// What is said of a title.
    public init(article: WikipediaArticle, isThere: Bool, description: String, isDisambiguation: Bool, item: String) {
        (self.article, self.isThere, self.description) = (article, isThere, description)
        (self.isDisambiguation, self.item) = (isDisambiguation, item)
    }
}
