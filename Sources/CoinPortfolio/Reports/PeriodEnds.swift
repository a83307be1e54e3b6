internal import CoinModel

/// Values what is held at both ends of a period, each coin by one source where it is held at both.
struct PeriodEnds {
    /// Amounts by coin, and when.
    typealias End = (held: [String: ExactDecimal], at: PriceMoment)

    let prices: PriceSource

    /// What is held at either end is worth; nil, with the reason, where a price is missing or no source has both.
    func values(_ then: End, _ now: End, _ obstacle: inout String?) -> (then: ExactDecimal?, now: ExactDecimal?) {
        var sums = [ExactDecimal?](repeating: .zero, count: 2)
        for coin in Set(then.held.keys).union(now.held.keys).sorted() {
            let ends = [then, now].enumerated().filter { $1.held[coin] != nil }
            let quotes = prices(coin, ends.map(\.element.at))
            let alone = quotes == nil ? ends.map { prices(coin, [$0.element.at])?.first } : []
            let isSplit = quotes == nil && !alone.contains { $0 == nil }
            for (place, end) in ends.enumerated() {
                let quote = quotes?[place] ?? (isSplit ? nil : alone[place])
                let worth = quote.flatMap { quote in end.element.held[coin].map { $0 * quote.price } }
                sums[end.offset] = sums[end.offset].sum(worth)
                let days = isSplit ? ends.map(\.element.at.limit.day) : [end.element.at.limit.day]
                let what = isSplit ? "no source has prices" : "no price"
                if worth == nil {
                    let on = days.map(\.description).joined(separator: " and ")
                    obstacle = obstacle ?? "\(what) of \(coin) on \(on)"
                }
            }
        }
        return (sums[0], sums[1])
    }

    /// What one unit of the value at the first end, and what was paid in behind it, became until the last; 1 where there was
    /// nothing, or where a value is missing and `obstacle` says which.
    func growth(
        from then: End,
        to now: End,
        paidIn: ExactDecimal? = .zero,
        takenOut: ExactDecimal? = .zero,
        _ obstacle: inout String?
    ) -> Double {
        let (first, last) = values(then, now, &obstacle)
        guard let base = first.sum(paidIn)?.double, let end = last.sum(takenOut)?.double, base > 0 else { return 1 }
        return end / base
    }
}

extension Holdings {
    /// How many there are of each coin that is held.
    var amounts: [String: ExactDecimal] { positions.mapValues(\.amount).filter { !$1.isZero } }
}
