/// A weekly series as bars of a line of text, a character a week, oldest first: eighths `▁` to `█` of a scale from the least
/// value, or `fromZero`, to the greatest, and `·` for a missing week (NaN); empty when no week has a value.
func sparkBars(_ series: some Collection<Double>, fromZero: Bool) -> String {
    let known = series.filter(\.isFinite)
    guard let least = known.min(), let greatest = known.max() else { return "" }
    let floor = fromZero ? min(0, least) : least
    // Halves first: the range of two great values may be beyond any Double.
    let range = greatest / 2 - floor / 2
    let bars = series.map { value -> Character in
        guard value.isFinite else { return "·" }
        let share = range > 0 ? (value / 2 - floor / 2) / range : 0
        return eighths[min(eighths.count - 1, Int(share * Double(eighths.count)))]
    }
    return String(bars)
}

private let eighths: [Character] = Array("▁▂▃▄▅▆▇█")
