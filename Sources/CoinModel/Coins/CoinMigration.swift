/// How many units of an old coin became how many of its new one: `100:1` where a hundred old units became a new one.
///
/// A single number is not a ratio, for it could be read either way.
public struct MigrationRatio: Hashable, Sendable, CustomStringConvertible {
    /// The old units, above 0.
    public let old: Double
    /// The new units that these became, above 0.
    public let new: Double

    /// Unit for unit.
    public static let even = MigrationRatio(old: 1, new: 1)

    private init(old: Double, new: Double) { (self.old, self.new) = (old, new) }

    /// Reads `OLD:NEW`, two numbers above 0 of at most 15 digits with or without decimals; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map {
            MigrationRatio.amount(String($0))
        }
        guard parts.count == 2, let old = parts[0], let new = parts[1] else { return nil }
        self.init(old: old, new: new)
    }

    private static func amount(_ text: String) -> Double? {
        let isPlain = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2e }
        guard isPlain, text.filter(\.isNumber).count <= 15 else { return nil }
        return NumberGrammar.double(text).flatMap { $0 > 0 ? $0 : nil }
    }

    /// The ratio back.
    public var inverted: MigrationRatio { MigrationRatio(old: new, new: old) }

    /// The ratio of this migration and one of the new coin after it.
    public func followed(by later: MigrationRatio) -> MigrationRatio {
        MigrationRatio(old: old * later.old, new: new * later.new)
    }

    /// A figure of the old coin in units of the new one: prices by old / new, supplies by new / old; money, such as
    /// capitalisations and volumes, is the same in both.
    public func converted(_ value: Double, of metric: Metric) -> Double {
        switch metric.unitsOfCoin {
        case .perCoin: value * old / new
        case .coins: value * new / old
        case .none: value
        }
    }

    /// What the figures of a metric are multiplied by, as `× 100`; nil where they are the same in both.
    public func factor(of metric: Metric) -> String? {
        metric.unitsOfCoin == .none ? nil : "× \(shortest(converted(1, of: metric)))"
    }

    /// `OLD:NEW`, as it is read.
    public var description: String { [old, new].map(plainDecimal).joined(separator: ":") }
}

/// How and when a coin became another one: `(100:1,2020-10-03)`.
public struct MigrationTerms: Hashable, Sendable, CustomStringConvertible {
    /// So many units for so many.
    public let ratio: MigrationRatio
    /// The first day of the new coin.
    public let day: Day

    /// Terms.
    public init(ratio: MigrationRatio, day: Day) { (self.ratio, self.day) = (ratio, day) }

    /// Reads `(100:1,2020-10-03)`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        guard text.hasPrefix("("), text.hasSuffix(")") else { return nil }
        let parts = text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let ratio = MigrationRatio(parts[0]), let day = Day(parts[1]) else { return nil }
        self.init(ratio: ratio, day: day)
    }

    /// As it is read.
    public var description: String { "(\(ratio),\(day))" }
}

/// That a coin became another one, both by their ids in the universe, else by those of their sources; or that its own units were
/// exchanged for others, where both are one.
public struct CoinMigration: Hashable, Sendable {
    /// The coin that was.
    public let former: String
    /// The coin that it became.
    public let current: String
    /// How and when.
    public let terms: MigrationTerms

    /// Whether the coin stayed itself, with other units.
    public var isOfUnits: Bool { former == current }

    /// `migrated to aave on 2020-10-03, 100:1`.
    public var words: String { "migrated to \(current) on \(terms.day), \(terms.ratio)" }

    /// A migration.
    public init(former: String, current: String, terms: MigrationTerms) {
        (self.former, self.current, self.terms) = (former, current, terms)
    }
}

/// Whose figures a coin's are before a day: those of a coin that became it, directly or by way of others.
public struct Predecessor: Hashable, Sendable {
    /// The coin that was.
    public let id: String
    /// The first day that is not its any more.
    public let until: Day
    /// So many of its units are so many of the coin.
    public let ratio: MigrationRatio

    /// Whether these are the coin's own former units.
    public let isOfUnits: Bool

    /// `continues lend before 2020-10-03, 100:1`, or `had other units before 2020-10-03, 100:1`.
    public var words: String { "\(isOfUnits ? "had other units" : "continues \(id)") before \(until), \(ratio)" }
}

extension Collection<CoinMigration> {
    /// Whether one of two coins became the other one.
    public func join(_ id: String, _ other: String) -> Bool {
        contains { !$0.isOfUnits && [id, other].contains($0.former) && [id, other].contains($0.current) }
    }

    /// What became of a coin.
    public func migration(of id: String) -> CoinMigration? { first { $0.former == id && !$0.isOfUnits } }

    /// The coins whose figures a coin continues, itself in former units among them, the newest first; migrations have no circles.
    public func predecessors(of id: String) -> [Predecessor] {
        var (found, ratio, current) = ([Predecessor](), MigrationRatio.even, id)
        // Days descend, so that an exchange of a coin's own units counts once, and none from before the coin was that one.
        func precedes(_ migration: CoinMigration) -> Bool {
            migration.current == current && found.last.map { migration.terms.day < $0.until } ?? true
        }
        while let migration = filter(precedes).max(by: { $0.terms.day < $1.terms.day }) {
            ratio = migration.terms.ratio.followed(by: ratio)
            let (former, isOfUnits) = (migration.former, migration.isOfUnits)
            found.append(Predecessor(id: former, until: migration.terms.day, ratio: ratio, isOfUnits: isOfUnits))
            current = former
        }
        return found
    }
}

extension Metric {
    fileprivate enum UnitsOfCoin {
        case perCoin, coins
    }

    /// Whether its values are per unit of a coin, or such units; nil for neither.
    fileprivate var unitsOfCoin: UnitsOfCoin? {
        if [.circulatingSupply, .totalSupply, .maxSupply].contains(self) { return .coins }
        return isPrice && self != .rate || self == .close(unit.lowercased()) ? .perCoin : nil
    }
}

/// A number of at most 15 digits as they are written, without an exponent.
private func plainDecimal(_ number: Double) -> String {
    if let whole = Int64(exactly: number) { return "\(whole)" }
    let text = "\(number)"
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]) else { return text }
    // Below 0.0001 the shortest text has an exponent, which the grammar of ratios has not.
    let digits = text[..<mark].filter { $0 != "." }
    return "0." + String(repeating: "0", count: -exponent - 1)
        + (digits.hasSuffix("0") ? digits.dropLast() : digits[...])
}
