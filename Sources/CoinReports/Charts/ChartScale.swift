#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Where values lie in a chart of some height, and which of them its axis names.
struct ChartScale {
    /// How high the chart is.
    let height: Double
    private let low: Double
    private let high: Double
    private let isLogarithmic: Bool
    private let isReversed: Bool
    private let margin: (top: Double, bottom: Double)

    /// Counts from zero to the greatest.
    static func counts(_ greatest: Double, height: Double) -> ChartScale {
        ChartScale(height, 0, greatest > 0 ? greatest : 1, margin: (4, 0))
    }

    /// Positive prices, logarithmic where they span four times.
    static func prices(_ least: Double, _ greatest: Double, height: Double) -> ChartScale {
        let isLogarithmic = least > 0 && greatest / least >= 4
        let room = greatest > least ? 0 : max(abs(greatest) * 0.1, .leastNormalMagnitude)
        return ChartScale(height, least - room, greatest + room, isLogarithmic: isLogarithmic, margin: (18, 20))
    }

    /// An index from 0 to 100.
    static func index(height: Double) -> ChartScale { ChartScale(height, 0, 100, margin: (8, 2)) }

    /// Ranks, the first on top.
    static func ranks(of count: Int, height: Double) -> ChartScale {
        ChartScale(height, 1, Double(max(2, count)), isReversed: true, margin: (6, 10))
    }

    private init(
        _ height: Double,
        _ low: Double,
        _ high: Double,
        isLogarithmic: Bool = false,
        isReversed: Bool = false,
        margin: (top: Double, bottom: Double)
    ) {
        (self.height, self.margin, self.isReversed) = (height, margin, isReversed)
        self.isLogarithmic = isLogarithmic && low > 0
        (self.low, self.high) = (low, high)
    }

    /// The value at its upper end.
    var greatest: Double { high }

    /// The distance of a value from the top.
    func y(_ value: Double) -> Double {
        let share =
            isLogarithmic ? log(value / low) / log(high / low) : (value / 2 - low / 2) / (high / 2 - low / 2)
        let fromTop = isReversed ? share : 1 - share
        return margin.top + fromTop * (height - margin.top - margin.bottom)
    }

    /// Values that people count by, within the scale: 1, 2 and 5 times powers of ten, of a log axis those of ten where it
    /// spans a hundred times; of ranks the first and round ones.
    var ticks: [Double] {
        if isLogarithmic {
            let factors: [Double] = high / low >= 100 ? [1] : high / low >= 30 ? [1, 3] : [1, 2, 5]
            let powers = Int(log10(low).rounded(.down))...Int(log10(high).rounded(.up))
            return powers.flatMap { power in factors.map { $0 * pow(10, Double(power)) } }.filter {
                $0 >= low && $0 <= high
            }
        }
        let raw = (high - low) / 2.5
        guard raw > 0, raw.isFinite else { return [] }
        let power = pow(10, log10(raw).rounded(.down))
        let step = ([1, 2, 5, 10].first { $0 * power >= raw } ?? 10) * power
        let first = (low / step).rounded(.up) * step
        let ticks = stride(from: first, through: high, by: step).filter { !isReversed || $0 >= 1 }
        return isReversed ? [1] + ticks.filter { $0 > high / 8 } : Array(ticks)
    }
}
