public import CoinModel

/// A kind of input that is recognised so that it can be refused with a reason better than "not recognised".
struct UnsupportedFormat {
    let name: String
    /// Paths that its head shows, `?` standing for any one step.
    var shows: [String] = []
    /// Why it is not loaded, and what to load instead.
    let step: String

    var refusal: SourceError { SourceError("unsupported", detail: "is \(name): \(step)") }

    /// The kind of a document, if it is one of the known.
    static func match(_ sketch: JSONSketch) -> UnsupportedFormat? {
        if sketch.paths == ["*", "*/*"] { return statistics }
        if sketch.paths == ["count"] { return stars("/stargazers/count") }
        return isPriceMap(sketch) ? prices : documents.first { sketch.shows([$0.shows]) }
    }

    /// Whether it is symbols, with currencies below and nothing more.
    private static func isPriceMap(_ sketch: JSONSketch) -> Bool {
        !sketch.isArray
            && sketch.paths.allSatisfy { path in
                path.count { $0 == "/" } <= 1 && path == path.uppercased() && !path.contains("*")
            }
    }

    /// The kind of a text, if it is one of the known.
    static func match(_ sketch: TextSketch, _ bytes: [UInt8]) -> UnsupportedFormat? {
        if sketch.has("id", "name", "category", "unit", "interval") { return dictionary }
        let starts = sketch.lines.filter { !$0.hasPrefix("#") }
        if starts.first?.hasPrefix("title = ") ?? false, bytes.firstRange(of: Array("[[repo]]".utf8)) != nil {
            return retiredTaxonomy
        }
        for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            let line = String(decoding: line.prefix(40), as: UTF8.self)
            if line.hasPrefix("version https://git-lfs.github.com/") { return pointer }
            if line.hasPrefix("#") || line.hasPrefix("--") { continue }
            return line.lowercased().hasPrefix("coin_id,ecosystem,scope") ? ecosystemMap : nil
        }
        return nil
    }

    /// The kind of bytes that are no text, if it is one of the known: workbooks, which are zip archives but for the oldest.
    static func match(binary bytes: [UInt8]) -> UnsupportedFormat? {
        let head = bytes.prefix(4096)
        func has(_ text: String) -> Bool { head.firstRange(of: Array(text.utf8)) != nil }
        if bytes.starts(with: [0xd0, 0xcf, 0x11, 0xe0]) { return workbook("an Excel workbook (.xls)") }
        guard bytes.starts(with: Array("PK".utf8)) else { return nil }
        if has("opendocument.spreadsheet") { return workbook("a LibreOffice workbook (.ods)") }
        if has("[Content_Types].xml") || has("xl/") { return workbook("an Excel workbook (.xlsx)") }
        return UnsupportedFormat(name: "a zip archive", step: "unpack it and load the files in it")
    }

    private static func workbook(_ name: String) -> UnsupportedFormat {
        UnsupportedFormat(name: name, step: "save the sheet as CSV UTF-8 and load that")
    }

    /// What is said of measures that no reader takes.
    static let notYet = "not read yet, only coins, market data, commits and search interest are"
    private static let noCoin = "it names no coin; load a page of coins instead"
    private static let weekly = "load /stats/commit_activity instead"
    private static let noWeeks = "it has no weekly commits; \(weekly)"

    private static let documents = [
        ("CoinGecko's /coins/categories", ["*/id", "*/market_cap_change_24h", "*/volume_24h"], noCoin),
        ("CoinGecko's /coins/categories/list", ["*/category_id"], noCoin),
        ("CoinMarketCap's /v1/cryptocurrency/categories", ["data/*/num_tokens", "data/*/avg_price_change"], noCoin),
        ("CoinGecko's /key", ["plan", "monthly_call_credit"], "it has no facts; load a page of coins instead"),
        ("GitHub's /rate_limit", ["resources/core/limit"], noWeeks),
        ("GitHub's /rate_limit", ["rate/limit"], noWeeks),
        ("a GraphQL answer", ["data/repository"], noWeeks),
        ("a GraphQL answer", ["data/node"], noWeeks),
        ("a GraphQL answer", ["data/?/nameWithOwner"], noWeeks),
        ("a GitHub repository", ["full_name", "default_branch"], noWeeks),
        ("GitHub's list of releases", ["*/tag_name", "*/published_at"], notYet),
        ("a release on GitHub", ["tag_name", "published_at"], notYet),
        ("GitHub's list of tags", ["*/name", "*/commit/sha", "*/tarball_url"], notYet),
        ("GH Archive events", ["type", "actor", "created_at"], "single pushes are not weekly commits; \(weekly)"),
        ("Coin Metrics' catalogue of metrics", ["data/*/metrics/*/metric"], "load /timeseries/asset-metrics instead"),
        ("DefiLlama's list of protocols", ["*/chainTvls", "*/tvl"], notYet),
        ("DefiLlama's answer of one protocol", ["currentChainTvls"], notYet),
        ("DefiLlama's configuration", ["parentProtocols/*/gecko_id"], notYet),
        ("DefiLlama's overview of fees or revenue", ["protocols/*/defillamaId", "total24h"], notYet),
        ("DefiLlama's answer of one protocol's fees or revenue", ["defillamaId", "total24h"], notYet),
        ("DefiLlama's list of chains", ["*/tvl", "*/tokenSymbol"], notYet),
        ("DefiLlama's value locked by day", ["*/date", "*/tvl"], notYet),
        ("Wikipedia's count of page views", ["items/*/article", "items/*/views"], notYet),
        ("Wikipedia's list of articles", ["query/pages/*/title"], notYet),
        ("an answer of Wikidata", ["entities/?/sitelinks"], notYet),
    ].map { UnsupportedFormat(name: $0, shows: $1, step: $2) }

    private static let statistics = UnsupportedFormat(
        name: "GitHub's /stats/punch_card or code_frequency",
        step: noWeeks
    )
    private static let prices = UnsupportedFormat(
        name: "CryptoCompare's pricemulti",
        step: "its prices have no time; load histoday or pricemultifull instead"
    )
    private static let dictionary = UnsupportedFormat(
        name: "Coin Metrics' dictionary of metrics, not data",
        step: "load the files of single assets"
    )
    private static let retiredTaxonomy = UnsupportedFormat(
        name: "Electric Capital's taxonomy as TOML, given up in April 2025",
        step: "load its folder of migrations, or an export, with --ecosystems"
    )

    /// What GitHub says of a repository's stars.
    static func stars(_ call: String) -> UnsupportedFormat {
        UnsupportedFormat(name: "GitHub's \(call)", step: notYet)
    }

    private static let pointer = UnsupportedFormat(
        name: "a Git LFS pointer, not the file",
        step: "run `git lfs pull` in its clone"
    )
    fileprivate static let ecosystemMap = UnsupportedFormat(
        name: "a table of coins and their ecosystems",
        step: "give it with --ecosystems together with its taxonomy"
    )
}

extension SourceError {
    /// Why a table of coins and their ecosystems is refused by itself.
    public static let ecosystemMap = UnsupportedFormat.ecosystemMap.refusal
}
