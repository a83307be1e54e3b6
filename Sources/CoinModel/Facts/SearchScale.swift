/// How search interest on one export's scale is brought onto the scale that several exports share.
public struct SearchScale: Hashable, Sendable {
    /// The digest of the export whose scale it is.
    public let root: String
    /// What values are multiplied by.
    public let factor: Double
    /// The least factor that rounding allows.
    public let low: Double
    /// The largest factor that rounding allows.
    public let high: Double

    /// A way onto the scale of an export.
    ///
    /// - Parameters:
    ///   - root: the digest of the export whose scale it is.
    ///   - factor: what values are multiplied by.
    ///   - low: the least factor that rounding allows.
    ///   - high: the largest factor that rounding allows.
    public init(root: String, factor: Double, low: Double, high: Double) {
        self.root = root
        self.factor = factor
        self.low = low
        self.high = high
    }

    /// The root in short: the first twelve digits of its digest, and which part of a collection it is.
    public var name: String { SearchScale.name(ofExport: root) }

    /// An export in short.
    ///
    /// - Parameter export: its digest of 64 digits, and where it stands in a collection `:` and the part.
    /// - Returns: the first twelve digits, and the part.
    public static func name(ofExport export: String) -> String {
        String(export.prefix(12) + export.dropFirst(64))
    }
}
