internal import CoinModel

/// What a person may change of a preset.
public struct RankingOptions: Sendable {
    /// Whether the mean over 52 weeks counts the weeks before a coin's first commit as 0.
    public var plain52 = false
    /// Whether derivatives are ranked too.
    public var includeDerivatives = false
    /// The least capitalisation of a coin that stands out, in the currency that is shown; nil for any.
    public var capFrom: Double?
    /// The largest one; nil for any.
    public var capTo: Double?
    /// Other weights for signals of the preset, by name.
    public var weights: [String: Double] = [:]
    /// How developer activity is compared; no report is made by another way than the method's.
    var activity = ActivityMethod()

    /// The preset's own settings.
    public init() {}

    /// The largest weight: only proportions matter, and sums of weights have to stay numbers.
    static let largestWeight = 1e6

    /// Checks that the weights make sense to a preset.
    ///
    /// - Throws: `RequestError` when a name is not a signal of the preset, a weight is not a number to weigh with or all are 0.
    func check(_ preset: Preset) throws(RequestError) {
        for (name, weight) in weights.sorted(by: { $0.key < $1.key }) {
            guard preset.signals.contains(name) else {
                let known = preset.signals.isEmpty ? "none" : preset.signals.joined(separator: ", ")
                let next = "preset \(preset.rawValue) has \(known)"
                throw RequestError(.weights, unknown("signal", name, among: preset.signals, else: next))
            }
            guard abs(weight) <= RankingOptions.largestWeight else {
                throw RequestError(.weights, "weight of `\(name)` is \(weight); give a number of at most 1000000")
            }
        }
        if preset == .discovery, let name = preset.signals.first(where: { (weights[$0] ?? 0) < 0 }) {
            throw RequestError(.weights, "weight of `\(name)` is below 0; every signal counts for its coin")
        }
        if !preset.signals.isEmpty, preset.signals.allSatisfy({ weights[$0] == 0 }) {
            throw RequestError(.weights, "all weights are 0; give one signal another weight")
        }
    }
}

extension Preset {
    /// The edition of the presets' rules: it rises when a formula changes, so that earlier reports can be recognised.
    static let rules = 4

    /// A digest of the preset with its weights and options in 32 hexadecimal digits: another for any other way to rank.
    public func digest(_ options: RankingOptions) -> String {
        let own = weights.merging(options.weights) { $1 }
        let weights = signals.map { "\($0)=\(own[$0] ?? 0)" }
        let switches = [options.plain52, options.includeDerivatives].map(\.description)
        let limits = [("from", options.capFrom), ("to", options.capTo)].compactMap { name, cap in
            cap.map { "\(name) \($0)" }
        }
        return Hash128(texts: [rawValue, String(Preset.rules)] + switches + limits + weights).description
    }
}
