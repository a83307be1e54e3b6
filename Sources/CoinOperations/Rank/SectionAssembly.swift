internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import RawInput

extension Panel {
    /// The cross-section at a moment with what other rooms add to it: the seed of each coin's draws, and the common scale
    /// of search-interest exports.
    func wholeSection(at asOf: AsOf, _ parts: SectionParts = .all) throws -> CrossSection {
        var section = try section(at: asOf, parts)
        if parts.contains(.seeds) { section.seeds = section.coins.map { Digest.leading64($0.id) } }
        if parts.contains(.interestScale) {
            let exports = try SharedSearchTerms(reader, asOf).exports
            let scales = InterestScale(exports).scales
            section.interestScale = SharedSearchTerms.scales(of: section, among: scales)
        }
        return section
    }
}
