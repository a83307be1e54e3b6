/// A coin's image as a host sent it: its form and its size in pixels, by its own bytes and by nothing that a header claims.
///
/// PNG, JPEG and WebP are read as far as their size stands; none is decoded. SVG is a document that can hold scripts and
/// addresses, so it is refused.
public struct CoinImage: Hashable, Sendable {
    /// The forms that pages show.
    public enum Form: String, Sendable {
        case png, jpeg, webp
    }

    /// Why bytes are not an image for a page.
    public enum Refusal: String, Error {
        case tooLarge = "image-too-large"
        case tooWide = "image-too-wide"
        case vector = "image-is-svg"
        case unknown = "image-unknown"
    }

    /// The most bytes of an image.
    public static let mostBytes = 256 << 10
    /// The most pixels on a side.
    public static let mostPixels = 512

    /// The form.
    public let form: Form
    /// Pixels from left to right, from 1.
    public let width: Int
    /// Pixels from top to bottom, from 1.
    public let height: Int

    /// Reads the head of an image.
    ///
    /// - Throws: why it is none for a page.
    /// - Complexity: O(n) for a JPEG of n bytes, else O(1).
    public init(_ bytes: [UInt8]) throws(Refusal) {
        guard bytes.count <= CoinImage.mostBytes else { throw .tooLarge }
        guard let (form, width, height) = CoinImage.head(of: bytes), width > 0, height > 0 else {
            throw CoinImage.isMarkup(bytes) ? .vector : .unknown
        }
        guard max(width, height) <= CoinImage.mostPixels else { throw .tooWide }
        (self.form, self.width, self.height) = (form, width, height)
    }

    /// The media type, such as `image/png`.
    public var mediaType: String { "image/\(form.rawValue)" }

    private typealias Head = (form: Form, width: Int, height: Int)

    private static func head(of bytes: [UInt8]) -> Head? {
        func has(_ expected: [UInt8], at place: Int) -> Bool {
            place + expected.count <= bytes.count && bytes[place..<place + expected.count].elementsEqual(expected)
        }
        func text(_ expected: String, at place: Int) -> Bool { has(Array(expected.utf8), at: place) }
        if has([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13], at: 0), text("IHDR", at: 12),
            bytes.count >= 33
        {
            return (.png, bigEndian(bytes[16..<20]), bigEndian(bytes[20..<24]))
        }
        if has([0xff, 0xd8, 0xff], at: 0) { return jpeg(bytes) }
        if text("RIFF", at: 0), text("WEBP", at: 8), bytes.count >= 30 { return webP(bytes) }
        return nil
    }

    /// The size in the frame header of a JPEG, behind segments that each say how long they are.
    private static func jpeg(_ bytes: [UInt8]) -> Head? {
        var place = 2
        while place + 9 <= bytes.count, bytes[place] == 0xff {
            let marker = bytes[place + 1]
            if marker == 0xff {
                place += 1
                continue
            }
            // C4, C8 and CC bear tables; the others from C0 to CF begin a frame.
            if (0xc0...0xcf).contains(marker), ![0xc4, 0xc8, 0xcc].contains(marker) {
                return (.jpeg, bigEndian(bytes[place + 7..<place + 9]), bigEndian(bytes[place + 5..<place + 7]))
            }
            let length = bigEndian(bytes[place + 2..<place + 4])
            guard length >= 2, (0xc0...0xfe).contains(marker), !(0xd0...0xd9).contains(marker) else { return nil }
            place += 2 + length
        }
        return nil
    }

    /// The size in the first chunk of a WebP: extended, lossless or lossy.
    private static func webP(_ bytes: [UInt8]) -> Head? {
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8X": return (.webp, 1 + littleEndian(bytes[24..<27]), 1 + littleEndian(bytes[27..<30]))
        case "VP8L" where bytes[20] == 0x2f:
            let sizes = littleEndian(bytes[21..<25])
            return (.webp, 1 + sizes & 0x3fff, 1 + (sizes >> 14) & 0x3fff)
        case "VP8 " where bytes[23..<26].elementsEqual([0x9d, 0x01, 0x2a]):
            return (.webp, littleEndian(bytes[26..<28]) & 0x3fff, littleEndian(bytes[28..<30]) & 0x3fff)
        default: return nil
        }
    }

    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private static func littleEndian(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Whether the first kilobyte looks like a document in markup, which every SVG is.
    private static func isMarkup(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased().contains("<svg")
    }
}
