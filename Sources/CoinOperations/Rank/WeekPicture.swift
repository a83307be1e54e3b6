internal import CoinModel
internal import CoinPanel
internal import CoinTables

/// The weeks that a page draws: a table of columns by week, and the charts of them, one above the other.
struct WeekPicture {
    /// A column and its values by weeks back from the newest complete one, of which -1 is the running week; NaN where missing.
    typealias Series = (column: Column, value: (_ weeksBack: Int) -> Double)

    /// A column with its values from the newest complete week backwards; the running week has none.
    static func series(_ column: Column, _ values: [Double]) -> Series {
        (column, { values.indices.contains($0) ? values[$0] : .nan })
    }

    private let newest: Week
    private var series: [Series] = []
    private var panels: [Picture.Panel] = []

    /// Weeks up to the newest complete one, without any chart yet.
    init(upTo newest: Week) { self.newest = newest }

    /// Adds a chart, and what it draws to the table.
    mutating func add(_ panel: Picture.Panel, of series: [Series]) {
        self.series += series
        panels.append(panel)
    }

    /// Adds bars, by wish with the means of the newest 12 and 52 weeks.
    mutating func addBars(
        _ title: String,
        note: String = "",
        _ tone: Picture.Tone,
        _ series: Series,
        label: String = "",
        hasMeans: Bool = false
    ) {
        let bars = [Picture.Mark(.bars(series.column.name), tone, label)]
        add(Picture.Panel(title, note: note, .counts, bars + (hasMeans ? means(of: series) : [])), of: [series])
    }

    /// Adds commits that count, on them merges and commits by bots and agents, and those of other repositories where these are
    /// asked for; by wish with the means of the newest 12 and 52 weeks.
    mutating func addCommits(
        _ title: String,
        note: String = "",
        counted: @escaping (Int) -> Double,
        excluded: @escaping (Int) -> Double,
        inherited: ((Int) -> Double)? = nil,
        hasMeans: Bool = false
    ) {
        func column(_ name: String, _ title: String, _ meaning: String) -> Column {
            Column(name, title, .number, unit: "commits", display: .fixed(0), meaning: meaning)
        }
        let own: Series = (column("counted", "Counted", "Commits that count."), counted)
        let programs = column("excluded", "Merges and bots'", "Merges and commits by bots and agents, which do not.")
        var drawn: [Series] = [own, (programs, excluded)]
        var marks = [
            Picture.Mark(.bars(own.column.name), .development, "counted"),
            Picture.Mark(.bars(programs.name), .excluded, "merges and bots'"),
        ]
        if let inherited {
            let meaning = "Commits of another repository, which do not count here."
            drawn.append((column("inherited", "Inherited", meaning), inherited))
            marks.append(Picture.Mark(.bars("inherited"), .volume, "inherited from other repositories"))
        }
        add(Picture.Panel(title, note: note, .counts, marks + (hasMeans ? means(of: own) : [])), of: drawn)
    }

    /// Adds a line with the band that its values may lie in, whose bounds begin with the newest complete week.
    mutating func addLine(
        _ title: String,
        note: String,
        _ scale: Picture.Scale,
        _ line: Series,
        within bounds: [(low: Double, high: Double)],
        _ tones: (line: Picture.Tone, band: Picture.Tone)
    ) {
        // Half a point to both sides of an index.
        let places = if case .index = scale { 1 } else { 0 }
        let name = line.column.name
        func bound(_ end: String, _ words: String, _ values: [Double]) -> Series {
            let title = "\(line.column.title), \(words)"
            return WeekPicture.series(.number("\(name)_\(end)", title, .fixed(places), "A bound of it."), values)
        }
        let (low, high) = (bound("low", "at least", bounds.map(\.low)), bound("high", "at most", bounds.map(\.high)))
        let band = Picture.Form.band(low.column.name, high.column.name)
        let marks: [Picture.Mark] = [.init(band, tones.band), .init(.line(name), tones.line)]
        add(Picture.Panel(title, note: note, scale, marks), of: [line, low, high])
    }

