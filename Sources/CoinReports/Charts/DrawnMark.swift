internal import CoinModel
internal import CoinTables

/// A mark with what it draws of its columns.
struct DrawnMark {
    let mark: Picture.Mark
    let columns: [Column]
    /// The values of its columns, NaN where missing; none of words.
    let series: [[Double]]
    /// Its words; none of numbers.
    let words: [String]

    /// A mark over some rows of a table, nil for places without a row; nil where a column is not there or says nothing.
    init?(_ mark: Picture.Mark, of table: NamedRows, _ rows: [Int?]) {
        self.mark = mark
        columns = mark.form.columns.compactMap(table.column)
        guard columns.count == mark.form.columns.count else { return nil }
        if case .words(let name) = mark.form {
            guard let texts = table.texts(name) else { return nil }
            (series, words) = ([], rows.map { $0.map { texts[$0] } ?? "" })
        } else {
            let numbers = mark.form.columns.compactMap(table.numbers)
            guard numbers.count == columns.count else { return nil }
            (series, words) = (numbers.map { numbers in rows.map { $0.map { numbers[$0] } ?? .nan } }, [])
        }
    }

    /// The mean that it draws; nil for another mark, and where nothing is known.
    var mean: (value: Double, weeks: Int)? {
        guard case .mean(_, let weeks) = mark.form else { return nil }
        let known = series[0].suffix(weeks).filter(\.isFinite)
        return known.isEmpty ? nil : (known.reduce(0, +) / Double(known.count), weeks)
    }

    /// The newest of its values that are known, or its mean, in words.
    var newest: String {
        if let mean { return written(mean.value) }
        return zip(columns, series).compactMap { column, series in
            series.last(where: \.isFinite).map(column.written)
        }.joined(separator: "–")
    }

    /// The value of its first column so many places before the newest; nil where it is missing.
    func value(_ weeksBack: Int) -> Double? {
        let values = series.first ?? []
        return weeksBack < values.count && values[values.count - 1 - weeksBack].isFinite
            ? values[values.count - 1 - weeksBack] : nil
    }

    /// The values of its columns there, from the first to the last.
    func words(_ weeksBack: Int) -> String {
        series.map { $0.count > weeksBack ? written($0[$0.count - 1 - weeksBack]) : PageNumber.missing }.joined(
            separator: "–"
        )
    }

    /// A value of its first column in words.
    func written(_ value: Double) -> String { columns[0].written(value) }

    /// What it draws, for those who do not see it; empty where the marks beside it say so.
    var sentence: String {
        let label = mark.label.isEmpty ? "" : "\(mark.label): "
        switch mark.form {
        case .mean: return "\(label)\(newest)"
        case .peaks: return ""
        case .words: return words.last { !$0.isEmpty }.map { "\(label)newest \($0)" } ?? ""
        case .line, .dashes, .band, .bars, .dots:
            let known = series[0].filter(\.isFinite)
            guard let least = known.min(), let greatest = known.max() else { return "" }
            return "\(label)\(written(least)) to \(written(greatest)), newest \(newest)"
        }
    }
}

extension Picture.Mark {
    /// A small drawing of it; nothing for words.
    var swatch: String {
        let content =
            switch form {
            case .line, .peaks: "<path class=\"s-\(tone.rawValue)\" d=\"M0 5h14\"/>"
            case .dashes: "<path class=\"s-\(tone.rawValue) dash\" d=\"M0 5h14\"/>"
            case .mean(_, let weeks): "<path class=\"m\(weeks)\" d=\"M0 5h14\"/>"
            case .band: "<rect class=\"a-\(tone.rawValue)\" y=\"1\" width=\"14\" height=\"8\"/>"
            case .bars: "<rect class=\"f-\(tone.rawValue)\" width=\"11\" height=\"10\"/>"
            case .dots: "<path class=\"s-\(tone.rawValue) dots\" d=\"M7 5h0\"/>"
            case .words: ""
            }
        return content.isEmpty ? "" : "<svg class=\"swatch\" aria-hidden=\"true\">\(content)</svg>"
    }
}

extension Column {
    /// A value as people are shown it in a picture; what is not a count has a decimal below 100.
    func written(_ value: Double) -> String {
        guard value.isFinite else { return PageNumber.missing }
        let isWhole = value == value.rounded() || abs(value) >= 100
        if unit == "%", case .fixed = display { return PageNumber.percent(value / 100) }
        switch display {
        case .money: return PageNumber.money(value, unit)
        case .fixed(0): return PageNumber.fixed(value, isWhole ? 0 : 1)
        case .fixed(let places): return PageNumber.fixed(value, places)
        case .signed(let places): return PageNumber.fixed(value, places, signed: true)
        case .plain, .exact, .excerpt, .tags: return PageNumber.fixed(value, isWhole ? 0 : 2)
        }
    }
}
