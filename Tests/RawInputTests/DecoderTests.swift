import Foundation
import RawInput
import TestPrograms
import Testing

/// What is cut, damaged or more than it says is never taken for content.
@Suite final class DecoderTests {
    private static let text = Array((0..<3000).map { "\($0 * 7919 % 10_007)" }.joined(separator: ",").utf8)
    private let file = FileManager.default.temporaryDirectory.appendingPathComponent("decoder-\(UUID().uuidString)")

    deinit {
        do { try FileManager.default.removeItem(at: file) } catch { Issue.record("\(error)") }
    }

    /// The text as a tool compresses it.
    private func compressed(_ command: String) throws -> [UInt8] {
        try Data(DecoderTests.text).write(to: file)
        return try Program.run(["sh", "-c", command], input: file).bytes
    }

    private func isTakenFromFile(_ bytes: [UInt8]) throws -> Bool {
        try Data(bytes).write(to: file)
        var input = try InputFile(path: file.path)
        do {
            return try input.readAll(limit: 1 << 20) == DecoderTests.text
        } catch {
            #expect(error.reason == .damaged)
            return false
        }
    }

    private func isTaken(_ bytes: [UInt8]) -> Bool {
        do {
            return try Gzip.decoded(bytes, limit: 1 << 20) == DecoderTests.text
        } catch {
            #expect(error == .damaged)
            return false
        }
    }

    @Test("Gzip is accepted only with a complete and correct trailer") func gzipTrailer() throws {
        let bytes = try compressed("gzip -c")
        #expect(try isTaken(bytes) && isTakenFromFile(bytes))
        for count in [2, 10, bytes.count / 2] + Array(bytes.count - 12..<bytes.count) {
            let cut = Array(bytes.prefix(count))
            #expect(try !isTaken(cut) && !isTakenFromFile(cut), "\(count) of \(bytes.count) bytes")
        }
        // The checksum, then the length.
        for place in bytes.count - 8..<bytes.count {
            var wrong = bytes
            wrong[place] ^= 1
            #expect(try !isTaken(wrong) && !isTakenFromFile(wrong), "byte \(place) of \(bytes.count)")
        }
        #expect(!isTaken(DecoderTests.text) && !isTaken([]))
    }

    @Test("Zstandard is accepted only with a complete and correct checksum") func zstdChecksum() throws {
        let bytes = try compressed("zstd -qc --check")
        #expect(try isTakenFromFile(bytes))
        for count in [5, bytes.count / 2] + Array(bytes.count - 6..<bytes.count) {
            #expect(try !isTakenFromFile(Array(bytes.prefix(count))), "\(count) of \(bytes.count) bytes")
        }
        for place in bytes.count - 4..<bytes.count {
            var wrong = bytes
            wrong[place] ^= 1
            #expect(try !isTakenFromFile(wrong), "byte \(place) of \(bytes.count)")
        }
    }

    @Test("Gzip may be followed by zero bytes and by nothing else") func zeroPadding() throws {
        let bytes = try compressed("gzip -c")
        let padded = bytes + Array(repeating: 0, count: 500)
        #expect(try isTaken(padded) && isTakenFromFile(padded))
        for tail in [Array("x".utf8), Array("garbage".utf8), Array(bytes.prefix(20))] {
            #expect(try !isTaken(bytes + tail) && !isTakenFromFile(bytes + tail))
        }
    }

    @Test("Gzip content above the size limit is rejected") func sizeLimit() throws {
        let bytes = try compressed("gzip -c")
        let size = DecoderTests.text.count
        #expect(try Gzip.decoded(bytes + bytes, limit: 2 * size).count == 2 * size)
        #expect(throws: Gzip.Fault.tooLarge) { try Gzip.decoded(bytes, limit: size - 1) }
    }
}
