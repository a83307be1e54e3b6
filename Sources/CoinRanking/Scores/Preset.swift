internal import CoinModel
internal import CoinTables

/// A way to score and rank coins.
public enum Preset: String, Sendable, CaseIterable {
    /// By normal scores of development, developers, volume and search interest, among eligible coins.
    case discovery
    /// By winsorised z-scores of development, volume, momentum, volatility and search interest.
    case classic
    /// By the change of mean weekly commits of the last 12 against the last 52 weeks.
    case activity

    /// What it ranks by, in a few words.
    public var title: String {
        switch self {
        case .discovery: "Coins worth a closer look"
        case .classic: "Coins by development, volume, momentum, volatility and search interest"
        case .activity: "Coins by change of developer activity, 12 against 52 weeks"
        }
    }

    /// The columns shown when none are chosen, by the lower-case quote currency; they only ever grow at the end within a
    /// major version.
    public func defaultColumns(quote: String) -> [String] {
        let (price, cap) = ("price_" + quote, "market_cap_" + quote)
        return switch self {
        case .discovery:
            [
                "rank", "rank_low", "rank_high", "coin_id", "symbol", "name", "score_pct", "state", "theta_median",
                "theta_p05", "theta_p95", "p_up", "dev12", "dev52", "dev_change_pct", "vol_trend", "search_momentum",
                "cap_against_volume", price, cap, "momentum12", "score",
            ] + DiscoverySignal.allCases.map(\.contributionColumn)
                + [
                    "coverage", "reason", "rank_without_repositories", "unit", "units_recent", "units_base",
                    "price_time", "p_top10", "worth_a_look", "tags", "peer_pct",
                ]
        case .classic:
            [
                "rank", "coin_id", "symbol", "name", price, cap, "dev12", "dev52", "dev_ratio",
                "vol12", "vol52", "vol_ratio", "momentum12", "volatility52", "trend12", "trend52", "trend_ratio",
                "z_dev", "z_vol", "z_momentum", "z_volatility", "z_trend", "score",
            ]
        case .activity:
            [
                "rank", "coin_id", "symbol", "name", "dev_change_pct", "dev12", "dev52", "state", price,
                cap, "vol_ratio", "momentum12", "trend_ratio", "reason", "price_time",
            ]
        }
    }

    /// The columns that a terminal has room for, when none are chosen: of `discovery` what a person looks at first, in
    /// some 115 characters; of `classic` the score and what it adds up before the other default ones.
    public func terminalColumns(quote: String) -> [String] {
        switch self {
        case .discovery:
            ["rank", "rank_low", "rank_high", "coin_id", "symbol", "score_pct", "coverage", "state", "because"]
        case .classic:
            classicLead + defaultColumns(quote: quote).filter { !classicLead.contains($0) }
        case .activity: defaultColumns(quote: quote)
        }
    }

    /// The columns that the screen of a ranking is made from, which a terminal shows when neither columns nor rows are chosen;
    /// none for a preset that has none.
    public func screenColumns(quote: String) -> [String] {
        guard self == .discovery else { return [] }
        return [
            "rank", "rank_low", "rank_high", "coin_id", "name", "symbol", "theta_median", "theta_p05", "theta_p95",
            "state",
            "price_" + quote, "price_time", "price_age_days", "change_7d", "market_cap_" + quote, "unit",
            "units_recent", "weeks_recent", "units_base", "weeks_base", "p_top10", "worth_a_look", "reason",
        ]
    }

    private var classicLead: [String] {
        ["rank", "coin_id", "symbol", "score", "z_dev", "z_vol", "z_momentum", "z_volatility", "z_trend"]
    }

    /// The columns that the page of a ranking shows or offers, when none are chosen.
    public func pageColumns(quote: String) -> [String] {
        let all = defaultColumns(quote: quote)
        let further = [
            "pace12", "pace40", "change_12w", "weeks_recent", "because", "cap_share", "vol12", "drawdown", "age_weeks",
            "change_24h", "change_7d", "change_30d", "change_1y", "call", "p_excess", "flags", "last_price_" + quote,
            "last_price_time",
        ]
        return self == .discovery ? all + further : all
    }

    /// The columns that are kept with a ranking: those that are shown, and what it scored by; the others take measures
    /// that the ranking may do without.
    public func storedColumns(quote: String) -> Set<String> {
        let shown = defaultColumns(quote: quote) + terminalColumns(quote: quote) + screenColumns(quote: quote)
        return Set(shown + Table.priceDates + ["score"])
    }

    /// The signals whose weights can be changed.
    public var signals: [String] { weighted.map(\.name) }

    /// Their own weights.
    public var weights: [String: Double] {
        Dictionary(firstOf: weighted.map { ($0.name, $0.weight) })
    }

    private var weighted: [(name: String, weight: Double)] {
        switch self {
        case .classic: ClassicSignal.all.map { ($0.name, $0.weight) }
        case .discovery: DiscoverySignal.allCases.map { ($0.name, $0.weight) }
        case .activity: []
        }
    }

    /// Whether stablecoins and other derivatives are kept out.
    var excludesDerivatives: Bool { self != .classic }

    /// The fewest weeks of the plain means.
    var fewestWeeks: MinimumWeeks {
        self == .classic ? MinimumWeeks(recent: 8, year: 26) : MinimumWeeks(recent: 1, year: 1)
    }
}
