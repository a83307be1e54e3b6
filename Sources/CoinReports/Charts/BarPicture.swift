internal import CoinTables

/// Charts that are as wide as their card and have no time: a histogram, and one bar of shares.
enum BarPicture {
    private static let steps = 15

    /// How many values lie in each of fifteen equal steps to both sides of zero, the step of the mark dark, and the mark with its
    /// name; nothing without values.
    static func histogram(_ values: [Double], mark: Double, label: String, title: String) -> String {
        let known = values.filter(\.isFinite)
        let most = 1.02 * (known + [mark]).reduce(0) { $1.isFinite ? max($0, abs($1)) : $0 }
        guard !known.isEmpty, most > 0 else { return "" }
        let scale = ChartScale(-most, most, length: 100)
        func step(_ value: Double) -> Int { min(steps - 1, max(0, Int(Double(steps) * scale.share(value)))) }
        var counts = [Int](repeating: 0, count: steps)
        for value in known { counts[step(value)] += 1 }
        let highest = Double(counts.max() ?? 1)
        var html = "<svg class=\"hist\" height=\"170\" role=\"img\"><title>\(PageText().escapeText(title))</title>"
        for (place, count) in counts.enumerated() {
            let (tall, width) = (max(0.5, 124 * Double(count) / highest), 100 / Double(steps))
            let tone = mark.isFinite && place == step(mark) ? "f-development" : "a-band"
            html += "<rect class=\"\(tone)\" x=\"\(PathData.number(width * Double(place)))%\""
            html += " width=\"\(PathData.number(width - 0.5))%\" y=\"\(PathData.number(150 - tall))\""
            html += " height=\"\(PathData.number(tall))\"/>"
        }
        if mark.isFinite {
            let (x, isRight) = (PathData.number(scale.x(mark)), mark > most / 2)
            html += "<line class=\"pt\" x1=\"\(x)%\" x2=\"\(x)%\" y1=\"4\" y2=\"150\"/>"
            html += "<text class=\"v\" x=\"\(x)%\" dx=\"\(isRight ? -6 : 6)\" y=\"14\""
            html += " text-anchor=\"\(isRight ? "end" : "start")\">\(PageText().escapeText(label))</text>"
        }
        for tick in scale.ticks(about: 5) {
            let name = PageNumber.fixed(tick, 2, signed: true)
            html += "<text x=\"\(PathData.number(scale.x(tick)))%\" y=\"165\" text-anchor=\"middle\">\(name)</text>"
        }
        return html + "</svg>"
    }

    private static let tones: [Picture.Tone] = [
        .development, .volume, .search, .developers, .valuation, .excluded,
    ]

    /// One bar of shares, the largest first, with what each is below it; of more than six the smallest are one.
    static func shares(_ shares: [(share: Double, name: String)]) -> String {
        var parts = Array(shares.filter { $0.share > 0 }.prefix(tones.count))
        let rest = shares.dropFirst(parts.count).reduce(0) { $0 + max(0, $1.share) }
        if rest > 0, let last = parts.popLast() {
            parts.append((last.share + rest, "\(shares.count - parts.count) others"))
        }
        var (left, bars, keys) = (0.0, "", "")
        for (tone, part) in zip(tones, parts) {
            let (x, width) = (PathData.number(100 * left), PathData.number(max(0.1, 100 * part.share - 0.2)))
            let words = PageText().escapeText("\(part.name.cut(toWidth: 40)) \(PageNumber.percent(part.share))")
            bars += "<rect class=\"f-\(tone.rawValue)\" x=\"\(x)%\" width=\"\(width)%\" height=\"26\"/>"
            keys += "<li>\(Picture.Mark(.bars(""), tone).swatch)\(words)</li>"
            left += part.share
        }
        return "<svg class=\"hist\" height=\"26\" aria-hidden=\"true\">\(bars)</svg><ul class=\"keys\">\(keys)</ul>"
    }
}
