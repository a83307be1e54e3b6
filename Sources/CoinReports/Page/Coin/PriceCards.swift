internal import CoinModel
internal import CoinTables

/// The cards of a page that say how the price changed over a day, a week and a month, each with the prices between.
struct PriceCards {
    private let changes: [Dossier.Change]
    private let quote: String

    /// The most values that are drawn of a span.
    private static let mostValues = 120
    private static let size = (width: 300.0, height: 90.0)

    init(_ changes: [Dossier.Change], quote: String) {
        self.changes = changes
        self.quote = quote
    }

    /// What the template can ask; nil where no span has a change.
    var view: [String: Any]? {
        guard !changes.isEmpty else { return nil }
        let rows = changes.flatMap { change in
            thinned(change.points).reversed().map { point -> [Cell] in
                let span = PriceCards.title(of: change.span)
                return [span, point.at.description, written(point.price), change.change.end.source].map(Cell.text)
            }
        }
        let columns = ["Span", "Time", "Price", "Source"].map { Column.text($0.lowercased(), $0, $0 + " of a price.") }
        let table = Table(title: "Prices in numbers", columns: columns, rows: rows)
        return ["spans": changes.map(view), "numbers": PlainTable.view(table)]
    }

    /// A change as tile and card write it.
    static func text(_ percent: Double) -> String { PageNumber.fixed(percent, 1, signed: true) + "\u{202F}%" }

    private static func title(of span: PriceSpan) -> String { "\(span.name.dropLast()) \(span.name.suffix(1))" }

    /// Of more prices than can be drawn the newest of each slice of time, and the first.
    private func thinned(_ points: [(at: Instant, price: Double)]) -> [(at: Instant, price: Double)] {
        guard points.count > PriceCards.mostValues, let first = points.first, let last = points.last else {
            return points
        }
        let slice = max(1, (last.at.milliseconds - first.at.milliseconds) / Int64(PriceCards.mostValues))
        var newest = [first]
        var place: Int64 = -1
        for point in points.dropFirst() {
            let next = (point.at.milliseconds - first.at.milliseconds) / slice
            if next == place { newest[newest.count - 1] = point } else { newest.append(point) }
            place = next
        }
        return newest
    }

    private func view(_ change: Dossier.Change) -> [String: String] {
        let title = PriceCards.title(of: change.span)
        let percent = PriceCards.text(change.change.percent)
        let points = thinned(change.points)
        guard change.change.origin != .stated, points.count > 1, let first = points.first, let last = points.last else {
            return ["title": title, "change": percent, "range": "stated by \(change.change.end.source)", "svg": ""]
        }
        let values = points.map(\.price)
        let (low, high) = (values.min() ?? first.price, values.max() ?? last.price)
        let scale = ChartScale.prices(low, high, height: PriceCards.size.height)
        let length = Double(max(1, last.at.milliseconds - first.at.milliseconds))
        let places = points.map { point -> TimeSeries.Point in
            let x = Double(point.at.milliseconds - first.at.milliseconds) / length * PriceCards.size.width
            return (x, scale.y(point.price))
        }
        let path = PathData.element(TimeSeries.open(places), class: "s-valuation")
        let text = "\(percent) from \(written(first.price)) to \(written(last.price))"
        let range =
            "low \(written(low)), high \(written(high)); \(change.points.count) prices by \(change.change.end.source)"
        let (width, height) = (PathData.number(PriceCards.size.width), PathData.number(PriceCards.size.height))
        let label = PageText().escapeText("Price over \(title): \(text); \(range).")
        let svg =
            "<svg viewBox=\"0 0 \(width) \(height)\" preserveAspectRatio=\"none\" height=\"\(height)\" role=\"img\">"
            + "<title>\(label)</title>\(path)</svg>"
        return ["title": title, "change": text, "range": range, "svg": svg]
    }

    private func written(_ price: Double) -> String { PageNumber.money(price, quote) }
}
