/// The metrics that the `classic` preset weighs.
struct ClassicSignal: Sendable {
    /// The column of the metric, and its name in weights.
    let name: String
    /// The column of its z-score, and the title of that.
    let scoreColumn: String
    let title: String
    let weight: Double

    static let all = [
        ClassicSignal(name: "dev_ratio", scoreColumn: "z_dev", title: "z dev", weight: 0.30),
        ClassicSignal(name: "vol_ratio", scoreColumn: "z_vol", title: "z volume", weight: 0.20),
        ClassicSignal(name: "momentum12", scoreColumn: "z_momentum", title: "z momentum", weight: 0.20),
        ClassicSignal(name: "volatility52", scoreColumn: "z_volatility", title: "z volatility", weight: -0.10),
        ClassicSignal(name: "trend_ratio", scoreColumn: "z_trend", title: "z interest", weight: 0.20),
    ]
}

/// The signals of the `discovery` preset, each a mean m and an error s for every coin that has it.
enum DiscoverySignal: Int, CaseIterable, Sendable {
    /// log₂ of the rate ratio of developer activity.
    case development
    /// The same of weekly distinct developers.
    case developers
    /// The trend of traded volume against the market's.
    case volume
    /// The trend of search interest.
    case search
    /// How small its capitalisation is against that of coins of its volume and effort: minus the residual of
    /// `CapAgainstVolume`. Shown, and weighed 0.
    case capAgainstVolume

    /// Its name in weights and columns.
    var name: String { DiscoverySignal.names[rawValue] }
    private static let names = ["development", "developers", "volume", "search", "cap_against_volume"]

    /// The columns of m, s and z, and of what it adds to the score.
    var meanColumn: String { "mean_" + name }
    var errorColumn: String { "error_" + name }
    var scoreColumn: String { "z_" + name }
    var contributionColumn: String { "contribution_" + name }

    /// Its share of the score: a judgement, for the independent quarters of returns are too few for an estimate.
    var weight: Double {
        switch self {
        case .development: 0.70
        case .developers, .volume, .search: 0.10
        case .capAgainstVolume: 0
        }
    }

    /// Which random numbers it takes: development and developers share theirs, since they see the same commits.
    var draw: Int { self == .developers ? DiscoverySignal.development.draw : rawValue + 1 }
}
