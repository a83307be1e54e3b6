/// When market figures do not go together, as slips of sources do not.
public enum SuspectPrices {
    /// So many times a price of a week before, or so small a part of it, is a jump.
    public static let jump = 1000.0
    /// So small a part of the supply that was there is a slip: coins are burnt a few at a time.
    public static let shrinkage = 0.5
    /// So far a capitalisation may be from price × coins in circulation, as a part of that.
    public static let difference = 0.2

    /// So far two sources may be apart, as a part of the lower price, before that is said.
    public static let disagreement = 0.05

    /// How far two prices of one day are apart, as a part of the lower one; 0 where that is no more than sources may be.
    public static func distance(_ one: Double, _ other: Double) -> Double {
        let apart = max(one, other) / min(one, other) - 1
        return apart.isFinite && (apart * 1e9).rounded() > disagreement * 1e9 ? apart : 0
    }

    /// Whether a price is a jump from an earlier one.
    public static func isJump(_ ratio: Double) -> Bool { ratio >= jump || ratio <= 1 / jump }

    /// Whether a capitalisation by price × coins in circulation is too far from 1; false where one of them is unknown.
    public static func isOff(_ ratio: Double) -> Bool { ratio > 0 && ratio.isFinite && abs(ratio - 1) > difference }

    /// A ratio with two or three digits that matter, as a whole number from 100 on.
    public static func text(_ ratio: Double) -> String {
        if ratio >= 100 { return "\(Int(min(ratio.rounded(), 1e15)))" }
        let unit = ratio >= 1 ? 100.0 : 1000
        let rounded = (ratio * unit).rounded() / unit
        return rounded > 0 ? "\(rounded)" : "1/\(Int(min((1 / ratio).rounded(), 1e15)))"
    }
}

/// That two sources of the day of a newest price are over 5 % apart: `price_disputed`.
public struct PriceDispute: Hashable, Sendable {
    /// A source and its newest price of the day.
    public typealias Side = (source: String, price: Double)

    /// The lowest price of the day, and whose it is.
    public let low: Double
    /// Of one price the first by name.
    public let lowSource: String
    /// The highest one.
    public let high: Double
    /// Its source; of one price the first by name.
    public let highSource: String

    /// The dispute among the sources that have a price of the day; nil where no two are over 5 % apart.
    public init?(among sides: [Side]) {
        let ordered = sides.sorted { ($0.price, $0.source) < ($1.price, $1.source) }
        guard let low = ordered.first, let high = ordered.first(where: { $0.price == ordered.last?.price }),
            SuspectPrices.distance(low.price, high.price) > 0
        else { return nil }
        self.low = low.price
        lowSource = low.source
        self.high = high.price
        highSource = high.source
    }

    /// Both sources with their prices, and how far these are apart.
    public var text: String {
        let apart = SuspectPrices.text(100 * SuspectPrices.distance(low, high))
        return "\(lowSource) \(shortest(low)), \(highSource) \(shortest(high)): \(apart) % apart"
    }
}

/// Why the traded volume of a coin looks made up: `volume_suspect`.
public enum VolumeGround: String, CaseIterable, Sendable {
    /// Far more is traded by capitalisation than of other coins.
    case turnover
    /// Much is traded, and the price stands still.
    case stillPrice = "still-price"
    /// The newest four weekly closes, or volumes, are all equal.
    case flat
    /// Most volumes of 28 days have three significant digits or fewer.
    case round
    /// Most volumes of 28 days are the same.
    case repeated
}
