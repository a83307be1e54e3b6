/// How the price of a coin changed over a span that ends with its newest price; card, tile, chart, column, portfolio and
/// alerts read this one result.
public struct PriceChange: Hashable, Sendable {
    /// Where the change comes from.
    public enum Origin: Hashable, Sendable {
        /// From two prices of the source that the newest price is from.
        case prices
        /// From what that source states together with the newest price.
        case stated
        /// From two prices of another source.
        case other
    }

    /// The change in percent: 100 · (price at the end / price at the beginning − 1), or as the source states it.
    public let percent: Double
    /// The price at the end of the span; the source of it has that at its beginning too.
    public let end: DatedFigure
    /// The price at the beginning; where the change is stated, the one that it means.
    public let then: Double
    /// When that was; nil where the change is stated.
    public let thenTime: Instant?
    /// Where it comes from.
    public let origin: Origin

    /// A change between two prices of one source, in order of time.
    public init(from begin: DatedFigure, to end: DatedFigure, isOther: Bool = false) {
        self.end = end
        then = begin.value
        thenTime = begin.time
        percent = 100 * (end.value / begin.value - 1)
        origin = isOther ? .other : .prices
    }

    /// A change that a source states, in percent, with a price of it.
    public init(stated percent: Double, to end: DatedFigure) {
        self.end = end
        self.percent = percent
        then = end.value / (1 + percent / 100)
        thenTime = nil
        origin = .stated
    }

    /// What it is by, as columns name it: `prices`, `stated`, or the name of another source.
    public var by: String {
        switch origin {
        case .prices: "prices"
        case .stated: "stated"
        case .other: end.source
        }
    }
}

/// How the prices of coins changed over each span of `PriceSpan.allCases`, in a fifth of the memory of as many `PriceChange`s.
///
/// Nearly all changes end with the newest price of their coin, so of these only the beginning is kept.
public struct PriceChanges: Sendable {
    /// The beginning of a change that ends with the coin's newest price: a price and its time; `none` where nothing is known,
    /// and a percentage and `stated` where the source states the change.
    private struct Begin: Sendable {
        var value = Double.nan
        var time = none

        static let none = Instant(milliseconds: .min)
        static let stated = Instant(milliseconds: .max)
    }

    private let count: Int
    /// By place, those of all coins; none while no coin has any.
    private var begins: [[Begin]]
    private var others: [[Int: PriceChange]]

    /// Those of so many coins, of which none is known yet; of no coin where they were not read.
    public init(coins count: Int = 0) {
        self.count = count
        begins = Array(repeating: [], count: PriceSpan.allCases.count)
        others = Array(repeating: [:], count: PriceSpan.allCases.count)
    }

    /// Whether they were not read, or there is no coin.
    public var isEmpty: Bool { count == 0 }

    /// The change over the span at a place of `PriceSpan.allCases` of a coin that has this newest price; nil where it is not known.
    public subscript(coin: Int, place: Int, price: DatedFigure?) -> PriceChange? {
        get {
            let begin = begins[place].isEmpty ? Begin() : begins[place][coin]
            guard let price, begin.time != Begin.none else { return others[place][coin] }
            return begin.time == Begin.stated
                ? PriceChange(stated: begin.value, to: price)
                : PriceChange(from: DatedFigure(begin.value, at: begin.time, by: price.source), to: price)
        }
        set {
            var begin = Begin()
            if let change = newValue, change.end == price, change.origin != .other {
                begin.value = change.thenTime == nil ? change.percent : change.then
                begin.time = change.thenTime ?? Begin.stated
            }
            let isKnown = begin.time != Begin.none
            if isKnown, begins[place].isEmpty { begins[place] = Array(repeating: Begin(), count: count) }
            if !begins[place].isEmpty { begins[place][coin] = begin }
            others[place][coin] = isKnown ? nil : newValue
        }
    }
}
