internal import CoinTables
internal import Platform

/// This is the only place where a value becomes a place in a chart, along or across it, and where its axis is named.
struct ChartScale {
    /// How long the axis is: the height of a chart along time, 100 for percents of the width, pixels in a row.
    let length: Double
    /// The values at its ends.
    let low: Double
    let high: Double
    let isLogarithmic: Bool
    private let isReversed: Bool
    private let margin: (top: Double, bottom: Double)

    /// From one value to another; logarithmic only where both are positive.
    init(
        _ low: Double,
        _ high: Double,
        length: Double,
        margin: (top: Double, bottom: Double) = (0, 0),
        isLogarithmic: Bool = false,
        isReversed: Bool = false
    ) {
        self.length = length
        self.low = low
        self.high = high
        self.margin = margin
        self.isLogarithmic = isLogarithmic && low > 0
        self.isReversed = isReversed
    }

    /// Counts from zero to the greatest.
    static func counts(_ greatest: Double, height: Double) -> ChartScale {
        ChartScale(0, greatest > 0 ? greatest : 1, length: height, margin: (4, 0))
    }

    /// Positive prices, logarithmic where they span four times.
    static func prices(_ least: Double, _ greatest: Double, height: Double) -> ChartScale {
        let room = greatest > least ? 0 : max(abs(greatest) * 0.1, .leastNormalMagnitude)
        return ChartScale(
            least - room,
            greatest + room,
            length: height,
            margin: (18, 20),
            isLogarithmic: least > 0 && greatest / least >= 4
        )
    }

    /// Ratios to both sides of 1 alike, up to so many times.
    static func ratios(upTo limit: Double, length: Double) -> ChartScale {
        ChartScale(1 / limit, limit, length: length, isLogarithmic: true)
    }

    /// The part of the way from the low to the high end, below 0 and above 1 beyond them; in the middle of no way.
    func share(_ value: Double) -> Double {
        if isLogarithmic { return log(value / low) / log(high / low) }
        // Halves first: the range of two great values may be beyond any Double.
        let range = high / 2 - low / 2
        return range > 0 ? (value / 2 - low / 2) / range : 0.5
    }

    /// The distance of a value from the top.
    func y(_ value: Double) -> Double {
        margin.top + (isReversed ? share(value) : 1 - share(value)) * (length - margin.top - margin.bottom)
    }

    /// The distance of a value from the left; what lies beyond is at the end.
    func x(_ value: Double) -> Double { length * share(max(low, min(high, value))) }

    /// A bar of a chart in percent of the width, never too short to be seen.
    func bar(from start: Double, to end: Double, y: Int, height: Int, class name: String) -> String {
        let (left, right) = (min(x(start), x(end)), max(x(start), x(end)))
        let (place, width) = (PathData.number(left), PathData.number(max(0.3, right - left)))
        return "<rect class=\"\(name)\" x=\"\(place)%\" width=\"\(width)%\" y=\"\(y)\" height=\"\(height)\"/>"
    }

    /// Values that people count by, within the scale, about so many on a linear axis.
    ///
    /// They are 1, 2 and 5 times powers of ten, of a log axis those of ten where it spans a hundred times; of ranks the first and
    /// round ones.
    func ticks(about count: Double = 2.5) -> [Double] {
        if isLogarithmic {
            let factors: [Double] = high / low >= 100 ? [1] : high / low >= 30 ? [1, 3] : [1, 2, 5]
            let powers = Int(log10(low).rounded(.down))...Int(log10(high).rounded(.up))
            return powers.flatMap { power in factors.map { $0 * pow(10, Double(power)) } }.filter {
                $0 >= low && $0 <= high
            }
        }
        let raw = (high - low) / count
        guard raw > 0, raw.isFinite else { return [] }
        let power = pow(10, log10(raw).rounded(.down))
        let step = ([1, 2, 5, 10].first { $0 * power >= raw } ?? 10) * power
        let first = (low / step).rounded(.up) * step
        let ticks = stride(from: first, through: high, by: step).filter { !isReversed || $0 >= 1 }
        return isReversed ? [1] + ticks.filter { $0 > high / 8 } : Array(ticks)
    }
}
