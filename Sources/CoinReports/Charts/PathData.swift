/// The data of an SVG path: moves absolute, lines relative, in tenths at most, as short as they can be written.
struct PathData {
    private(set) var text = ""
    private var last = (x: 0.0, y: 0.0)
    private var isInLine = false

    /// Begins again at a point.
    mutating func move(_ x: Double, _ y: Double) {
        text += "M\(PathData.number(x)) \(PathData.number(y))"
        last = (x, y)
        isInLine = false
    }

    /// A line to a point.
    mutating func line(_ x: Double, _ y: Double) {
        let (right, down) = (PathData.number(x - last.x), PathData.number(y - last.y))
        // Lines that follow one another share a letter, and a minus separates as well as a blank.
        text += isInLine ? right.hasPrefix("-") ? right : " " + right : "l" + right
        text += down.hasPrefix("-") ? down : " " + down
        last = (x, y)
        isInLine = true
    }

    /// A line up (below zero) or down.
    mutating func vertical(_ length: Double) {
        text += "v" + PathData.number(length)
        last.y += length
        isInLine = false
    }

    /// A dot, which a round cap makes visible.
    mutating func dot(_ x: Double, _ y: Double) {
        move(x, y)
        text += "h0"
        isInLine = false
    }

    /// A number rounded to tenths.
    static func number(_ value: Double) -> String {
        let tenths = (value * 10).rounded()
        guard let whole = Int(exactly: tenths) else { return "0" }
        return whole.isMultiple(of: 10) ? "\(whole / 10)" : "\(Double(whole) / 10)"
    }

    /// A path element; nothing where it has no data.
    static func element(_ data: String, class name: String = "") -> String {
        if data.isEmpty { return "" }
        return name.isEmpty ? "<path d=\"\(data)\"/>" : "<path class=\"\(name)\" d=\"\(data)\"/>"
    }
}
