/// Why bytes are not a tile.
public struct TileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What to act on.
    public enum Reason: String, CaseIterable, Sendable {
        /// The bytes begin otherwise than a tile's: something else was stored here.
        case badMagic = "bad-magic"
        /// A version that this program does not read: use a newer one.
        case unsupportedVersion = "unsupported-version"
        /// The bytes end too early.
        case truncated = "truncated"
        /// The checksum does not fit: bytes have changed since they were written.
        case checksum = "checksum"
        /// What the bytes say cannot be: they were written wrongly, or changed on purpose.
        case corrupt = "corrupt"
    }

    /// What to act on.
    public let reason: Reason
    /// What was found, and in which run.
    public let detail: String

    /// An error.
    public init(_ reason: Reason, _ detail: String) { (self.reason, self.detail) = (reason, detail) }

    /// The same error, said of one run.
    func inRun(of slot: UInt16) -> TileError { TileError(reason, "run of slot \(slot): \(detail)") }

    /// `reason: detail`.
    public var description: String { "\(reason.rawValue): \(detail)" }
}
