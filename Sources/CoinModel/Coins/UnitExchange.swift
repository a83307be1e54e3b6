/// Recognises a redenomination: so many old units of a coin exchanged for so many new ones.
///
/// This is the only place where price and supply are read as an exchange of units: the supply moves by a known ratio (2, 2.5, 3, 4
/// or 5, or one of these or 1 times a power of ten; within 1 %) and the price against it, so that their product stays what it
/// was, within 30 %, of ratios below 10 within 15 %. A price alone, or a supply alone, is not evidence: coins jump and are minted.
public enum UnitExchange {
    /// The ratio that a price and a supply speak for.
    ///
    /// Unit for unit is none, unless `isEvenRatio` allows it, as where one coin takes the place of another: then the supply is the same
    /// within 2 % and its product with the price within 5 %.
    ///
    /// - Parameters:
    ///   - price: before and after, above 0.
    ///   - supply: units in circulation before and after, above 0; missing values speak for nothing.
    ///   - isEvenRatio: whether one for one counts.
    /// - Returns: old units to new ones; nil for none.
    public static func ratio(
        price: (before: Double, after: Double),
        supply: (before: Double?, after: Double?),
        isEvenRatio: Bool = false
    ) -> MigrationRatio? {
        guard let old = supply.before, let new = supply.after, old > 0, new > 0, price.before > 0, price.after > 0
        else { return nil }
        let factor = new / old
        let worth = (price.after / price.before) * factor
        guard factor.isFinite, worth.isFinite, worth > 0 else { return nil }
        if abs(factor - 1) <= 0.02 {
            return isEvenRatio && isNear(worth, 1, within: 0.05) ? .even : nil
        }
        let size = max(factor, 1 / factor)
        guard let known = knownRatio(near: size), isNear(worth, 1, within: known < 10 ? 0.15 : 0.3) else { return nil }
        let units = Int(exactly: known).map(String.init) ?? "2.5"
        return MigrationRatio(factor < 1 ? "\(units):1" : "1:\(units)")
    }

    /// The known ratio, 2 or more, from which a number is at most 1 % away.
    private static func knownRatio(near size: Double) -> Double? {
        var unit = 1.0
        while unit * 10 <= size * 1.01 { unit *= 10 }
        return [1, 2, 2.5, 3, 4, 5, 10].map { $0 * unit }.first { $0 > 1 && isNear(size, $0, within: 0.01) }
    }

    private static func isNear(_ value: Double, _ other: Double, within share: Double) -> Bool {
        max(value / other, other / value) <= 1 + share
    }
}
