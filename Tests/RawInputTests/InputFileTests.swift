import Foundation
import RawInput
import TestPrograms
import Testing

@Suite final class InputFileTests {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-input-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") }
    }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func write(_ bytes: [UInt8], _ name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    /// Runs a shell command in the folder: gzip and zstd made by the tools that people use.
    func shell(_ command: String) throws {
        try #require(Program.run(["sh", "-c", command], in: folder).status == 0, "\(command)")
    }

    func content(_ path: String, limit: Int = 1 << 30) throws -> [UInt8] {
        var file = try InputFile(path: path, decodedLimit: limit)
        return try file.readAll(limit: 1 << 30)
    }

    func reason(_ body: () throws -> Void) -> InputFault? {
        do {
            try body()
            return nil
        } catch {
            return (error as? InputError)?.reason
        }
    }

    @Test("Plain, gzip and concatenated gzip files have the same content") func compressedForms() throws {
        let text = Array((0..<200_000).map { "\($0 * 7919 % 10_007)" }.joined(separator: ",").utf8)
        let plain = try write(text, "a.csv")
        #expect(try content(plain) == text)
        try shell("gzip -kn a.csv && cat a.csv.gz a.csv.gz > two.gz")
        #expect(try content(path("a.csv.gz")) == text)
        #expect(try content(path("two.gz")) == text + text)
    }

    @Test("A file that is read again gives the same bytes and digest", arguments: ["r.csv", "r.csv.gz", "utf16.csv"])
    func rewind(name: String) throws {
        let text = (0..<100_000).map { "\($0 * 7919 % 10_007)" }.joined(separator: ",")
        _ = try write(Array(text.utf8), "r.csv")
        try shell("gzip -kn r.csv && (printf '\\377\\376'; iconv -t UTF-16LE r.csv) > utf16.csv")
        let once = try content(path(name))
        #expect(once.count >= text.utf8.count)
        var file = try InputFile(path: path(name))
        let digest = try file.digestAhead()
        for taken in 0...2 {
            for _ in 0..<taken { _ = try file.next() }
            _ = try file.peek(10)
            try file.rewind()
        }
        #expect(try file.readAll(limit: 1 << 30) == once)
        #expect(try file.digest() == digest)
        try file.rewind()
        #expect(try file.digest() == digest)
    }

    @Test("The digest covers all bytes on disk wherever reading stops") func digestAnywhere() throws {
        let text = Array((0..<400_000).map { "\($0 * 7919 % 10_007)" }.joined(separator: ",").utf8)
        _ = try write(text, "w.csv")
        _ = try write([], "none")
        try shell("gzip -kn w.csv && zstd -qk w.csv")
        for name in ["w.csv", "w.csv.gz", "w.csv.zst", "none"] {
            try shell("sha256sum \(name) | cut -c1-64 | tr -d '\\n' > sum")
            let expected = try String(contentsOf: URL(fileURLWithPath: path("sum")), encoding: .utf8)
            for pieces in 0...3 {
                var file = try InputFile(path: path(name))
                _ = try file.peek(100)
                #expect(try file.digestAhead() == expected)
                for _ in 0..<pieces { _ = try file.next() }
                #expect(try file.digest() == expected, "\(name), \(pieces) pieces taken")
                #expect(try file.digest() == expected)
            }
            var file = try InputFile(path: path(name))
            #expect(try file.digestAhead() == expected)
            #expect(try file.readAll(limit: 1 << 30) == (name == "none" ? [] : text))
            #expect(try file.digest() == expected)
            #expect(try Digest.ofFile(path(name)).digest == expected)
        }
    }

    @Test("The digest covers the bytes that were read, even if the file is replaced") func replacedFile() throws {
        let (before, after) = (Array(repeating: UInt8(65), count: 9 << 20), Array(repeating: UInt8(66), count: 9 << 20))
        let place = try write(before, "place")
        let expected = try Digest.ofFile(place).digest
        var file = try InputFile(path: place)
        _ = try file.peek(1)
        try shell("mv '\(try write(after, "other"))' place")
        #expect(try file.readAll(limit: 1 << 30) == before)
        #expect(try file.digest() == expected)
        #expect(try Digest.ofFile(place).digest != expected)
        // Written over in place, a file has other bytes ahead than those that were taken.
        var changing = try InputFile(path: place)
        let ahead = try changing.digestAhead()
        let first = try changing.next()
        try shell("head -c \(9 << 20) /dev/zero | tr '\\0' C | dd of=place conv=notrunc status=none")
        var given = Digest()
        given.update(first ?? [])
        given.update(try changing.readAll(limit: 1 << 30))
        #expect(try changing.digest() == given.finish())
        #expect(given.finish() != ahead)
    }

    @Test("Peeking consumes nothing") func peek() throws {
        var file = try InputFile(path: try write(Array("hello world".utf8), "p"))
        #expect(try file.peek(5) == Array("hello".utf8))
        #expect(try file.peek(100) == Array("hello world".utf8))
        #expect(try file.readAll(limit: 100) == Array("hello world".utf8))
        #expect(try file.next() == nil)
    }

    @Test("A truncated or damaged gzip file is an error, not shorter content") func damagedStream() throws {
        _ = try write(Array(repeating: 65, count: 100_000), "b")
        try shell("gzip -kn b && head -c 60 b.gz > cut.gz && cp b.gz bad.gz")
        #expect(reason { _ = try content(path("cut.gz")) } == .damaged)
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path("bad.gz"))))
        bytes[bytes.count - 6] ^= 0xff
        #expect(reason { _ = try content(try write(bytes, "bad.gz")) } == .damaged)
        #expect(reason { _ = try content(try write(Array("x".utf8) + bytes, "no.gz")) } == nil)
    }

    @Test("Decompression stops at the size limit") func bomb() throws {
        try shell("head -c 50000000 /dev/zero | gzip -9n > bomb.gz")
        #expect(reason { _ = try content(path("bomb.gz"), limit: 1_000_000) } == .tooLarge)
        var file = try InputFile(path: path("bomb.gz"))
        #expect(throws: InputError.self) { try file.readAll(limit: 2_000_000) }
    }

    @Test("Only regular files are opened") func regularFilesOnly() throws {
        #expect(reason { _ = try InputFile(path: path("nothing")) } == .notFound)
        #expect(reason { _ = try InputFile(path: folder.path) } == .notRegular)
        try shell("mkfifo pipe")
        #expect(reason { _ = try InputFile(path: path("pipe")) } == .notRegular)
        #expect(reason { _ = try InputFile(path: "/dev/zero") } == .notRegular)
    }

    @Test("An empty file has no bytes") func emptyFile() throws {
        var file = try InputFile(path: try write([], "empty"))
        #expect(try file.peek(10).isEmpty)
        #expect(try file.next() == nil)
    }

    @Test("Digests are SHA-256") func sha256() throws {
        var digest = Digest()
        digest.update("abc")
        #expect(digest.finish() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        // Of `bitcoin` the digest begins with 6b88c087247aa2f0.
        #expect(Digest.leading64("bitcoin") == 0x6b88_c087_247a_a2f0)
        #expect(Digest.leading64("") == 0xe3b0_c442_98fc_1c14)
    }
}
