/// Which of the ranked coins of a week are judged, by what was known then; a figure that is missing is outside every bound.
public struct UniverseBounds: Hashable, Sendable {
    /// The least capitalisation in USD; nil for any.
    public var capFrom: Double?
    /// The greatest one; nil for any.
    public var capTo: Double?
    /// The least median daily volume of 12 weeks in USD; nil for any.
    public var volumeFrom: Double?

    /// No bounds.
    public init() {}

    /// Whether a coin of these figures, NaN where missing, is judged.
    func include(_ cap: Double, _ volume: Double) -> Bool {
        capFrom.map { cap >= $0 } ?? true && capTo.map { cap <= $0 } ?? true && volumeFrom.map { volume >= $0 } ?? true
    }

    /// As options are written; empty without bounds.
    var canonical: String {
        [("cap-from", capFrom), ("cap-to", capTo), ("volume-from", volumeFrom)]
            .compactMap { name, bound in bound.map { "\(name)=\($0)" } }.joined(separator: " ")
    }
}
