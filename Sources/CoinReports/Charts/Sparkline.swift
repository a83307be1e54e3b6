internal import CoinModel
internal import CoinTables

/// A small line drawing of a weekly series, oldest week first, as the numbers of an inline SVG.
///
/// The drawing is 102 wide and 20 high, in whole units to keep pages small; the scale begins at zero, or at the
/// least value when that is negative, and ends at the greatest. A missing week (NaN) is a gap; a week between two gaps is
/// a dot. Nil when no week has a value.
struct Sparkline {
    /// The path's data: a move where a run of weeks begins, then relative lines.
    let path: String
    /// Where the newest value stands.
    let last: (x: Int, y: Int)
    /// What it shows, in words: least, greatest and newest value, missing weeks.
    let label: String

    private static let width = 102.0
    private static let height = 20.0

    init?(_ series: [Double], unit: String) {
        let present = series.indices.filter { series[$0].isFinite }
        guard let newest = present.last else { return nil }
        let values = present.map { series[$0] }
        let least = values.reduce(values[0], min)
        let greatest = values.reduce(values[0], max)
        let floor = min(0, least)
        // Halves first: the range of two great values may be beyond any Double.
        let range = greatest / 2 - floor / 2
        let step = series.count > 1 ? Sparkline.width / Double(series.count - 1) : 0
        let point = { (week: Int) in
            let share = range > 0 ? (series[week] / 2 - floor / 2) / range : 0
            return (x: Int(Double(week) * step + 0.5), y: Int((1 - share) * Sparkline.height + 0.5))
        }
        var path = ""
        var previous: (x: Int, y: Int)?
        for week in series.indices {
            guard series[week].isFinite else {
                previous = nil
                continue
            }
            let here = point(week)
            if let before = previous {
                path += relative(here.x - before.x, here.y - before.y)
            } else {
                path += "M\(here.x) \(here.y)l0 0"
            }
            previous = here
        }
        self.path = path
        last = point(newest)
        let number = { (value: Double) in DisplayCell(number: .number(value), .plain)?.text ?? "" }
        let missing = series.count - present.count
        label =
            "min \(number(least)), max \(number(greatest)), last \(number(series[newest]))"
            + (unit.isEmpty ? "" : " " + unit) + (missing == 0 ? "" : "; \(missing) of \(series.count) weeks missing")
    }
}

/// The coordinates of a relative line; a minus separates as well as a blank.
private func relative(_ x: Int, _ y: Int) -> String {
    " \(x)" + (y < 0 ? "\(y)" : " \(y)")
}
