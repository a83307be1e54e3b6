internal import CoinModel

/// The frame of charts over the newest weeks: the last 12 shaded, the months' first days as lines.
///
/// Nothing distorts at any width: a week is 10 units of an inner drawing that is stretched, whose strokes are not; text
/// stands outside it, at a percentage of the width.
struct WeekFrame {
    /// How many weeks are shown.
    let count: Int
    /// How many weeks one value that is drawn stands for: 1, and more where all of a long history is drawn.
    let step: Int
    /// How the style and the choice of periods name it: by its weeks, or `all`.
    let name: String
    /// The newest of them.
    let newest: Week
    /// The weeks that are shaded, by their places.
    private let shaded: [Range<Int>]
    /// The first days of months among the weeks, with their place in percent of the width.
    private let months: [(place: String, month: Int, name: String)]

    /// A frame in which the last 12 weeks are shaded, or others that are named.
    init(count: Int, newest: Week, shaded: [ClosedRange<Week>]? = nil, name: String? = nil) {
        step = max(1, (count + WeekFrame.mostValues - 1) / WeekFrame.mostValues)
        // The oldest value stands for as many weeks as the others.
        let count = (count + step - 1) / step * step
        (self.count, self.newest, self.name) = (count, newest, name ?? "\(count)")
        let first = newest.advanced(by: 1 - count)
        self.shaded =
            shaded?.map { weeks in
                let places = (first.distance(to: weeks.lowerBound), first.distance(to: weeks.upperBound) + 1)
                return max(0, min(count, places.0))..<max(0, min(count, places.1))
            } ?? [max(0, count - 12)..<count]
        let months = WeekFrame.months(of: count, from: first.start)
        // Of more than three years, only years have room.
        self.months = count > 160 ? months.filter { $0.month == 1 } : months
    }

    /// The most values that are drawn of a series.
    private static let mostValues = 160

    /// Where a value lies within the inner drawing: in the middle of its weeks.
    func x(_ place: Int) -> Double { (Double(place) * 10 + 5) * Double(step) }

    /// The values that are drawn of a weekly series, oldest first: its newest weeks, or of each step their mean, or with
    /// `takesNewest` the newest of them that is known.
    func drawn(_ values: some Collection<Double>, takesNewest: Bool = false) -> [Double] {
        let newest = Array(values.suffix(count))
        guard step > 1 else { return newest }
        let weeks = Array(repeating: Double.nan, count: count - newest.count) + newest
        return stride(from: 0, to: count, by: step).map { start in
            let known = weeks[start..<start + step].filter(\.isFinite)
            if takesNewest || known.isEmpty { return known.last ?? .nan }
            return known.reduce(0, +) / Double(known.count)
        }
    }

    /// The plot of one chart: its grid, the inner drawing, and what is written on it; `title` says what it shows to those who
    /// do not see it, as HTML, and is nil where that stands beside it.
    func plot(
        height: Double,
        grid: [Double],
        _ content: String,
        labels: String = "",
        title: String? = nil
    ) -> String {
        let (tall, units) = (PathData.number(height), count * 10)
        let role = title.map { "role=\"img\"><title>\($0)</title>" } ?? "aria-hidden=\"true\">"
        var svg = "<svg height=\"\(tall)\" \(role)"
        for weeks in shaded where !weeks.isEmpty {
            let (x, width) = (share(weeks.lowerBound), share(weeks.count))
            svg += "<rect class=\"win\" x=\"\(x)%\" width=\"\(width)%\" height=\"\(tall)\"/>"
        }
        for month in months {
            svg += "<line class=\"gr\" x1=\"\(month.place)%\" x2=\"\(month.place)%\" y2=\"\(tall)\"/>"
        }
        for y in grid.map(PathData.number) { svg += "<line class=\"gr\" x2=\"100%\" y1=\"\(y)\" y2=\"\(y)\"/>" }
        svg += "<svg viewBox=\"0 0 \(units) \(tall)\" preserveAspectRatio=\"none\" width=\"100%\" height=\"\(tall)\">"
        svg += content + "</svg>\(labels)<line class=\"hair\" y2=\"\(tall)\" display=\"none\"/></svg>"
        return "<div class=\"plot k\(name)\">\(svg)</div>"
    }

    /// The gutter beside a plot, with what its axis names.
    func gutter(height: Double, _ texts: [(y: Double, text: String, isStrong: Bool)]) -> String {
        let lines = texts.map { line in
            "<text\(line.isStrong ? " class=\"v\"" : "") x=\"2\" y=\"\(PathData.number(line.y))\">\(line.text)</text>"
        }
        let tall = PathData.number(height)
        return "<div class=\"yax k\(name)\"><svg height=\"\(tall)\" aria-hidden=\"true\">\(lines.joined())</svg></div>"
    }

    /// The names of the months below all charts; every second one may be hidden where there is little room.
    var axis: String {
        let named = months.filter { ($0.month - 1).isMultiple(of: count > 60 ? 3 : 1) }
        let texts = named.enumerated().map { place, month in
            let isAlternative =
                count > 160
                ? named.count > 6 && place % 2 == 1 : count > 26 && count <= 60 && month.month.isMultiple(of: 2)
            return "<text\(isAlternative ? " class=\"alt\"" : "") x=\"\(month.place)%\" y=\"12\">\(month.name)</text>"
        }
        return "<div class=\"plot k\(name)\"><svg height=\"16\" aria-hidden=\"true\">\(texts.joined())</svg></div>"
    }

    /// So many weeks in percent of the width.
    func share(_ weeks: Int) -> String { PathData.number(100 * Double(weeks) / Double(count)) }

    private static func months(of count: Int, from first: Day) -> [(place: String, month: Int, name: String)] {
        (0..<7 * count).compactMap { offset in
            let parts = first.advanced(by: offset).description.split(separator: "-").compactMap { Int($0) }
            guard parts.count == 3, parts[2] == 1 else { return nil }
            let name = parts[1] == 1 ? "\(parts[0])" : PageNumber.months[parts[1] - 1]
            return (PathData.number(100 * Double(offset) / Double(7 * count)), parts[1], name)
        }
    }
}