    private func means(of series: Series) -> [Picture.Mark] {
        [12, 52].map { Picture.Mark(.mean(series.column.name, of: $0), .valuation, "mean of \($0) weeks") }
    }

    /// The table of so many complete weeks with its picture under a heading; nil where nothing is known.
    ///
    /// The newest week is first, the running one only where something of it is drawn; weeks are shaded by how many they lie back.
    func table(
        _ title: String,
        weeks count: Int,
        heading: String,
        note: String,
        shaded: [Range<Int>] = [],
        beside: (column: Column, text: (_ weeksBack: Int) -> String)? = nil
    ) -> Table? {
        let first = series.contains { $0.value(-1).isFinite } ? -1 : 0
        let known = series.filter { series in (first..<count).contains { series.value($0).isFinite } }
        guard !known.isEmpty else { return nil }
        let rows = (first..<count).map { weeksBack -> [Cell] in
            [.text(newest.advanced(by: -weeksBack).description)] + (beside.map { [.text($0.text(weeksBack))] } ?? [])
                + known.map { .number($0.value(weeksBack), orMissing: .notObserved) }
        }
        let columns = [Column.sunday] + (beside.map { [$0.column] } ?? []) + known.map(\.column)
        var table = Table(title: title, columns: columns, rows: rows)
        let weeks = shaded.map { newest.advanced(by: 1 - $0.upperBound)...newest.advanced(by: -$0.lowerBound) }
        table.pictures = [Picture(heading, note: note, .weeks("week", shaded: weeks), panels)]
        return table
    }
}

extension CoinWeeks {
    /// The column of a series, money in the currency that is shown.
    ///
    /// Pages draw search interest whole, tables write a mean of days to a decimal.
    static func column(_ series: Series, quote: String, isDrawn: Bool = false) -> Column {
        let (title, unit, meaning) = series.column
        let display: Column.Display = unit == nil ? .money : .fixed(series == .interest && !isDrawn ? 1 : 0)
        return Column(
            series.name(quote: quote),
            title,
            .number,
            unit: unit ?? quote.uppercased(),
            display: display,
            meaning: meaning
        )
    }

    /// A series of a coin as a page draws it, in a column of its own; the running week has none.
    func drawn(_ series: Series, of coin: Int) -> WeekPicture.Series {
        let column = CoinWeeks.column(series, quote: section.shownQuote, isDrawn: true)
        return WeekPicture.series(column, values(series, of: coin))
    }

    /// The cells of some series of a coin, a row for each week from the newest backwards.
    func cells(_ series: [Series], of coin: Int) -> [[Cell]] {
        let values = series.map { ($0, self.values($0, of: coin)) }
        let summed = series.contains(.developers) ? self.values(.mostDevelopers, of: coin) : []
        return (0..<CrossSection.weeks).map { weeksBack in
            values.map { series, weeks in
                let reason: MissingReason =
                    series == .developers && summed[weeksBack].isFinite
                    ? .notUnited : lacksRate(series, of: coin, weeksBack) ? .noRate : .notObserved
                return .number(weeks[weeksBack], orMissing: reason)
            }
        }
    }

    /// What is said of some series of a coin whose figures are upper bounds; none where none is.
    func boundNotes(of coin: Int, _ series: Set<Series>, in weeks: Range<Int> = 0..<52) -> [String] {
        let people = "Commits by people are upper bounds: the source does not say which merges are by bots or agents."
        let developers =
            "Developers and developer-days are sums over the repositories, so upper bounds: the source does not name developers."
        let hasPeople = series.contains(.people) && arePeopleAtMost(of: coin, in: weeks)
        let hasSums = !series.isDisjoint(with: [.mostDevelopers, .developerDays]) && areDevelopersSummed(of: coin)
        return (hasPeople ? [people] : []) + (hasSums ? [developers] : [])
    }
}
