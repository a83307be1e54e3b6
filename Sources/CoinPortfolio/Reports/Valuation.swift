public import CoinModel
public import CoinTables

/// A price in the portfolio's currency, and when it was one.
public struct CoinQuote: Hashable, Sendable {
    /// What one coin was worth.
    public let price: ExactDecimal
    /// When.
    public let time: Instant

    /// A price.
    public init(_ price: ExactDecimal, at time: Instant) { (self.price, self.time) = (price, time) }
}

/// A moment, and how old in milliseconds the newest price up to it may be then; nil for any age.
public typealias PriceMoment = (limit: Instant, patience: Int64?)

/// Gives the newest prices of a coin up to some moments, one each, the earliest first, all of one source, so that no change
/// or return is one between two of them; nil where no source has all.
///
/// It is the only place that prices come from: what it does not know is missing, and never filled.
public typealias PriceSource = (_ coin: String, _ moments: [PriceMoment]) -> [CoinQuote]?

/// The prices of a coin at both ends of a span, and its change over that span in percent as rankings have it.
public typealias PricePair = (now: ExactDecimal, then: ExactDecimal, percent: Double)

/// Gives the change of a coin over a span that ends at a moment; nil where that is unknown.
public typealias PriceChangeSource = (_ coin: String, _ limit: Instant, _ span: PriceSpan) -> PricePair?

/// The end of a day, with prices of that very day.
public func strictly(_ day: Day) -> PriceMoment { (AsOf.day(day).limit, Instant.millisecondsPerDay - 1) }

/// What positions are worth at a moment.
public struct Valuation {
    /// A coin that is held, and its price; nil without one.
    public struct Holding {
        /// The coin's id.
        public let coin: String
        /// What is held and what it cost.
        public let position: Position
        /// Its newest price.
        public let price: CoinQuote?
        /// Why it has no price, where that is so.
        let reason: MissingReason
        /// The present and the earlier price, by the spans of `spans`; nil where either is missing.
        let pairs: [PricePair?]

        /// The amount times the price, exactly.
        ///
        /// Nil where more left than came, too: what is there is not known.
        public var value: ExactDecimal? { position.amount.isNegative ? nil : price.map { position.amount * $0.price } }
    }

    /// The spans of changes.
    public static let spans: [PriceSpan] = [.day, .week, .month]

    /// The coins that are held, by id.
    public let holdings: [Holding]
    /// What was paid in so far less what was taken out; nil where the price of a flow is unknown.
    public let invested: ExactDecimal?
    /// All coins that ever were held, by id.
    let positions: [(coin: String, position: Position)]

    /// Values what is held at a moment.
    ///
    /// - Parameters:
    ///   - positions: all positions, those of which nothing is held among them.
    ///   - invested: what was paid in so far less what was taken out.
    ///   - limit: the moment.
    ///   - patience: how many milliseconds old prices may be; nil for any age.
    ///   - prices: where prices come from.
    ///   - changes: where changes over spans come from.
    ///   - hadPrice: whether a coin without a price had one before the days that count.
    public init(
        _ positions: [String: Position],
        invested: ExactDecimal? = nil,
        at limit: Instant,
        patience: Int64?,
        prices: PriceSource,
        changes: PriceChangeSource,
        hadPrice: (_ coin: String) -> Bool = { _ in false }
    ) {
        self.invested = invested
        self.positions = positions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        holdings = self.positions.filter { !$0.position.amount.isZero }.map { coin, position in
            Holding(
                coin: coin,
                position: position,
                price: prices(coin, [(limit, patience)])?.first,
                reason: position.amount.isNegative
                    ? .belowZero : patience == nil && hadPrice(coin) ? .oldPrice : .noPrice,
                pairs: Valuation.spans.map { span in
                    changes(coin, limit, span).flatMap { $0.then.isZero ? nil : $0 }
                }
            )
        }
    }

