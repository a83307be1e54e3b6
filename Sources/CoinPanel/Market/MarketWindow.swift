internal import CoinModel
internal import CoinStore
internal import Platform

/// The weeks of a metric of all coins, each coin's of one source, or of several that agree.
///
/// This is the only place where the source of a coin's weeks is chosen, and where weeks of several sources are chained. Of the
/// sources of the metric those with a value in the newest four weeks come first, then the best place in the preferred order,
/// most weeks of the year, and then what decides between newest prices. Weeks that the chosen source lacks are taken from the
/// next one that agrees with it on the days that both have (`agree`), in this metric and in prices; others are never mixed.
struct MarketWindow {
    /// A row for each coin.
    var weeks: WeeklyMatrix
    /// The source of each coin's weeks; nil for a coin without any.
    var sources: [String?]
    /// The other sources of coins whose weeks are of several, in their order, each with the weeks it gave, by how many weeks ago
    /// they were.
    var chained: [Int: [Link]] = [:]

    /// Some weeks that a further source gave.
    typealias Link = (source: String, weeksBack: [Int])

    /// The fewest days that chained sources share.
    static let leastDays = 3

    /// Whether sources agree by the values of the days that both have: 3 or more, of whose |ln(a/b)| the median is at most 0.01
    /// and none is over 0.05.
    static func agree(_ pairs: [(Double, Double)]) -> Bool {
        guard pairs.count >= leastDays else { return false }
        let distances = pairs.map { $0 == $1 ? 0 : abs(log($0 / $1)) }
        func isWithin(_ distance: Double, _ limit: Double) -> Bool { (distance * 1e9).rounded() <= limit * 1e9 }
        return isWithin(median(distances), 0.01) && distances.allSatisfy { isWithin($0, 0.05) }
    }

    /// The sources of a coin with how many of the year's weeks each gave, in their order.
    func shares(of coin: Int) -> [(source: String, weeks: Int)] {
        guard let first = sources[coin] else { return [] }
        let links = chained[coin] ?? []
        let year = CrossSection.weeks - 1
        let given = links.map { (source: $0.source, weeks: $0.weeksBack.count { $0 < year }) }
        let all = weeks[row: coin].prefix(year).count { !$0.isNaN }
        return [(first, all - given.reduce(0) { $0 + $1.weeks })] + given
    }

    /// Whether some source is among those of a coin.
    func has(_ source: String, _ coin: Int) -> Bool {
        sources[coin] == source || chained[coin]?.contains { $0.source == source } ?? false
    }
}

extension MarketWeeks {
    /// Each coin's weeks of a metric.
    mutating func window(_ metric: Metric) throws -> MarketWindow {
        let sources = try reader.sources(of: metric)
        let matrices = try sources.map { try weeks(metric, of: $0) }
        let empty = WeeklyMatrix(rows: coinCount, weeks: CrossSection.weeks)
        var window = MarketWindow(weeks: matrices.first ?? empty, sources: Array(repeating: nil, count: coinCount))
        if sources.count == 1 {
            matrices[0].eachRow { coin, row in
                if row.contains(where: { !$0.isNaN }) { window.sources[coin] = sources[0] }
            }
            return window
        }
        var several: [Int: [Standing]] = [:]
        for coin in 0..<coinCount {
            var standings: [Standing] = []
            for place in sources.indices {
                let row = matrices[place][row: coin]
                let year = row.prefix(CrossSection.weeks - 1).count { !$0.isNaN }
                guard year > 0 || !row[row.endIndex - 1].isNaN else { continue }
                let isCurrent = !row.prefix(4).allSatisfy(\.isNaN)
                let rank = isCurrent ? min(order.rank(of: sources[place]), .max - 1) : .max
                standings.append(Standing(place: place, rank: rank, weeks: year))
            }
            guard let first = standings.first else { continue }
            if standings.count > 1 {
                several[coin] = standings
            } else {
                window.take(first.place, sources, matrices, coin)
            }
        }
        guard let fact = metric.factOfWeek, !several.isEmpty else { return window }
        try put(&several, inOrderBy: fact, sources)
        for (coin, standings) in several { window.take(standings[0].place, sources, matrices, coin) }
        try chain(&window, several, fact, sources, matrices)
        return window
    }

