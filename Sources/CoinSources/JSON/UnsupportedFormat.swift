/// A kind of input that is recognised so that it can be refused with a reason better than "not recognised".
struct UnsupportedFormat {
    /// What it is, for a sentence.
    let name: String
    /// Paths that its head shows, `?` standing for any one step.
    let shows: [String]
    /// Why it is not loaded, and what to load instead.
    let step: String

    /// The refusal of such an input.
    var refusal: SourceError {
        SourceError("unsupported", detail: "is \(name): \(step)")
    }

    /// The kind of a document, if it is one of the known.
    static func match(_ sketch: JSONSketch) -> UnsupportedFormat? {
        if sketch.paths == ["*", "*/*"] { return statistics }
        return isPriceMap(sketch) ? prices : documents.first { sketch.shows($0.shows) }
    }

    /// Whether it is symbols, with currencies below and nothing more.
    private static func isPriceMap(_ sketch: JSONSketch) -> Bool {
        !sketch.isArray
            && sketch.paths.allSatisfy { path in
                path.utf8.count { $0 == UInt8(ascii: "/") } <= 1 && path == path.uppercased() && !path.contains("*")
            }
    }

    /// The kind of a text, if it is one of the known.
    static func match(text bytes: [UInt8]) -> UnsupportedFormat? {
        for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            let line = String(decoding: line.prefix(40), as: UTF8.self)
            if line.hasPrefix("#") || line.hasPrefix("--") { continue }
            return line.lowercased().hasPrefix("coin_id,ecosystem,scope") ? ecosystemMap : nil
        }
        return nil
    }

    private static let markets = "load a page of coins instead"
    private static let weekly = "load /stats/commit_activity instead"

    private static let documents = [
        UnsupportedFormat(
            name: "CoinGecko's /global",
            shows: ["data/active_cryptocurrencies", "data/total_market_cap"],
            step: "it names no coin; \(markets)"
        ),
        UnsupportedFormat(
            name: "CoinGecko's /coins/categories",
            shows: ["*/id", "*/market_cap_change_24h", "*/volume_24h"],
            step: "it names no coin; \(markets)"
        ),
        UnsupportedFormat(
            name: "CoinGecko's /coins/categories/list",
            shows: ["*/category_id"],
            step: "it names no coin; \(markets)"
        ),
        UnsupportedFormat(
            name: "CoinGecko's /key",
            shows: ["plan", "monthly_call_credit"],
            step: "it holds no facts; \(markets)"
        ),
        UnsupportedFormat(
            name: "CoinPaprika's /global",
            shows: ["market_cap_usd", "bitcoin_dominance_percentage"],
            step: "it names no coin; load /tickers instead"
        ),
        UnsupportedFormat(
            name: "CoinMarketCap's global metrics",
            shows: ["data/btc_dominance", "data/quote"],
            step: "it names no coin; load a listing instead"
        ),
        UnsupportedFormat(
            name: "GitHub's /rate_limit",
            shows: ["resources/core/limit"],
            step: "it holds no commits; \(weekly)"
        ),
        UnsupportedFormat(name: "GitHub's /rate_limit", shows: ["rate/limit"], step: "it holds no commits; \(weekly)"),
        UnsupportedFormat(
            name: "a GraphQL answer",
            shows: ["data/repository"],
            step: "it holds no weekly commits; \(weekly)"
        ),
        UnsupportedFormat(
            name: "a GraphQL answer",
            shows: ["data/node"],
            step: "it holds no weekly commits; \(weekly)"
        ),
        UnsupportedFormat(
            name: "a GraphQL answer",
            shows: ["data/?/nameWithOwner"],
            step: "it holds no weekly commits; \(weekly)"
        ),
        UnsupportedFormat(
            name: "a GitHub repository",
            shows: ["full_name", "default_branch"],
            step: "it holds no weekly commits; \(weekly)"
        ),
        UnsupportedFormat(
            name: "GH Archive events",
            shows: ["type", "actor", "created_at"],
            step: "single pushes are no weekly commits; \(weekly)"
        ),
    ]

    private static let statistics = UnsupportedFormat(
        name: "GitHub's /stats/punch_card or code_frequency",
        shows: [],
        step: "it holds no weekly commits; \(weekly)"
    )
    private static let prices = UnsupportedFormat(
        name: "CryptoCompare's pricemulti",
        shows: [],
        step: "its prices bear no time; load histoday or pricemultifull instead"
    )
    private static let ecosystemMap = UnsupportedFormat(
        name: "a table of coins and their ecosystems",
        shows: [],
        step: "give it with --ecosystems beside the taxonomy that it speaks of"
    )
}
