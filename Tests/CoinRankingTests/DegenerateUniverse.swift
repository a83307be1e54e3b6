import CoinModel

@testable import CoinRanking

/// Universes in which coins are alike, lack things, or have values from the ends of what a number can be.
struct DegenerateUniverse {
    private var random: SeededRandom

    /// How the values of one measure vary between the coins of a universe, and between the weeks of a coin.
    enum Shape: CaseIterable {
        case same, sameButForOne, two, line, tiny, huge, missing, zero, missingButForOne, any

        /// Those in which every coin has a value above 0.
        static let whole = allCases.prefix { $0 != .missing }
    }

    private mutating func shape(_ isWhole: Bool) -> Shape {
        isWhole ? any(of: Array(Shape.whole)) : any(of: Shape.allCases)
    }

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    private mutating func any<Value>(of values: [Value]) -> Value { values[random.below(values.count)] }

    /// A value for each of so many coins in some shape.
    private mutating func values(_ count: Int, _ shape: Shape) -> [Double] {
        let (level, other) = (Double(1 + random.below(90)), Double(1 + random.below(9)))
        let odd = random.below(max(count, 1))
        return (0..<count).map { coin in
            switch shape {
            case .missing: .nan
            case .zero: 0
            case .same: level
            case .sameButForOne: coin == odd ? other : level
            case .missingButForOne: coin == odd ? level : .nan
            case .two: random.below(2) == 0 ? level : other
            case .line: level + Double(coin)
            case .tiny: .leastNonzeroMagnitude * Double(1 + random.below(3))
            case .huge: .greatestFiniteMagnitude / Double(1 + random.below(3))
            case .any: any(of: [.nan, 0, 1, 3, level, 1e-300, 1e15, 1e300])
            }
        }
    }

    /// 53 weeks of each of so many coins: one value in all weeks, or values of some shape in each.
    private mutating func weeks(
        _ count: Int,
        isWhole: Bool,
        limit: Double = .greatestFiniteMagnitude
    ) -> [[Double]] {
        let shape = shape(isWhole)
        if random.below(3) > 0 {
            return values(count, shape).map { Array(repeating: min($0, limit), count: CrossSection.weeks) }
        }
        return (0..<count).map { _ in values(CrossSection.weeks, shape).map { min($0, limit) } }
    }

    /// A universe of 0 to 120 coins, whatever their measures are.
    mutating func section() throws -> CrossSection {
        let count = any(of: [0, 1, 2, 4, 5, 6, 19, 20, 21, 25, 30, 40])
        var builder = SectionBuilder()
        // Half of the universes pass every rule of good standing, so that their coins are compared with each other, and
        // half of these have every measure.
        let isStanding = random.below(2) == 0
        let isWhole = isStanding && random.below(2) == 0
        // No more commits than a source may tell of a week.
        let counts = weeks(count, isWhole: isWhole, limit: 1e9).map { row in row.map { $0.rounded() } }
        for coin in 0..<count {
            var parts = SectionBuilder.CoinParts(id: "c\(coin)")
            parts.commits = isStanding ? (0..<53).map { Double(3 + $0 % 2) } : random.below(9) == 0 ? nil : counts[coin]
            parts.firstActiveAgo = 52
            if random.below(20) == 0 { parts.tags = ["stablecoin"] }
            builder.coins.append(parts)
        }
        var section = try builder.section()
        fillMarket(&section, isStanding, isWhole)
        fillDevelopers(&section, isWhole)
        return section
    }

    private mutating func fillMarket(_ section: inout CrossSection, _ isStanding: Bool, _ isWhole: Bool) {
        let count = section.coins.count
        for path: WritableKeyPath<CrossSection, WeeklyMatrix> in [
            \.close, \.volumeMean, \.volumeMedian, \.capitalisation, \.interest,
        ] {
            let weeks = weeks(count, isWhole: isWhole)
            for coin in 0..<count { section[keyPath: path][row: coin] = weeks[coin][...] }
        }
        section.marketCap = section.figures(values(count, shape(isWhole)))
        for path: WritableKeyPath<CrossSection, [Double]> in [
            \.highestClose, \.lowestClose, \.circulatingSupply, \.totalSupply, \.maxSupply,
        ] {
            section[keyPath: path] = values(count, shape(isWhole))
        }
        section.price = section.figures(values(count, isStanding ? .same : shape(isWhole)))
        for coin in 0..<count where random.below(4) > 0 {
            let term = SearchTerm(
                term: "t",
                region: "",
                category: "",
                granularity: .week,
                coin: nil,
                window: Week(index: 2_700)...Week(index: 2_900)
            )
            let scale = SearchScale(root: "t", factor: 1e300, low: 0, high: .greatestFiniteMagnitude)
            section.search[coin] = CoinSearch(term, export: "", scale: scale)
        }
    }

    private mutating func fillDevelopers(_ section: inout CrossSection, _ isWhole: Bool) {
        let tells = isWhole || random.below(3) > 0
        for coin in section.coins.indices {
            guard tells, let row = section.repositoriesOfCoin[coin].first else { continue }
            var facts = DeveloperFacts(weeks: CrossSection.weeks)
            facts.developerDays = section.commits[row: row].map { ($0 / 2).rounded(.up) }
            facts.developers = facts.developerDays
            (facts.recentDevelopers, facts.yearDevelopers) = (3 * random.below(2), 3)
            section.developerFacts[coin] = facts
        }
    }
}
