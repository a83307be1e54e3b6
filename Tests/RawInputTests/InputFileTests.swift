import Foundation
import RawInput
import Synchronization
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
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = folder
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(command)")
    }

    func content(_ path: String, limit: Int = 1 << 30) throws -> [UInt8] {
        var file = try InputFile(path: path, decodedLimit: limit)
        return try file.readAll(limit: 1 << 30)
    }

    func reason(_ body: () throws -> Void) -> InputError.Reason? {
        do {
            try body()
            return nil
        } catch {
            return (error as? InputError)?.reason
        }
    }

    @Test func plainGzipAndConcatenatedMembersReadTheSame() throws {
        let text = Array((0..<200_000).map { "\($0 * 7919 % 10_007)" }.joined(separator: ",").utf8)
        let plain = try write(text, "a.csv")
        #expect(try content(plain) == text)
        try shell("gzip -kn a.csv && cat a.csv.gz a.csv.gz > two.gz")
        #expect(try content(path("a.csv.gz")) == text)
        #expect(try content(path("two.gz")) == text + text)
    }

    @Test func whoWatchesSeesTheBytesOnDiskAndAllOfThemWhereverReadingStops() throws {
        let text = Array((0..<400_000).map { "\($0 * 7919 % 10_007)" }.joined(separator: ",").utf8)
        _ = try write(text, "w.csv")
        try shell("gzip -kn w.csv")
        for name in ["w.csv", "w.csv.gz"] {
            var verbatim = try InputFile(path: path(name), verbatim: true)
            let onDisk = try verbatim.readAll(limit: 1 << 30)
            for pieces in 0...3 {
                let digest = Mutex(Digest())
                var file = try InputFile(path: path(name))
                file.watch { bytes in digest.withLock { $0.update(bytes) } }
                _ = try file.peek(100)
                for _ in 0..<pieces { _ = try file.next() }
                try file.readOut()
                var whole = Digest()
                whole.update(onDisk)
                #expect(digest.withLock { $0.finish() } == whole.finish(), "\(name), \(pieces) pieces taken")
                #expect(try Digest.ofFile(path(name)).digest == whole.finish())
            }
        }
    }

    @Test func peekingTakesNothing() throws {
        var file = try InputFile(path: try write(Array("hello world".utf8), "p"))
        #expect(try file.peek(5) == Array("hello".utf8))
        #expect(try file.peek(100) == Array("hello world".utf8))
        #expect(try file.readAll(limit: 100) == Array("hello world".utf8))
        #expect(try file.next() == nil)
    }

    @Test func aCutOrDamagedStreamIsNeverShortContent() throws {
        _ = try write(Array(repeating: 65, count: 100_000), "b")
        try shell("gzip -kn b && head -c 60 b.gz > cut.gz && cp b.gz bad.gz")
        #expect(reason { _ = try content(path("cut.gz")) } == .damaged)
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path("bad.gz"))))
        bytes[bytes.count - 6] ^= 0xff
        #expect(reason { _ = try content(try write(bytes, "bad.gz")) } == .damaged)
        #expect(reason { _ = try content(try write(Array("x".utf8) + bytes, "no.gz")) } == nil)
    }

    @Test func aBombStopsAtItsCap() throws {
        try shell("head -c 50000000 /dev/zero | gzip -9n > bomb.gz")
        #expect(reason { _ = try content(path("bomb.gz"), limit: 1_000_000) } == .tooLarge)
        var file = try InputFile(path: path("bomb.gz"))
        #expect(throws: InputError.self) { try file.readAll(limit: 2_000_000) }
    }

    @Test func onlyRegularFilesAreOpened() throws {
        #expect(reason { _ = try InputFile(path: path("nothing")) } == .notFound)
        #expect(reason { _ = try InputFile(path: folder.path) } == .notRegular)
        try shell("mkfifo pipe")
        #expect(reason { _ = try InputFile(path: path("pipe")) } == .notRegular)
        #expect(reason { _ = try InputFile(path: "/dev/zero") } == .notRegular)
    }

    @Test func anEmptyFileHasNoBytes() throws {
        var file = try InputFile(path: try write([], "empty"))
        #expect(try file.peek(10).isEmpty)
        #expect(try file.next() == nil)
    }

    @Test func digestsAreThoseOfTheBytesOnDisk() throws {
        var digest = Digest()
        digest.update("abc")
        #expect(digest.finish() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        // Of `bitcoin` the digest begins with 6b88c087247aa2f0.
        #expect(Digest.leading64("bitcoin") == 0x6b88_c087_247a_a2f0)
        #expect(Digest.leading64("") == 0xe3b0_c442_98fc_1c14)
        _ = try write(Array("abc".utf8), "abc")
        try shell("gzip -kn abc && sha256sum abc.gz | cut -c1-64 > sum")
        let expected = try String(contentsOf: URL(fileURLWithPath: path("sum")), encoding: .utf8)
        #expect(try Digest.ofFile(path("abc.gz")).digest + "\n" == expected)
    }

    @Test func digestingTakesNothingAndIsThatOfTheBytesOnDisk() throws {
        let text = Array((0..<100_000).map { "\($0 * 7919 % 10_007)" }.joined(separator: ",").utf8)
        _ = try write(text, "d.csv")
        _ = try write(Array(repeating: 65, count: 9 << 20), "large")
        _ = try write([], "none")
        try shell("gzip -kn d.csv && zstd -q d.csv")
        for name in ["d.csv", "d.csv.gz", "d.csv.zst", "large", "none"] {
            let expected = try Digest.ofFile(path(name)).digest
            var file = try InputFile(path: path(name))
            #expect(try file.digest() == expected)
            #expect(try file.peek(3) == Array(try content(path(name)).prefix(3)))
            #expect(try file.digest() == expected)
            #expect(try file.readAll(limit: 1 << 30) == content(path(name)))
            #expect(try file.next() == nil)
        }
    }
}
