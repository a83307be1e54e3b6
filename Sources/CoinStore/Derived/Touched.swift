internal import CoinModel

/// What a load changed, as far as data follows from it.
struct Touched {
    /// The newest facts that it brought.
    var newest = NewestFacts()
    /// Whether facts do not hold any more that were written before: what follows from them is made anew.
    var takesBack = false
    /// The weeks of market data, for each source, quote and group of entities.
    var weeks: Set<TouchedWeek> = []
}

/// A week of a source and quote in which facts changed, for one group of entities.
struct TouchedWeek: Hashable {
    let source: Int
    let quote: String
    let week: Week
    let group: Int
}
