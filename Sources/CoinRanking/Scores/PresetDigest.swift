internal import CoinModel

extension Preset {
    /// The edition of the presets' rules: it rises when a formula changes, so that reports of before can be told apart.
    static let rules = 2

    /// What tells a preset with its weights and options from any other way to rank: 32 hexadecimal digits.
    ///
    /// - Parameter options: what is changed of the preset.
    /// - Returns: the digest.
    public func digest(_ options: RankingOptions) -> String {
        let own = weights.merging(options.weights) { $1 }
        let weights = signals.map { "\($0)=\(own[$0] ?? 0)" }
        let switches = [options.plain52, options.includeDerivatives, options.fitPrior].map(\.description)
        return Hash128(texts: [rawValue, String(Preset.rules)] + switches + weights).description
    }
}
