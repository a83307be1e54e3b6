/// How the cost of coins that leave is told from that of those that stay.
public enum CostMethod: String, CaseIterable, Sendable {
    /// All coins of one kind cost the same: their cost by their number.
    case average
    /// Those that came first leave first.
    case fifo
}

/// What is held of one coin, what it cost, and what came of what was held before.
public struct Position: Hashable, Sendable {
    /// Coins that came together, and their cost in the portfolio's currency; nil where it is unknown.
    struct Lot: Hashable, Sendable {
        var amount: ExactDecimal
        var cost: ExactDecimal?
    }

    private(set) var lots: [Lot] = []
    /// How many coins are held, exactly.
    public private(set) var amount = ExactDecimal.zero
    /// Proceeds less fees and the cost of what was sold; nil once the cost of something sold is unknown.
    public internal(set) var realised: ExactDecimal? = .zero
    /// What was earned, at the prices of its time; nil once one is unknown.
    public internal(set) var income: ExactDecimal? = .zero
    /// All fees; nil once one is unknown.
    public internal(set) var fees: ExactDecimal? = .zero

    /// What the held coins cost, fees with it; nil where that of some is unknown.
    public var cost: ExactDecimal? {
        lots.reduce(ExactDecimal.zero) { sum, lot in sum.flatMap { sum in lot.cost.map { sum + $0 } } }
    }

    /// Takes coins in.
    mutating func add(_ lot: Lot, by method: CostMethod) {
        guard !lot.amount.isZero else { return }
        amount = amount + lot.amount
        guard method == .average, let pool = lots.first else {
            lots.append(lot)
            return
        }
        let cost = pool.cost.flatMap { cost in lot.cost.map { cost + $0 } }
        lots = [Lot(amount: pool.amount + lot.amount, cost: cost)]
    }

    /// Takes coins out, the first ones first, and gives their cost; nil where that of some is unknown.
    ///
    /// Of a lot that is divided, the cost that leaves is cost · taken / amount, rounded half to even to 36 digits behind the
    /// point; the rest stays, so that both add up to the whole exactly. There must be so many coins.
    mutating func take(_ wanted: ExactDecimal) -> ExactDecimal? {
        amount = amount - wanted
        var (left, cost) = (wanted, ExactDecimal?.some(.zero))
        while !left.isZero, let lot = lots.first {
            if lot.amount <= left {
                left = left - lot.amount
                cost = cost.flatMap { cost in lot.cost.map { cost + $0 } }
                lots.removeFirst()
            } else {
                let part = lot.cost.flatMap { ($0 * left).divided(by: lot.amount) }
                lots[0] = Lot(amount: lot.amount - left, cost: lot.cost.flatMap { cost in part.map { cost - $0 } })
                cost = cost.flatMap { cost in part.map { cost + $0 } }
                left = .zero
            }
        }
        return cost
    }
}
