internal import CoinModel

/// What is held of one coin, what it cost, and what came of what was held before.
public struct Position: Sendable {
    /// Coins that came together, and their cost in the portfolio's currency; nil where it is unknown.
    struct Lot: Sendable {
        var amount: ExactDecimal
        var cost: ExactDecimal?
        /// When the first of them came.
        var time: Instant
    }

    /// A slice, for what came first leaves at once, however many come behind it.
    private var lots: ArraySlice<Lot> = []
    /// What the lots of known cost cost, and how many there are of unknown cost.
    private var knownCost = ExactDecimal.zero
    private var unknownLots = 0
    /// How many coins are held, exactly.
    public private(set) var amount = ExactDecimal.zero
    /// Proceeds less fees and the cost of what was sold; nil once the cost of something sold is unknown.
    public internal(set) var realised: ExactDecimal? = .zero
    /// What was earned, at the prices of its time; nil once one is unknown.
    public internal(set) var income: ExactDecimal? = .zero
    /// All fees; nil once one is unknown.
    public internal(set) var fees: ExactDecimal? = .zero

    /// What the owned coins cost, fees with it; nil where that of some is unknown, and where more left than came.
    public var cost: ExactDecimal? { unknownLots == 0 && !amount.isNegative ? knownCost : nil }

    /// Takes coins in: O(1).
    mutating func add(_ lot: Lot, by method: CostMethod) {
        let lack = amount.isNegative ? -amount : .zero
        amount = amount + lot.amount
        // Coins that left before they came are gone already, with what they cost.
        guard lot.amount > lack else { return }
        var lot = lot
        if !lack.isZero {
            lot.cost = lot.cost.flatMap { ($0 * amount).divided(by: lot.amount) }
            lot.amount = amount
        }
        if let cost = lot.cost { knownCost = knownCost + cost } else { unknownLots += 1 }
        guard method == .average, let pool = lots.first else { return lots.append(lot) }
        let cost = pool.cost.sum(lot.cost)
        // Of two lots one is left; it is of unknown cost where either was.
        if pool.cost == nil || lot.cost == nil { (knownCost, unknownLots) = (.zero, 1) }
        lots = [Lot(amount: pool.amount + lot.amount, cost: cost, time: min(pool.time, lot.time))]
    }

    /// Takes in a position of a coin that became this one: amounts by the ratio, costs and times of lots as they were.
    mutating func join(_ former: Position, in ratio: MigrationRatio, by method: CostMethod) {
        for lot in former.lots {
            add(Lot(amount: lot.amount.converted(by: ratio), cost: lot.cost, time: lot.time), by: method)
        }
        if former.amount.isNegative { _ = take((-former.amount).converted(by: ratio)) }
        lots.sort { $0.time < $1.time }
        realised = realised.sum(former.realised)
        income = income.sum(former.income)
        fees = fees.sum(former.fees)
    }

    /// Takes coins out, the first ones first, and gives their cost; nil where that of some is unknown.
    ///
    /// Of a lot that is divided, the cost that leaves is cost · taken / amount, rounded half to even to 36 digits behind the
    /// point; the rest stays, so that both add up to the whole exactly. Of coins beyond those that are there the cost is unknown.
    /// O(lots that leave).
    mutating func take(_ wanted: ExactDecimal) -> ExactDecimal? {
        amount = amount - wanted
        var (left, cost) = (wanted, ExactDecimal?.some(.zero))
        while !left.isZero, let lot = lots.first {
            var leaving = lot
            if left < lot.amount {
                leaving.amount = left
                leaving.cost = lot.cost.flatMap { ($0 * left).divided(by: lot.amount) }
                let rest = lot.cost.less(leaving.cost)
                lots[lots.startIndex].amount = lot.amount - left
                lots[lots.startIndex].cost = rest
            } else {
                lots.removeFirst()
                if lot.cost == nil { unknownLots -= 1 }
            }
            if let part = leaving.cost { knownCost = knownCost - part }
            left = left - leaving.amount
            cost = cost.sum(leaving.cost)
        }
        return left.isZero ? cost : nil
    }
}

/// How cost is divided between coins that leave and those that stay.
public enum CostMethod: String, CaseIterable, Sendable {
    /// All coins of one kind cost the same: their cost by their number.
    case average
    /// Those that came first leave first.
    case fifo
}
