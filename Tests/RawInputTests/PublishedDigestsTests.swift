import Testing

@testable import RawInput

/// The digests of published texts, and of texts cut into pieces around the functions' blocks of 64 bytes.
struct PublishedDigestsTests {
    private static let texts = ["", "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"]
    private static let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)

    private func hexadecimal(_ value: some FixedWidthInteger & UnsignedInteger) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: value.bitWidth / 4 - digits.count) + digits
    }

    private func sha256(_ bytes: [UInt8], step: Int) -> String {
        var digest = Digest()
        for start in stride(from: 0, to: bytes.count, by: step) {
            digest.update(Array(bytes[start..<min(start + step, bytes.count)]))
        }
        return digest.finish()
    }

    private func sha1(_ bytes: [UInt8], step: Int) -> String {
        var digest = SHA1()
        for start in stride(from: 0, to: bytes.count, by: step) {
            digest.update(Array(bytes[start..<min(start + step, bytes.count)]).span.bytes)
        }
        let (high, middle, low) = digest.finish()
        return hexadecimal(high) + hexadecimal(middle) + hexadecimal(low)
    }

    @Test("SHA-256 equals published digests")
    func publishedSHA256() {
        let digests = [
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ]
        #expect(Self.texts.map { sha256(Array($0.utf8), step: 7) } == digests)
        let ofMillion = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        #expect(sha256(Self.million, step: 1 << 20) == ofMillion)
    }

    @Test("SHA-1 equals published digests")
    func publishedSHA1() {
        let digests = [
            "da39a3ee5e6b4b0d3255bfef95601890afd80709", "a9993e364706816aba3e25717850c26c9cd0d89d",
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
        ]
        #expect(Self.texts.map { sha1(Array($0.utf8), step: 7) } == digests)
        #expect(sha1(Self.million, step: 1 << 20) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
    }

    @Test("A text has the same digest in any pieces")
    func pieces() {
        let whole = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* $0 &+ 7) }
        for length in [1, 55, 56, 63, 64, 65, 127, 128, 129, 1000] {
            let text = Array(whole[..<length])
            for step in [3, 63, 64, 65, 128, 1000] {
                #expect(sha256(text, step: step) == sha256(text, step: 1), "\(length) by \(step)")
                #expect(sha1(text, step: step) == sha1(text, step: 1), "\(length) by \(step)")
            }
        }
    }
}
