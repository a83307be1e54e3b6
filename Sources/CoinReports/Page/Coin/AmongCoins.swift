internal import CoinModel
public import CoinTables

/// Where a coin stands among the ranked ones: a strip for each of seven measures with a stroke for each coin.
///
/// The strokes are drawn once for all coins of a site.
public final class AmongCoins: Sendable {
    private let strips: [Strip]

    /// The values of the ranked coins, the least first.
    private struct Strip: Sendable {
        let measure: Measure
        let values: [Double]
        let scale: ChartScale
        let strokes: String
    }

    /// A measure, how its values are written, and whether they lie on a logarithmic scale.
    private typealias Measure = (column: String, title: String, form: PageForm, isLogarithmic: Bool)

    /// The most strokes of a strip: of more coins, every so manyth is drawn.
    private static let mostStrokes = 300
    private static let width = 200.0

    /// The measures of all ranked coins of a ranking.
    public init(_ ranking: Table) {
        guard let columns = RankingColumns(ranking) else {
            strips = []
            return
        }
        let ranked = ranking.rows.indices.filter { columns.whole("rank", $0) != nil }
        strips = AmongCoins.measures(columns.quote).compactMap { measure in
            let values = ranked.map { columns.number(measure.column, $0) }
                .filter { $0.isFinite && (!measure.isLogarithmic || $0 > 0) }.sorted()
            guard let least = values.first, let greatest = values.last else { return nil }
            let scale = ChartScale(
                least,
                greatest,
                length: AmongCoins.width,
                isLogarithmic: measure.isLogarithmic && greatest > least
            )
            let step = max(1, values.count / AmongCoins.mostStrokes)
            let strokes = stride(from: 0, to: values.count, by: step).map { place in
                "M\(PathData.number(scale.x(values[place]))) 4v10"
            }
            return Strip(measure: measure, values: values, scale: scale, strokes: strokes.joined())
        }
    }

    /// The rows of a coin, as a template asks for them.
    func rows(of columns: RankingColumns) -> [[String: Any]] {
        strips.map { strip in
            let value = columns.number(strip.measure.column, 0)
            let isKnown = value.isFinite && (!strip.measure.isLogarithmic || value > 0)
            let isRanked = columns.whole("rank", 0) != nil
            let place = strip.values.count { $0 > value } + 1
            let mark = isKnown ? PathData.element("M\(PathData.number(strip.scale.x(value))) 0v18", class: "me") : ""
            let svg =
                "<svg class=\"strip\" viewBox=\"-2 0 204 18\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
                + PathData.element(strip.strokes, class: "ot") + mark + "</svg>"
            let why = columns.reason(strip.measure.column, 0) ?? "not known"
            return [
                "title": strip.measure.title, "strip": svg,
                "value": isKnown ? strip.measure.form.written(value, columns.quote) : PageNumber.missing,
                "why": isKnown ? "" : why,
                "place": isKnown ? isRanked ? "\(place) of \(strip.values.count)" : "not ranked" : PageNumber.missing,
            ]
        }
    }

    private static func measures(_ quote: String) -> [Measure] {
        [
            ("theta_median", "Pace", .times, true), ("score_pct", "Score", .whole, false),
            ("units_recent", "Work of 12 weeks", .whole, true),
            ("change_12w", "Price, 12 weeks", .wholeChange, false),
            ("vol_trend", "Volume against the market", .signed, false),
            ("search_momentum", "Searches, 12 by 40 weeks", .signed, false),
            ("market_cap_" + quote, "Market cap", .money, true),
        ]
    }
}
