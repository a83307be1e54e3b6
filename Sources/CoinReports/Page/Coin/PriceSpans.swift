internal import CoinModel
internal import CoinTables

/// The price over the last day, week and month, each by the source that has it of most
/// days, three prices at least.
struct PriceSpans {
    private let prices: [Dossier.Prices]
    private let end: Instant
    private let quote: String

    private static let spans: [(title: String, hours: Int64)] = [
        (title: "24 h", hours: 24), ("7 d", 7 * 24), ("1 m", 31 * 24),
    ]
    /// The most values that are drawn of a span.
    private static let mostValues = 120
    private static let size = (width: 300.0, height: 90.0)

    init(_ prices: [Dossier.Prices], upTo end: Instant, quote: String) {
        (self.prices, self.end, self.quote) = (prices, end, quote)
    }

    /// What the template can ask; nil where no span has enough prices.
    var view: [String: Any]? {
        let drawn = PriceSpans.spans.compactMap { span -> Drawn? in
            let start = end.milliseconds - span.hours * 3_600_000
            let all = prices.map { prices -> (source: String, points: [(at: Instant, price: Double)]) in
                (prices.source, prices.points.filter { $0.at.milliseconds >= start })
            }
            // Many prices of one day say less of a month than one of each day; of equals the first by name holds.
            let keys = all.map { (Set($0.points.map(\.at.day)).count, $0.points.count) }
            guard let most = keys.max(by: <), let place = keys.firstIndex(where: { $0 == most }), most.1 > 2 else {
                return nil
            }
            let best = all[place]
            return (span.title, span.hours, best.source, thinned(best.points, span.hours))
        }
        guard !drawn.isEmpty else { return nil }
        let rows = drawn.flatMap { drawn in
            drawn.points.reversed().map {
                ["span": drawn.title, "time": $0.at.description, "price": written($0.price), "source": drawn.source]
            }
        }
        return ["spans": drawn.map(view), "rows": rows]
    }

    private typealias Drawn = (title: String, hours: Int64, source: String, points: [(at: Instant, price: Double)])

    /// Of more prices than can be drawn the newest of each slice of time.
    private func thinned(_ points: [(at: Instant, price: Double)], _ hours: Int64) -> [(at: Instant, price: Double)] {
        guard points.count > PriceSpans.mostValues else { return points }
        let start = end.milliseconds - hours * 3_600_000
        let slice = hours * 3_600_000 / Int64(PriceSpans.mostValues)
        var newest: [(at: Instant, price: Double)] = []
        var last: Int64 = -1
        for point in points {
            let place = (point.at.milliseconds - start) / slice
            if place == last { newest[newest.count - 1] = point } else { newest.append(point) }
            last = place
        }
        return newest
    }

    private func view(_ drawn: Drawn) -> [String: String] {
        let (title, hours, source, points) = drawn
        let values = points.map(\.price)
        guard let first = values.first, let last = values.last, let low = values.min(), let high = values.max() else {
            return [:]
        }
        let scale = ChartScale.prices(low, high, height: PriceSpans.size.height)
        let start = Double(end.milliseconds - hours * 3_600_000)
        let unit = PriceSpans.size.width / (Double(hours) * 3_600_000)
        let places = points.map { point -> TimeSeries.Point in
            ((Double(point.at.milliseconds) - start) * unit, scale.y(point.price))
        }
        let path = PathData.element(TimeSeries.open(places), class: "l-price")
        let change = "\(PageNumber.percent(last / first - 1, signed: true)) from \(written(first)) to \(written(last))"
        let range = "low \(written(low)), high \(written(high)); \(points.count) prices by \(source)"
        let (width, height) = (PathData.number(PriceSpans.size.width), PathData.number(PriceSpans.size.height))
        let label = PageText().escapeText("Price over \(title): \(change); \(range).")
        let svg =
            "<svg viewBox=\"0 0 \(width) \(height)\" preserveAspectRatio=\"none\" height=\"\(height)\" role=\"img\">"
            + "<title>\(label)</title>\(path)</svg>"
        return ["title": title, "change": change, "range": range, "svg": svg]
    }

    private func written(_ price: Double) -> String { PageNumber.money(price, quote) }
}
