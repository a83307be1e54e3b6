internal import CoinModel
internal import CoinTables

/// A value, or why there is none.
struct Measured {
    /// The value; NaN or infinite where there is none.
    let value: Double
    /// Why there is none, where that is so.
    let reason: MissingReason

    /// A value that is missing for this reason when it is not finite.
    init(_ value: Double, orMissing reason: MissingReason) {
        (self.value, self.reason) = (value, reason)
    }

    /// No value.
    static func missing(_ reason: MissingReason) -> Measured { Measured(.nan, orMissing: reason) }

    /// Whether the value is there.
    var isThere: Bool { value.isFinite }

    /// The same value seen in another way, missing for the same reason, or for another where the new one is not
    /// finite.
    func map(orMissing other: MissingReason, _ transform: (Double) -> Double) -> Measured {
        isThere ? Measured(transform(value), orMissing: other) : self
    }

    /// The cell of a report.
    var cell: Cell { .number(value, orMissing: reason) }
}

/// What is known of a signal of one coin: a mean and its error, or why there is none.
struct SignalEstimate {
    /// m, or why the coin lacks the signal.
    let mean: Measured
    /// s; NaN without m.
    let error: Double

    static func missing(_ reason: MissingReason) -> SignalEstimate {
        SignalEstimate(mean: .missing(reason), error: .nan)
    }
}
