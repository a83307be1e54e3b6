internal import CoinModel
internal import CoinPanel
internal import CoinTables

extension CoinWeeks {
    /// The columns of some series, money in the currency that is shown.
    static func columns(_ series: [Series], quote: String) -> [Column] {
        series.map { series in
            let (title, unit, meaning) = series.column
            let display: Column.Display = unit == nil ? .money : .fixed(series == .interest ? 1 : 0)
            let name = series.name(quote: quote)
            return Column(name, title, .number, unit: unit ?? quote.uppercased(), display: display, meaning: meaning)
        }
    }

    /// The cells of some series of a coin, a row for each week from the newest backwards.
    func cells(_ series: [Series], of coin: Int) -> [[Cell]] {
        let values = series.map { ($0, self.values($0, of: coin)) }
        let summed = series.contains(.developers) ? self.values(.mostDevelopers, of: coin) : []
        return (0..<CrossSection.weeks).map { ago in
            values.map { series, weeks in
                let reason: MissingReason =
                    series == .developers && summed[ago].isFinite
                    ? .notUnited : lacksRate(series, of: coin, ago) ? .noRate : .notObserved
                return .number(weeks[ago], orMissing: reason)
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

    /// The same of the commits of all coins; nil where no figure is an upper bound.
    var boundNote: String? {
        let count = section.coins.indices.count { arePeopleAtMost(of: $0) }
        guard count > 0 else { return nil }
        return
            "Commits by people of \(counted(count, "coin")) are upper bounds: their sources do not say which merges are by bots or agents."
    }
}