    /// The value of all coins; nil where one of them has no price.
    public var value: ExactDecimal? { sum(holdings.map(\.value)) }
    /// The value of the coins that have a price.
    public var pricedValue: ExactDecimal { holdings.compactMap(\.value).reduce(.zero, +) }
    /// The coins that have none.
    public var unpriced: [String] { holdings.filter { $0.value == nil }.map(\.coin) }
    /// What the owned coins cost; nil where that of some is unknown.
    public var cost: ExactDecimal? { sum(holdings.map(\.position.cost)) }
    /// What was realised, earned and paid as fees with all coins that ever were held.
    public var realised: ExactDecimal? { sum(positions.map(\.position.realised)) }
    /// What was earned, at the prices of its time.
    public var income: ExactDecimal? { sum(positions.map(\.position.income)) }
    /// All fees.
    public var fees: ExactDecimal? { sum(positions.map(\.position.fees)) }

    /// How much of the value each coin is, in the order of `holdings`, 0 to 1; NaN without a value.
    public var shares: [Double] {
        let whole = value?.double ?? .nan
        return holdings.map { ($0.value?.double ?? .nan) / whole }
    }

    /// Σ share², the Herfindahl–Hirschman index: 1 for a single coin, 1/n for n equal ones; NaN without a value.
    public var concentration: Double { holdings.isEmpty ? .nan : shares.reduce(0) { $0 + $1 * $1 } }

    /// How what is held now changed in price over each span, in percent: 100 · (Σ amount · now / Σ amount · then − 1).
    ///
    /// NaN where a price at either end is missing. What was bought or sold meanwhile does not enter.
    public var changes: [Double] {
        Valuation.spans.indices.map { place in Valuation.change(holdings.map { ($0.position.amount, $0.pairs[place]) })
        }
    }

    static func change(_ parts: [(amount: ExactDecimal, pair: PricePair?)]) -> Double {
        guard !parts.isEmpty else { return .nan }
        var (now, then) = (ExactDecimal.zero, ExactDecimal.zero)
        for (amount, pair) in parts {
            guard let pair else { return .nan }
            (now, then) = (now + amount * pair.now, then + amount * pair.then)
        }
        return (now - then).divided(by: then).map { 100 * $0.double } ?? .nan
    }

    private func sum(_ parts: [ExactDecimal?]) -> ExactDecimal? {
        parts.reduce(.zero) { $0.sum($1) }
    }
}

extension Valuation {
    /// What it comes to, each sum over the coins that have the value.
    public func summary(asOf: AsOf, currency: String, method: CostMethod) -> HoldingsSummary {
        func sum(_ part: (Holding) -> (amount: ExactDecimal?, base: ExactDecimal?)) -> HoldingsSummary.Sum {
            let parts = holdings.map { holding in (coin: holding.coin, part: part(holding)) }
            let known = parts.compactMap { one in
                one.part.amount.flatMap { amount in one.part.base.map { (amount: amount, base: $0) } }
            }
            let amount = known.map(\.amount).reduce(.zero, +).double
            let without = parts.filter { $0.part.amount == nil || $0.part.base == nil }.map(\.coin)
            return .init(known.isEmpty ? .nan : amount, of: known.map(\.base).reduce(.zero, +).double, without: without)
        }
        var summary = HoldingsSummary(asOf: asOf, currency: currency, method: method.rawValue)
        summary.taken = (realised?.double ?? .nan, income?.double ?? .nan)
        summary.coins = holdings.count
        summary.worth = sum { ($0.value, $0.value) }
        summary.gain = sum { ($0.value.less($0.position.cost), $0.position.cost) }
        for (place, span) in Valuation.spans.enumerated() {
            summary.changes[span.name] = sum { holding in
                let pair = holding.value == nil ? nil : holding.pairs[place]
                let amount = holding.position.amount
                return (pair.map { amount * ($0.now - $0.then) }, pair.map { amount * $0.then })
            }
        }
        for holding in holdings {
            guard let day = holding.price?.time.day, day.distance(to: asOf.limit.day) >= Table.datedFrom else {
                continue
            }
            summary.oldPrices[holding.coin] = day
        }
        return summary
    }
}