    /// How a source stands among those of a coin.
    private struct Standing {
        let place: Int
        /// Its place in the preferred order; the last one without a value in the newest four weeks.
        let rank: Int
        /// The observed weeks of the year.
        let weeks: Int

        func precedes(_ other: Standing) -> Bool { (rank, -weeks) < (other.rank, -other.weeks) }
        func isEqual(_ other: Standing) -> Bool { (rank, weeks) == (other.rank, other.weeks) }
    }

    /// Sorts the sources of coins; facts are read of those alone between which places and weeks do not decide.
    private mutating func put(_ several: inout [Int: [Standing]], inOrderBy fact: Metric, _ sources: [String]) throws {
        var tied: [Int: Set<Int>] = [:]
        for (coin, standings) in several {
            let sorted = standings.sorted { $0.precedes($1) }
            several[coin] = sorted
            for (one, next) in zip(sorted, sorted.dropFirst()) where one.isEqual(next) {
                tied[coin, default: []].formUnion([one.place, next.place])
            }
        }
        guard !tied.isEmpty else { return }
        let since = Instant(startOf: asOf.lastCompleteWeek.advanced(by: 1 - CrossSection.weeks).start)
        let limits = (0..<coinCount).map { tied[$0] == nil ? .never : asOf.limit }
        var rated: [Int: [Int: (price: DatedFigure, evidence: DatedFigure.Evidence)]] = [:]
        for place in Set(tied.values.flatMap(\.self)).sorted() {
            let coins = tied.filter { $0.value.contains(place) }.map(\.key)
            let newest = try newest(fact, of: sources[place], since: since, upTo: limits) { !$0.isNaN }
            let evidence = try evidence(fact, of: sources[place], coins)
            for coin in coins {
                guard let fact = newest[coin], var known = evidence[coin] else { continue }
                known.weeks = 0
                rated[coin, default: [:]][place] = (fact, known)
            }
        }
        for (coin, candidates) in rated {
            guard let sorted = several[coin] else { continue }
            several[coin] = MarketWeeks.decided(sorted, candidates, sources)
        }
    }

    /// The same order, in which those of one standing follow as the evidence of their sources decides.
    private static func decided(
        _ standings: [Standing],
        _ candidates: [Int: (price: DatedFigure, evidence: DatedFigure.Evidence)],
        _ sources: [String]
    ) -> [Standing] {
        var (left, found) = (standings, [Standing]())
        while let first = left.first {
            let equal = left.prefix { $0.isEqual(first) }
            let best = DatedFigure.decided(among: equal.compactMap { candidates[$0.place] })
            let index = left.firstIndex { sources[$0.place] == best?.source } ?? 0
            found.append(left.remove(at: equal.count > 1 ? index : 0))
        }
        return found
    }

    /// Takes the weeks that the chosen sources of coins lack from the next ones that agree with them.
    private func chain(
        _ window: inout MarketWindow,
        _ several: [Int: [Standing]],
        _ fact: Metric,
        _ sources: [String],
        _ matrices: [WeeklyMatrix]
    ) throws {
        let lacking = several.filter { coin, standings in
            standings.dropFirst().contains { !gaps(window.weeks[row: coin], matrices[$0.place][row: coin]).isEmpty }
        }.map(\.key).sorted()
        // The daily values of so many coins are at hand at once.
        for begin in stride(from: 0, to: lacking.count, by: 512) {
            let coins = Array(lacking[begin..<min(begin + 512, lacking.count)])
            let places = Set(coins.flatMap { several[$0, default: []].map(\.place) }).sorted()
            let since = overlap(coins, several, matrices)
            func values(_ metric: Metric, _ coins: [Int]) throws -> [[Int: [Day: Double]]] {
                try places.map { try dailyValues(metric, of: sources[$0], coins, since: since) }
            }
            func agree(_ values: [[Int: [Day: Double]]], _ coin: Int, _ one: Int, _ other: Int) -> Bool {
                let found = [one, other].compactMap { places.firstIndex(of: $0) }.map { values[$0][coin] ?? [:] }
                return MarketWindow.agree(found[0].compactMap { day, value in found[1][day].map { (value, $0) } })
            }
            // Sources whose prices differ have another coin, or another market of it, whatever their volumes are.
            let prices = try values(.price(quote), coins)
            let likely = coins.filter { coin in
                let standings = several[coin, default: []]
                return standings.dropFirst().contains { agree(prices, coin, standings[0].place, $0.place) }
            }
            let own = fact == .price(quote) || likely.isEmpty ? prices : try values(fact, likely)
            for coin in likely {
                guard let standings = several[coin] else { continue }
                for next in standings.dropFirst() {
                    let row = matrices[next.place][row: coin]
                    let missing = gaps(window.weeks[row: coin], row)
                    let isAgreed = [prices, own].allSatisfy { agree($0, coin, standings[0].place, next.place) }
                    guard !missing.isEmpty, isAgreed else { continue }
                    for weeksBack in missing { window.weeks[coin, weeksBack] = row[row.startIndex + weeksBack] }
                    window.chained[coin, default: []].append((sources[next.place], missing))
                }
            }
        }
    }

