internal import CoinModel

/// The frame of charts over places in time, weeks as a rule: some of them shaded, the months' first days as lines.
///
/// Nothing distorts at any width: a place is 10 units of an inner drawing that is stretched, whose strokes are not; text
/// stands outside it, at a percentage of the width.
struct TimeFrame {
    /// How many places are shown: weeks, or days so far apart.
    let count: Int
    /// How many weeks one value that is drawn stands for: 1, and more where all of a long history is drawn.
    let step: Int
    /// How the style and the choice of periods name it: by its weeks, `all`, or `days`.
    let name: String
    /// What time it shows, in words.
    let span: String
    /// What is shaded, by its places.
    private let shaded: [Range<Int>]
    /// The days that have a line and may have a name, from the left.
    private let ticks: [Tick]

    private struct Tick {
        /// Its part of the width.
        let share: Double
        let name: String
        /// The same in percent.
        var place: String { PathData.number(100 * share) }
        /// Whether its name stands on the axis, and whether that may be hidden where there is little room.
        var isNamed = true
        var isAlternative = false
    }

    /// A frame of weeks, of which some are shaded.
    init(count: Int, newest: Week, shaded: [ClosedRange<Week>] = [], name: String? = nil) {
        step = max(1, (count + TimeFrame.mostValues - 1) / TimeFrame.mostValues)
        // The oldest value stands for as many weeks as the others.
        let count = (count + step - 1) / step * step
        (self.count, self.name) = (count, name ?? "\(count)")
        let first = newest.advanced(by: 1 - count)
        span = "weeks of \(first) to \(newest)"
        self.shaded = shaded.map { weeks in
            let places = (first.distance(to: weeks.lowerBound), first.distance(to: weeks.upperBound) + 1)
            return max(0, min(count, places.0))..<max(0, min(count, places.1))
        }
        ticks = TimeFrame.months(of: 7 * count, from: first.start)
    }

    /// A frame of days so many apart, of which each is drawn, however many there are.
    init(days: ClosedRange<Day>, each pitch: Int) {
        let (first, last) = (days.lowerBound, days.upperBound)
        (count, step, name, shaded) = (first.distance(to: last) / pitch + 1, 1, "days", [])
        span = "\(first) to \(last)"
        ticks =
            pitch * count > TimeFrame.mostNamedDays
            ? TimeFrame.months(of: pitch * count, from: first) : TimeFrame.days(of: pitch * count, from: first)
    }

    /// The most values that are drawn of a series.
    private static let mostValues = 160

    /// How many values are drawn of a series.
    var values: Int { count / step }

    /// The values that are drawn, those before the newest weeks paler where these are shaded.
    var parts: [(values: Range<Int>, isPale: Bool)] {
        guard shaded.count == 1, shaded[0].upperBound == count else { return [(0..<values, false)] }
        let start = shaded[0].lowerBound / step
        return [(0..<start, true), (start..<values, false)]
    }

    /// Where a value lies within the inner drawing: in the middle of its weeks.
    func x(_ place: Int) -> Double { (Double(place) * 10 + 5) * Double(step) }

    /// The values that are drawn of a weekly series, oldest first: its newest weeks, or of each step their mean, or with
    /// `takesNewest` the newest of them that is known.
    func drawn(_ values: some Collection<Double>, takesNewest: Bool = false) -> [Double] {
        let newest = Array(values.suffix(count))
        let weeks = Array(repeating: Double.nan, count: count - newest.count) + newest
        guard step > 1 else { return weeks }
        return stride(from: 0, to: count, by: step).map { start in
            let known = weeks[start..<start + step].filter(\.isFinite)
            if takesNewest || known.isEmpty { return known.last ?? .nan }
            return known.reduce(0, +) / Double(known.count)
        }
    }

    /// The plot of one chart: its grid, the inner drawing, and what is written on it; `title` says what it shows to those who
    /// do not see it, as HTML, and is nil where that stands beside it.
    func plot(height: Double, grid: [Double], _ content: String, labels: String = "", title: String? = nil) -> String {
        let (tall, units) = (PathData.number(height), count * 10)
        let role = title.map { "role=\"img\"><title>\($0)</title>" } ?? "aria-hidden=\"true\">"
        var svg = "<svg height=\"\(tall)\" \(role)"
        for weeks in shaded where !weeks.isEmpty {
            let (x, width) = (share(weeks.lowerBound), share(weeks.count))
            svg += "<rect class=\"win\" x=\"\(x)%\" width=\"\(width)%\" height=\"\(tall)\"/>"
        }
        let lines =
            ticks.map { "M\(PathData.number($0.share * Double(units))) 0V\(tall)" }
            + grid.map { "M0 \(PathData.number($0))H\(units)" }
        svg += "<svg viewBox=\"0 0 \(units) \(tall)\" preserveAspectRatio=\"none\" width=\"100%\" height=\"\(tall)\">"
        svg +=
            PathData.element(lines.joined(), class: "gr") + content
            + "</svg>\(labels)<line class=\"hair\" y2=\"\(tall)\" display=\"none\"/></svg>"
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

    /// The names of the months, or of days, below all charts; every second one may be hidden where there is little room.
    var axis: String {
        let texts = ticks.filter(\.isNamed).map { tick in
            "<text\(tick.isAlternative ? " class=\"alt\"" : "") x=\"\(tick.place)%\" y=\"12\">\(tick.name)</text>"
        }
        return "<div class=\"plot k\(name)\"><svg height=\"16\" aria-hidden=\"true\">\(texts.joined())</svg></div>"
    }

    /// So many places in percent of the width.
    func share(_ places: Int) -> String { PathData.number(100 * Double(places) / Double(count)) }

    /// The first days of months; of more than three years only those of years, for which there is room.
    private static func months(of count: Int, from first: Day) -> [Tick] {
        let weeks = count / 7
        let found = (0..<count).compactMap { offset -> (tick: Tick, month: Int)? in
            let (year, month, day) = first.advanced(by: offset).civil
            guard day == 1, weeks <= 160 || month == 1 else { return nil }
            let name = month == 1 ? "\(year)" : Day.shortMonths[month - 1]
            return (Tick(share: Double(offset) / Double(count), name: name), month)
        }
        let isNamed = found.map { weeks > 160 || ($0.month - 1).isMultiple(of: weeks > 60 ? 3 : 1) }
        let named = isNamed.count { $0 }
        var place = 0
        return zip(found, isNamed).map { found, isNamed in
            var tick = found.tick
            tick.isNamed = isNamed
            guard isNamed else { return tick }
            defer { place += 1 }
            tick.isAlternative =
                switch weeks {
                case 161...: named > 6 && place % 2 == 1
                case 61...: !(found.month - 1).isMultiple(of: 6)
                default: weeks > 26 && found.month.isMultiple(of: 2)
                }
            return tick
        }
    }

    /// The most days that are named as such: of more, their months are.
    private static let mostNamedDays = 62

    /// Each day, or of more than ten each seventh.
    private static func days(of count: Int, from first: Day) -> [Tick] {
        stride(from: 0, to: count, by: count > 10 ? 7 : 1).enumerated().map { place, offset in
            let (_, month, day) = first.advanced(by: offset).civil
            let name = "\(day) \(Day.shortMonths[month - 1])"
            return Tick(share: Double(offset) / Double(count), name: name, isAlternative: place % 2 == 1)
        }
    }
}
