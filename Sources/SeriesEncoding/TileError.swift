/// Why bytes are not a tile.
public struct TileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whose fault it is.
    public enum Reason: String, Sendable {
        /// The bytes begin otherwise than a tile's: something else was stored here.
        case badMagic = "bad-magic"
        /// A version that this program does not read.
        case unsupportedVersion = "unsupported-version"
        /// The bytes end too early.
        case truncated = "truncated"
        /// The checksum does not fit: bytes have changed since they were written.
        case checksum = "checksum"
        /// The checksum fits, but what the bytes say cannot be: they were written wrongly.
        case corrupt = "corrupt"
    }

    /// Whose fault it is.
    public let reason: Reason
    /// What was found.
    public let detail: String

    init(_ reason: Reason, _ detail: String) {
        self.reason = reason
        self.detail = detail
    }

    /// `reason: detail`.
    public var description: String { "\(reason.rawValue): \(detail)" }
}
