internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinSources
internal import CoinStore
internal import CoinTables
internal import RawInput

/// The articles that may be about coins of the store, by answers about titles: a table to be corrected and loaded as a coin list,
/// never a decision.
///
/// - Throws: `OperationError` when an answer or the store cannot be read, or no article bears the name of any coin.
func proposedArticles(_ path: String, in location: StoreLocation) throws -> Table {
    var pages: [WikipediaArticle: ArticlePage] = [:]
    // What was answered later counts, and archives have their days and times in the names of files.
    for path in answers(below: path) {
        do {
            var file = try InputFile(path: path)
            pages.merge(try ArticleAnswers.pages(in: &file)) { _, new in new }
        } catch {
            throw OperationError(error, file: path)
        }
    }
    let proposals = ArticleProposals(pages)
    let coins = try coinsForArticles([], location).filter(proposals.knows)
    let found = coins.map { ($0, proposals.proposals(for: $0)) }
    let all = found.flatMap(\.1)
    guard !all.isEmpty else {
        let why =
            "has no article for a coin that lacks one; ask again with `assay fetch articles wikipedia`"
        throw OperationError(.nothingSelected, "no-proposals", place: path, why)
    }
    var table = Table("Articles that may be about coins", columns, of: all)
    let without = found.filter { $1.isEmpty }.map { $0.0.id }
    if !without.isEmpty {
        table.notes.append(
            "no article bears the name of \(counted(without.count, "coin")): \(listed(without, most: 10))"
        )
    }
    table.notes.append(
        "save it as CSV, keep one row a coin where the article is about it, and load it: `assay load coins FILE`"
    )
    return table
}

/// Whether a path is an answer about titles, or a folder of such.
func holdsArticleAnswers(_ path: String) -> Bool {
    guard let first = answers(below: path).first else { return false }
    do {
        var file = try InputFile(path: first)
        return ArticleAnswers.areIn(InputHead(bytes: try file.peek(InputHead.length)))
    } catch {
        // Its next reader reports why it cannot be read.
        return false
    }
}

/// The coins that articles are looked for: those named, else all of the store without one, in the order of their ids.
func coinsForArticles(_ named: [String], _ location: StoreLocation) throws -> [Coin] {
    try location.open(.read).reading { reader in
        let resolution = EntityResolution(reader.catalog)
        guard named.isEmpty else {
            return try named.map { resolution.universe.coins[try oneCoin($0, resolution.universe)] }
        }
        let listed = reader.catalog.sourceCoins.filter { $0.coin.pointers.contains { $0.space == "wikipedia" } }
        let with = Set(listed.compactMap { resolution.coin(of: $0.coin.reference) })
        return resolution.universe.coins.indices.filter { !with.contains($0) }.map { resolution.universe.coins[$0] }
            .filter { !$0.name.isEmpty }.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    }
}

/// The files of a folder and those below it in the order of their paths; a file itself.
private func answers(below path: String) -> [String] { InputList([path], store: []) { _, _ in nil }.files }

private var columns: [FilledColumn<ArticleProposal>] {
    func said(_ text: String) -> String? { text.isEmpty ? nil : text }
    let redirects = "Titles that lead there; one that the article once had belongs before it, `former>title`."
    return [
        .text("coin_id", "Coin", "The coin's id in the coin list.") { $0.coin.id },
        .text("symbol", "Symbol", orMissing: .notListed, "Its symbol.") { said($0.coin.symbol) },
        .text("name", "Name", "Its name.") { $0.coin.name },
        .text("wikipedia", "Article", "The article, as a coin list takes it.") { $0.page.article.description },
        .text("evidence", "Evidence", orMissing: .nothingToSay, "What speaks for it: title, brackets, description.") {
            said($0.signs.joined(separator: " "))
        },
        .text("description", "Description", orMissing: .notInSource, "What Wikipedia says it is about.") {
            said($0.page.description)
        },
        .text("wikidata", "Wikidata", orMissing: .notInSource, "Its subject there.") { said($0.page.item) },
        .text("redirects", "Redirects", orMissing: .nothingToSay, redirects) {
            said($0.redirects.map(\.description).joined(separator: " "))
        },
    ]
}