    /// The weeks, by how many weeks ago, that one row lacks and another one has.
    private func gaps(_ row: ArraySlice<Double>, _ other: ArraySlice<Double>) -> [Int] {
        zip(row, other).enumerated().compactMap { $1.0.isNaN && !$1.1.isNaN ? $0 : nil }
    }

    /// The beginning of the oldest week that the first source of any of some coins and another one have both; of the running week
    /// where there is none.
    private func overlap(_ coins: [Int], _ several: [Int: [Standing]], _ matrices: [WeeklyMatrix]) -> Instant {
        let oldest = coins.compactMap { coin -> Int? in
            guard let standings = several[coin] else { return nil }
            let own = matrices[standings[0].place][row: coin]
            return standings.dropFirst().compactMap { next in
                zip(own, matrices[next.place][row: coin]).enumerated().reversed()
                    .first { !$1.0.isNaN && !$1.1.isNaN }?.offset
            }.max()
        }.max()
        return Instant(startOf: asOf.lastCompleteWeek.advanced(by: oldest.map { -$0 } ?? 1).start)
    }

    /// The newest value of each day of some coins by a source.
    private func dailyValues(
        _ fact: Metric,
        of source: String,
        _ coins: [Int],
        since first: Instant
    ) throws -> [Int: [Day: Double]] {
        guard first <= asOf.limit else { return [:] }
        let wanted = Set(coins)
        let rows = coinOfEntity.map { wanted.contains(Int($0)) ? $0 : -1 }
        var found: [Int: [Day: (at: Instant, value: Double)]] = [:]
        try reader.facts(fact, source: source, in: first...asOf.limit, rowOfEntity: rows) { coin, times, values in
            for time in times where !values[time.index].isNaN {
                let day = time.at.day
                if let known = found[coin]?[day], known.at >= time.at { continue }
                found[coin, default: [:]][day] = (time.at, values[time.index])
            }
        }
        return found.mapValues { $0.mapValues(\.value) }
    }
}

extension MarketWindow {
    /// Takes a coin's weeks from the source at a place; the matrix of the first one is there already.
    fileprivate mutating func take(_ place: Int, _ names: [String], _ matrices: [WeeklyMatrix], _ coin: Int) {
        sources[coin] = names[place]
        if place > 0 { weeks[row: coin] = matrices[place][row: coin] }
    }
}

extension [MarketWindow] {
    /// Whose market series the weeks of each coin are; nil for a coin without any.
    ///
    /// As `live (12 weeks), archive (40 weeks)` where one gave what the other lacks: of several metrics with several sources
    /// the first says how many weeks each gave.
    func sourceNames(count: Int) -> [String?] {
        (0..<count).map { coin in
            let shares = first { $0.chained[coin] != nil }?.shares(of: coin) ?? []
            let chosen = compactMap { $0.sources[coin] } + flatMap { ($0.chained[coin] ?? []).map(\.source) }
            let others = Set(chosen).subtracting(shares.map(\.source)).sorted()
            let texts = shares.map { "\($0.source) (\(counted($0.weeks, "week")))" } + others
            return texts.isEmpty ? nil : texts.joined(separator: ", ")
        }
    }
}
