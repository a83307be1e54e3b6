internal import CoinModel
internal import CoinTables

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

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
    /// How cheap a coin is for its development, its trading and its age: minus the valuation residual.
    case valuation

    /// Its name in weights and columns.
    var name: String {
        switch self {
        case .development: "development"
        case .developers: "developers"
        case .volume: "volume"
        case .search: "search"
        case .valuation: "valuation"
        }
    }

    /// The columns of m, s and z, and of what it adds to the score.
    var meanColumn: String { "mean_" + name }
    var errorColumn: String { "error_" + name }
    var scoreColumn: String { "z_" + name }
    var contributionColumn: String { "contribution_" + name }

    /// Its share of the score.
    var weight: Double {
        switch self {
        case .development: 0.45
        case .developers, .volume, .search: 0.15
        case .valuation: 0.10
        }
    }

    /// Which random numbers it takes: development and developers share theirs, since they see the same commits.
    var draw: Int {
        self == .developers ? DiscoverySignal.development.draw : rawValue + 1
    }

    /// The place of its weight's random numbers.
    var weightDraw: Int { rawValue + 1 }
}

/// What is known of a signal of one coin: a mean and its error, or why there is none.
struct SignalEstimate {
    /// m, or why the coin lacks the signal.
    let mean: Measured
    /// s; NaN without m.
    let error: Double

    static func missing(_ reason: MissingReason) -> SignalEstimate {
        SignalEstimate(mean: .missing(reason), error: .nan)
    }
}

extension RateRatio.Posterior {
    /// m and s of log₂ θ: (ψ(α) − ψ(β) + ln(t_B/t_R)) / ln 2 and √(ψ₁(α) + ψ₁(β)) / ln 2.
    var estimate: SignalEstimate {
        let mean = digamma(share.alpha) - digamma(share.beta) + log(weeksRatio)
        let error = (trigamma(share.alpha) + trigamma(share.beta)).squareRoot()
        return SignalEstimate(mean: Measured(mean / log(2), orMissing: .noActivity), error: error / log(2))
    }
}
