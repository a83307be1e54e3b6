internal import CoinModel
internal import CoinTables

/// The price of a coin's page: the newest, the graph of the last week, changes, range and highest price, each with the
/// reason where it is not known.
struct PriceBox {
    private let dossier: Dossier
    private let columns: RankingColumns

    /// The most values that are drawn of a week.
    private static let mostValues = 170
    private static let size = (width: 300.0, height: 64.0)

    init(_ dossier: Dossier, _ columns: RankingColumns) {
        self.dossier = dossier
        self.columns = columns
    }

    /// What a template can ask.
    var view: [String: Any] {
        let price = columns.price(0, near: dossier.asOf)
        let graph = graph
        return [
            "price": price.text, "day": price.day, "svg": graph?.svg ?? "",
            "note": graph?.note ?? "No prices of the last week are stored, so no graph is drawn.",
            "figures": figures.map(\.view),
        ]
    }

    /// A change as the page writes it.
    static func text(_ percent: Double) -> String { PageNumber.fixed(percent, 1, signed: true) + "\u{202F}%" }

    // MARK: Figures

    private var figures: [PageTile] {
        [
            change("24 hours", "change_24h"), change("7 days", "change_7d"), change("30 days", "change_30d"), range,
            highest,
        ]
            + [change("1 year", "change_1y")]
    }

    private func change(_ title: String, _ name: String) -> PageTile {
        let change = columns.number(name, 0)
        guard change.isFinite else {
            return PageTile(title, PageNumber.missing, note: columns.reason(name, 0) ?? "not known")
        }
        let by = columns.text(name + "_by", 0)
        return PageTile(title, PriceBox.text(change), note: by == "prices" || by.isEmpty ? "" : by)
    }

    private var range: PageTile {
        let title = "Low – high, 24 h"
        guard let low = money(.low24h), let high = money(.high24h) else {
            return PageTile(title, PageNumber.missing, note: "no loaded source states it")
        }
        return PageTile(title, "\(low.text) – \(high.text)", note: "by \(high.source), \(high.day)")
    }

    private var highest: PageTile {
        let title = "All-time high"
        let amount = columns.number("ath_usd", 0)
        let below = columns.number("ath_distance_pct", 0)
        if amount.isFinite, let source = dossier.details[.ath] {
            let day = PageNumber.date(String(columns.text("ath_date", 0).prefix(10)))
            let far = below.isFinite ? "; now \(PageNumber.fixed(abs(below), 1))\u{202F}% below" : ""
            return PageTile(title, PageNumber.money(amount, source.quote), note: "\(day)\(far), by \(source.source)")
        }
        let drawdown = columns.number("drawdown_ever", 0)
        let stored =
            drawdown.isFinite ? "; \(PageNumber.percent(abs(drawdown))) below the highest stored close" : ""
        return PageTile(title, PageNumber.missing, note: "no loaded source states it" + stored)
    }

    private func money(_ field: CoinField) -> (text: String, source: String, day: String)? {
        dossier.details[field].flatMap { detail in
            detail.value.number.map {
                let day = PageNumber.day(detail.time.description, beside: dossier.asOf.description)
                return (PageNumber.money($0, detail.quote), detail.source, day)
            }
        }
    }

    // MARK: Graph

    /// The prices of the week with what they are: the store's own, else those that a source stated.
    private var graph: (svg: String, note: String)? {
        if let (prices, source) = dossier.weekPrices, prices.count > 1, let first = prices.first, let last = prices.last
        {
            let days = "\(day("\(first.at)")) to \(day("\(last.at)")), \(counted(prices.count, "price")) by \(source)"
            return drawn(thinned(prices.map { ($0.at.milliseconds, $0.price) }), days)
        }
        guard let line = dossier.details[.sparkline], let text = line.value.text, line.quote == columns.quote else {
            return nil
        }
        let prices = text.split { !"0123456789.eE+-".contains($0) }.compactMap { Double($0) }.filter { $0 > 0 }
        let points = prices.enumerated().map { (Int64($0), $1) }
        return points.count > 1
            ? drawn(points, "7 days to \(day(line.time.description)), stated by \(line.source)") : nil
    }

    private func day(_ time: String) -> String { PageNumber.day(time, beside: dossier.asOf.description) }

    private func drawn(_ points: [(at: Int64, price: Double)], _ words: String) -> (svg: String, note: String) {
        let values = points.map(\.price)
        let (low, high) = (values.min() ?? 0, values.max() ?? 0)
        let scale = ChartScale(low, high, length: PriceBox.size.height, margin: (4, 4))
        let (first, last) = (points[0], points[points.count - 1])
        let length = Double(max(1, last.at - first.at))
        let places = points.map { point -> TimeSeries.Point in
            (Double(point.at - first.at) / length * PriceBox.size.width, scale.y(point.price))
        }
        let base = "M0 \(PathData.number(scale.y(first.price)))H\(PathData.number(PriceBox.size.width))"
        let range = "low \(written(low)), high \(written(high))"
        let label = PageText().escapeText("Price, \(words): \(range).")
        let svg =
            "<svg class=\"wk\" viewBox=\"0 0 300 64\" preserveAspectRatio=\"none\" role=\"img\"><title>\(label)</title>"
            + PathData.element(base, class: "base") + PathData.element(TimeSeries.open(places)) + "</svg>"
        return (svg, "\(words); \(range); dashed: a week ago")
    }

    /// Of more prices than can be drawn the newest of each slice of time, and the first.
    private func thinned(_ points: [(at: Int64, price: Double)]) -> [(at: Int64, price: Double)] {
        guard points.count > PriceBox.mostValues, let first = points.first, let last = points.last else {
            return points
        }
        let slice = max(1, (last.at - first.at) / Int64(PriceBox.mostValues))
        var newest = [first]
        var place: Int64 = -1
        for point in points.dropFirst() {
            let next = (point.at - first.at) / slice
            if next == place { newest[newest.count - 1] = point } else { newest.append(point) }
            place = next
        }
        return newest
    }

    private func written(_ price: Double) -> String { PageNumber.money(price, columns.quote) }
}
