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

    /// A measure and how its values are written.
    private struct Measure: Sendable {
        let column: String
        let title: String
        var isLogarithmic = false
        let form: @Sendable (Double, String) -> String
    }

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
                "value": isKnown ? strip.measure.form(value, columns.quote) : PageNumber.missing,
                "why": isKnown ? "" : why,
                "place": isKnown ? isRanked ? "\(place) of \(strip.values.count)" : "not ranked" : PageNumber.missing,
            ]
        }
    }

    private static func measures(_ quote: String) -> [Measure] {
        let percent: @Sendable (Double, String) -> String = { value, _ in
            PageNumber.fixed(value, 0, signed: true) + "\u{202F}%"
        }
        return [
            Measure(column: "theta_median", title: "Pace", isLogarithmic: true) { value, _ in
                PageNumber.fixed(value, 2) + "×"
            },
            Measure(column: "score_pct", title: "Score") { value, _ in PageNumber.fixed(value, 0) },
            Measure(column: "units_recent", title: "Work of 12 weeks", isLogarithmic: true) { value, _ in
                PageNumber.fixed(value, 0)
            },
            Measure(column: "change_12w", title: "Price, 12 weeks", form: percent),
            Measure(column: "vol_trend", title: "Volume against the market") { value, _ in
                PageNumber.fixed(value, 2, signed: true)
            },
            Measure(column: "search_momentum", title: "Searches, 12 by 40 weeks") { value, _ in
                PageNumber.fixed(value, 2, signed: true)
            },
            Measure(column: "market_cap_" + quote, title: "Market cap", isLogarithmic: true) { value, quote in
                PageNumber.money(value, quote)
            },
        ]
    }
}
