/// What is measured, and in which unit: the name of a column of facts.
///
/// A money metric names its quote currency (`price_usd`, `volume_eth`), so that amounts in two currencies are two
/// metrics and are never mixed.
public struct Metric: Hashable, Sendable {
    /// The name that stands in the store and in exports, such as `price_usd` or `commits`.
    public let name: String
    /// The unit of its values, such as `USD`, `coins`, `commits`.
    public let unit: String

    /// A metric by its name and unit; the static members below are the ones in use.
    public init(name: String, unit: String) { (self.name, self.unit) = (name, unit) }
}

extension Metric {
    /// Price of one coin in a quote currency (lower-case code).
    public static func price(_ quote: String) -> Metric { money("price", quote) }
    /// Market capitalisation in a quote currency; 0 means unknown to most sources and is left out by their readers.
    public static func marketCap(_ quote: String) -> Metric { money("market_cap", quote) }
    /// Traded volume of the 24 hours before the fact, in a quote currency; 0 is a value.
    public static func volume(_ quote: String) -> Metric { money("volume", quote) }
    /// Traded volume of the hour that ends with the fact, in a quote currency; 0 is a value.
    public static func tradedInHour(_ quote: String) -> Metric { money("traded_in_hour", quote) }
    /// Coins in circulation.
    public static let circulatingSupply = Metric(name: "circulating_supply", unit: "coins")
    /// Coins that exist, those not in circulation included, less the burnt ones; 0 means unknown to most sources
    /// and is left out by their readers.
    public static let totalSupply = Metric(name: "total_supply", unit: "coins")
    /// Coins that can ever exist; 0 means no such limit, or unknown, and is left out, too.
    public static let maxSupply = Metric(name: "max_supply", unit: "coins")
    /// Commits of a week that a source counts for a repository, merges and bots included where the source has them.
    public static let commits = Metric(name: "commits", unit: "commits")
    /// Those of `commits` that are merges.
    public static let merges = Metric(name: "merges", unit: "commits")
    /// Those of `commits` that bots made.
    public static let botCommits = Metric(name: "bot_commits", unit: "commits")
    /// Those of `commits` that AI agents made.
    public static let agentCommits = Metric(name: "agent_commits", unit: "commits")
    /// Those of `commits` that are merges by bots or agents, so in both counts.
    public static let botMerges = Metric(name: "bot_merges", unit: "commits")
    /// Those of `commits` that are neither merges nor bots' or agents', work that landed before left out.
    public static let commitsByPeople = Metric(name: "commits_by_people", unit: "commits")
    /// Distinct authors of a week.
    public static let developers = Metric(name: "developers", unit: "developers")
    /// Distinct (author, UTC day) pairs of a week.
    public static let developerDays = Metric(name: "developer_days", unit: "developer-days")
    /// 1 for a week without a row between the first and the last of a repository in a file of weekly counts: how many
    /// commits it had is unknown, but where the file's own definition takes it for empty.
    public static let weeksWithoutRow = Metric(name: "weeks_without_row", unit: "weeks")
    /// Commits of the seven whole days that end with a day: GitHub's `participation`, which has no Sundays.
    public static let commitsOfSevenDays = Metric(name: "commits_of_seven_days", unit: "commits")
    /// New stars of a repository in a week, of those that it still has: each that is taken back later lowers the week in which it was
    /// given, so an answer fetched later may say less; 0 is a value.
    public static let stars = Metric(name: "stars", unit: "stars")
    /// Releases that a repository published on a day, by a host's list; days without one have no value.
    public static let releases = Metric(name: "releases", unit: "releases")
    /// How many releases one answer of that list has, of any kind and age: when the list was read.
    public static let releasesListed = Metric(name: "releases_listed", unit: "releases")
    /// How many tags one answer of a host's list of them has: those of a repository whose list of releases is empty.
    public static let tagsListed = Metric(name: "tags_listed", unit: "tags")
    /// Issues and pull requests of a repository at a moment; 0 is a value.
    public static let issuesAndPulls = [
        ("open_issues", "issues"), ("closed_issues", "issues"), ("open_pull_requests", "pull requests"),
        ("merged_pull_requests", "pull requests"),
    ].map { Metric(name: $0, unit: $1) }
    /// Search interest 0–100 on its own export's scale; ½ stands for `<1`.
    public static let interest = Metric(name: "interest", unit: "index")
    /// US dollars that one unit of a currency is worth.
    public static let rate = Metric(name: "rate_usd", unit: "USD")
    /// US dollars of capitalisation of all coins that a source counts.
    public static let totalMarketCap = money("total_market_cap", "usd")
    /// US dollars traded of all of them in the 24 hours before the fact; 0 is a value.
    public static let totalVolume = money("total_volume", "usd")
    /// Bitcoin's share of that capitalisation, 0 to 1: its dominance.
    public static let bitcoinShare = Metric(name: "bitcoin_share", unit: "share")
    /// Ether's share, 0 to 1.
    public static let etherShare = Metric(name: "ether_share", unit: "share")
    /// That capitalisation by the one of 24 hours before.
    public static let totalMarketCapRatio = Metric(name: "total_market_cap_ratio_24h", unit: "ratio")
    /// How many coins a source counts.
    public static let coinCount = Metric(name: "coin_count", unit: "coins")
    /// What is known of the market as a whole, in the order in which sources are read.
    public static let ofMarket = [
        totalMarketCap, totalVolume, bitcoinShare, etherShare, coinCount, totalMarketCapRatio,
    ]
    /// How much coins are used, in the order of `Fundamental`: values locked in protocols and on chains, fees and revenue of 30
    /// days, in US dollars; 0 is a value.
    public static let fundamentals = ["tvl_usd", "chain_tvl_usd", "fees_30d", "revenue_30d"].map {
        Metric(name: $0, unit: "USD")
    }
    /// How much chains are used and articles read, in the order of `WeeklyUse`, of a day; 0 is a value.
    public static let uses = [
        Metric(name: "active_addresses", unit: "addresses"), Metric(name: "transactions", unit: "transactions"),
        Metric(name: "transferred_usd", unit: "USD"), Metric(name: "chain_fees_usd", unit: "USD"),
        Metric(name: "active_supply", unit: "coins"), Metric(name: "page_views", unit: "views"),
    ]
    /// Newest positive price of a week.
    public static func close(_ quote: String) -> Metric { money("close", quote) }
    /// Arithmetic mean of a week's volumes.
    public static func volumeMean(_ quote: String) -> Metric { money("volume_mean", quote) }
    /// Median of a week's volumes.
    public static func volumeMedian(_ quote: String) -> Metric { money("volume_median", quote) }
    /// Newest market capitalisation of a week.
    public static func capitalisation(_ quote: String) -> Metric { money("capitalisation", quote) }

    /// The same in a series of hours, which is shown and never ranked: no week, no newest price is made from it.
    public var hourly: Metric { Metric(name: Metric.ofHours + name, unit: unit) }

    private static let ofHours = "hour_"

    /// Whether it is a price, which is above zero.
    public var isPrice: Bool {
        name.hasPrefix("price_") || name.hasPrefix(Metric.ofHours + "price_") || self == .rate
    }

    /// Whether it is what a market file is loaded for: a price, a capitalisation or a volume, a figure of the whole market or one
    /// of use.
    public var isMarketFigure: Bool {
        isPrice || name.hasPrefix("market_cap_") || name.hasPrefix("volume_") || Metric.ofMarket.contains(self)
            || Metric.fundamentals.contains(self) || Metric.uses.contains(self)
    }

    private static func money(_ name: String, _ quote: String) -> Metric {
        Metric(name: name + "_" + quote, unit: quote.uppercased())
    }
}
