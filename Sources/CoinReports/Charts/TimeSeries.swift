/// A series within a frame as lines, bands and bars; a gap stays a gap.
struct TimeSeries {
    /// The values that the frame draws, oldest first; NaN where missing.
    let values: [Double]
    let frame: TimeFrame
    let scale: ChartScale

    typealias Point = (x: Double, y: Double)

    /// Values as the frame draws them.
    init(_ values: [Double], _ frame: TimeFrame, _ scale: ChartScale) {
        (self.values, self.frame, self.scale) = (values, frame, scale)
    }

    /// Weeks with values, one after the other.
    var runs: [Range<Int>] {
        var runs: [Range<Int>] = []
        for (week, value) in values.enumerated() where value.isFinite {
            if let last = runs.last, last.upperBound == week {
                runs[runs.count - 1] = last.lowerBound..<week + 1
            } else {
                runs.append(week..<week + 1)
            }
        }
        return runs
    }

    /// Where the values of a run lie.
    func points(_ run: Range<Int>) -> [Point] { run.map { (frame.x($0), scale.y(values[$0])) } }

    /// The line of the values, with a dot where a week stands between gaps and, where `marksNewest`, for the newest.
    func line(class name: String, dots dotName: String = "dot", marksNewest: Bool = true) -> String {
        var dots = PathData()
        var content = ""
        let runs = runs
        for run in runs {
            content += part(run, class: name)
            let isMarked = run.count == 1 || marksNewest && run == runs.last
            if isMarked, let last = points(run).last { dots.dot(last.x, last.y) }
        }
        return content + PathData.element(dots.text, class: dotName)
    }

    /// The line of a run; none of a single value.
    func part(_ run: Range<Int>, class name: String) -> String {
        PathData.element(TimeSeries.open(points(run)), class: name)
    }

    /// A dot for each value.
    func dots(class name: String) -> String {
        var dots = PathData()
        for point in runs.flatMap(points) { dots.dot(point.x, point.y) }
        return PathData.element(dots.text, class: name)
    }

    /// The band between bounds over the weeks that have a value; none over a run where a bound is missing.
    func band(_ bounds: [(low: Double, high: Double)], class name: String) -> String {
        guard bounds.count == values.count else { return "" }
        return runs.map { run in
            let ends = run.map { bounds[$0] }
            guard ends.allSatisfy({ $0.low.isFinite && $0.high.isFinite }) else { return "" }
            let high = zip(run, ends).map { (x: frame.x($0), y: scale.y($1.high)) }
            let low = zip(run, ends).map { (x: frame.x($0), y: scale.y($1.low)) }
            return PathData.element(TimeSeries.closed(high + low.reversed()), class: name)
        }.joined()
    }

    /// The path of bars over some weeks, from zero upwards or downwards, or from `base` where that is given; a zero is a stub.
    func bars(_ weeks: Range<Int>, on base: [Double]? = nil) -> String {
        var path = ""
        var last: (week: Int, y: String)?
        for week in weeks where values[week].isFinite && (base == nil || values[week] > 0) {
            let zero = scale.y(max(0, scale.low))
            let start = base.map { scale.y($0[week].isFinite ? $0[week] : 0) } ?? zero
            let height = zero - scale.y(values[week])
            let length = abs(height) < 1 ? 1 : height
            let (y, up, down) = (PathData.number(start), PathData.number(-length), PathData.number(length))
            // A bar goes on from where the one before stands; what fills is closed without a word.
            let isBeside = last.map { $0 == (week - 1, y) } ?? false
            path += isBeside ? "h2" : "M\(PathData.number(Double(week * frame.step) * 10 + 1)) \(y)"
            path += "v\(up)h\(10 * frame.step - 2)v\(down)"
            last = (week, y)
        }
        return path
    }

    /// The path through points; none of a single one.
    static func open(_ points: [Point]) -> String {
        var path = PathData()
        for (place, point) in points.enumerated() {
            if place == 0 { path.move(point.x, point.y) } else { path.line(point.x, point.y) }
        }
        return points.count > 1 ? path.text : ""
    }

    /// The same, back to the first.
    static func closed(_ points: [Point]) -> String {
        let text = open(points)
        return text.isEmpty ? "" : text + "z"
    }
}
