internal import Digests

/// The digest by which an input is known in the store and in run records.
public struct Digest: Sendable {
    private var content = SHA256()

    /// The digest of no bytes yet.
    public init() {}

    /// Takes further bytes.
    public mutating func update(_ bytes: [UInt8]) { unsafe content.update(bytes.span.bytes) }

    /// Takes the UTF-8 bytes of a text.
    public mutating func update(_ text: String) { update(Array(text.utf8)) }

    /// The first eight bytes of the digest of a text's UTF-8 as one big-endian number.
    public static func leading64(_ text: String) -> UInt64 {
        var digest = Digest()
        digest.update(text)
        return digest.content.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The digest of all bytes so far as 64 lower-case hexadecimal digits.
    public func finish() -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: content.bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The name of the function, as it stands in the store and in run records.
    public static let name = "sha256"
}
