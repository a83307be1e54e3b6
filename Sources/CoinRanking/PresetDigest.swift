internal import CoinModel

extension Preset {
    /// What tells a preset with its weights and options from any other way to rank: 32 hexadecimal digits.
    ///
    /// - Parameter options: what is changed of the preset.
    /// - Returns: the digest.
    public func digest(_ options: RankingOptions) -> String {
        let switches = [options.plain52, options.includeDerivatives, options.fitPrior].map(\.description)
        return Hash128(texts: [digest(options.weights)] + switches).description
    }
}
