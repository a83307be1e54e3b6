import Foundation
import Testing

@testable import RawInput

struct DigestTests {
    /// A text of some length that is the same in each run.
    private func text(_ length: Int, _ seed: UInt64) -> [UInt8] {
        var state = seed
        return (0..<length).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    /// The digest of a text alone, in one piece.
    private func alone(_ bytes: [UInt8]) -> String {
        var digest = Digest()
        digest.update(bytes)
        return digest.finish()
    }

    /// The digest made byte by byte, and so never by blocks.
    private func slowly(_ bytes: [UInt8]) -> String {
        var digest = Digest()
        for byte in bytes { digest.update([byte]) }
        return digest.finish()
    }

    @Test("The digests of published texts are the published ones, alone and side by side")
    func published() {
        let texts = ["", "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"].map { Array($0.utf8) }
        let digests = [
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ]
        #expect(texts.map(alone) == digests)
        let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        #expect(alone(million) == digest)
        #expect(Digest.ofAll(texts).map { $0.finish() } == digests)
        #expect(Digest.ofAll([texts[1], million, texts[2]]).map { $0.finish() } == [digests[1], digest, digests[2]])
    }

    @Test("Digests side by side are those of each text alone, however many there are and however long each is")
    func sideBySide() {
        let texts = [0, 1, 55, 63, 64, 65, 127, 128, 129, 700].enumerated().map { text($1, UInt64($0)) }
        let expected = texts.map(slowly)
        #expect(Digest.ofAll([]).isEmpty)
        for first in texts.indices {
            #expect(Digest.ofAll([texts[first]]).map { $0.finish() } == [expected[first]])
            for second in texts.indices {
                let pair = Digest.ofAll([texts[first], texts[second]]).map { $0.finish() }
                #expect(pair == [expected[first], expected[second]])
                for third in texts.indices {
                    let digests = Digest.ofAll([texts[first], texts[second], texts[third]]).map { $0.finish() }
                    #expect(digests == [expected[first], expected[second], expected[third]])
                }
            }
        }
    }

    @Test("However a text is cut into pieces, its digest is the same")
    func pieces() {
        let whole = text(1000, 7)
        for step in [1, 3, 63, 64, 65, 128, 200, 999] {
            var digest = Digest()
            for start in stride(from: 0, to: whole.count, by: step) {
                digest.update(Array(whole[start..<min(start + step, whole.count)]))
            }
            #expect(digest.finish() == slowly(whole), "\(step)")
        }
    }

    @Test("A file's digest beside those of others is its own, and the others are read and digested no second time")
    func beside() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-digest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        let contents = ["one": text(200_000, 1), "other": text(130_001, 2), "large": text(9 << 20, 3), "empty": []]
        for (name, bytes) in contents { try Data(bytes).write(to: URL(fileURLWithPath: path(name))) }
        for (name, bytes) in contents {
            for (otherName, otherBytes) in contents {
                var file = try InputFile(path: path(name))
                var others: InputFile.Group = [nil, nil, nil]
                for place in 0..<2 { others[place] = try InputFile(path: path(otherName)) }
                #expect(try file.digest(beside: &others) == alone(bytes))
                for place in 0..<2 {
                    // Whatever becomes of the other on the disk, it is the file that was opened.
                    guard var next = others[place].take() else {
                        Issue.record("another file is gone")
                        continue
                    }
                    #expect(try next.digest() == alone(otherBytes))
                    #expect(try next.readAll(limit: 1 << 30) == otherBytes)
                }
                #expect(try file.readAll(limit: 1 << 30) == bytes)
            }
        }
    }
}

struct ContentIDTests {
    /// The digest as 40 hexadecimal digits, of a text given in pieces of a size.
    private func digest(_ bytes: [UInt8], step: Int) -> String {
        var id = ContentID()
        for start in stride(from: 0, to: bytes.count, by: step) {
            let piece = Array(bytes[start..<min(start + step, bytes.count)])
            id.update(piece.span.bytes)
        }
        let (high, middle, low) = id.finish()
        return String(format: "%016llx%016llx%08x", high, middle, low)
    }

    @Test("The digests of published texts are the published ones")
    func published() {
        let digests = [
            "": "da39a3ee5e6b4b0d3255bfef95601890afd80709", "abc": "a9993e364706816aba3e25717850c26c9cd0d89d",
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
        ]
        for (text, expected) in digests { #expect(digest(Array(text.utf8), step: 1 << 20) == expected) }
        let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(digest(million, step: 1 << 20) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
    }

    @Test("However a text is cut into pieces, its digest is the same as byte by byte")
    func pieces() {
        var state: UInt64 = 9
        let whole = (0..<1000).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        for length in [0, 1, 55, 56, 63, 64, 65, 127, 128, 129, 1000] {
            let text = Array(whole[..<length])
            let slowly = digest(text, step: 1)
            for step in [3, 63, 64, 65, 128, 200, 1000] {
                #expect(digest(text, step: step) == slowly, "\(length) by \(step)")
            }
        }
    }
}
