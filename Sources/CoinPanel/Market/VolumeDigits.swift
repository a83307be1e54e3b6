internal import CoinModel
internal import CoinStore
internal import Platform

/// This is the only place that says whether the volumes of 28 days are round or repeated, as made up ones are.
///
/// Volumes of 10,000 and above count, 10 or more of them. `round`: over half have three significant digits or fewer.
/// `repeated`: over half are the same. Neither where over a fifth of all volumes of the source are so short: it rounds them.
enum VolumeDigits {
    private static let least = 10_000.0
    private static let leastCount = 10

    /// The grounds that the volumes of a coin give.
    static func grounds(_ volumes: [Double]) -> [VolumeGround] {
        let large = volumes.filter { $0 >= least }.sorted()
        guard large.count >= leastCount else { return [] }
        let short = large.count { isShort($0) }
        // What over half have in common is the median.
        let middle = large[large.count / 2]
        let same = large.count { $0 == middle }
        let found: [(VolumeGround, Int)] = [(.round, short), (.repeated, same)]
        return found.filter { 2 * $0.1 > large.count }.map(\.0)
    }

    /// Whether a source rounds its volumes, by how many of all of them are short.
    static func isRounding(short: Int, of all: Int) -> Bool { 5 * short > all }

    /// Whether a positive number has three significant digits or fewer.
    static func isShort(_ volume: Double) -> Bool {
        let exponent = Int(log10(volume).rounded(.down)) - 2
        guard abs(exponent) <= 22 else { return false }
        let scale = pow(10, Double(abs(exponent)))
        // Powers of ten to the 22nd are exact, so that a short decimal reads back as the same number.
        let digits = (exponent > 0 ? volume / scale : volume * scale).rounded()
        return (exponent > 0 ? digits * scale : digits / scale) == volume
    }
}

extension MarketWeeks {
    /// Why the volumes of 28 days look made up, of the source that the weeks of a coin are of; coins without grounds are absent.
    func volumeGrounds(of window: MarketWindow) throws -> [Int: [VolumeGround]] {
        var found: [Int: [VolumeGround]] = [:]
        let span = DatedFigure.earliest(at: asOf.limit)...asOf.limit
        for source in Set(window.sources.compactMap(\.self)).sorted() {
            var volumes = [[Double]](repeating: [], count: coinCount)
            var (all, short) = (0, 0)
            let metric = Metric.volume(quote)
            try reader.facts(metric, source: source, in: span, rowOfEntity: coinOfEntity) { coin, times, values in
                for time in times where values[time.index] > 0 {
                    let volume = values[time.index]
                    all += 1
                    if VolumeDigits.isShort(volume) { short += 1 }
                    if window.sources[coin] == source { volumes[coin].append(volume) }
                }
            }
            guard !VolumeDigits.isRounding(short: short, of: all) else { continue }
            for coin in volumes.indices where !volumes[coin].isEmpty {
                let grounds = VolumeDigits.grounds(volumes[coin])
                if !grounds.isEmpty { found[coin] = grounds }
            }
        }
        return found
    }
}
