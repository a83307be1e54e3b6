/// When market figures do not go together, as slips of sources do not.
public enum MarketSlips {
    /// So many times a price of a week before, or so small a part of it, is a jump.
    public static let jump = 1000.0
    /// So small a part of the supply that was there is a slip: coins are burnt a few at a time.
    public static let shrinkage = 0.5
    /// So far a capitalisation may be from price × coins in circulation, as a part of that.
    public static let difference = 0.2

    /// So far two sources may be apart, as a part of what is taken, before that is said.
    public static let disagreement = 0.05

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
