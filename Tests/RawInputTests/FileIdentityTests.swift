import Foundation
import TestPrograms
import Testing

@testable import RawInput

@Suite struct FileIdentityTests {
    /// Runs a shell command in a folder of its own that holds `a`, a file of ten bytes that is older than the clock's step,
    /// and hands on the identity of a file before and after.
    private func identities(of name: String = "a", _ command: String) throws -> (FileIdentity?, FileIdentity?) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("identity-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") }
        }
        func shell(_ command: String) throws {
            try #require(Program.run(["sh", "-c", command + "; sleep 0.05"], in: folder).status == 0, "\(command)")
        }
        try shell("printf 0123456789 > a; touch -d 2024-01-01 a; mkdir b; printf x > b/a")
        let path = folder.appendingPathComponent(name).path
        let before = try InputFile(path: path).identity
        try shell(command)
        return (before, try InputFile(path: path).identity)
    }

    @Test(
        "Reading a file or changing others does not change its identity",
        arguments: ["cat a > /dev/null", "ln -s a c", "printf x > d", "mv b c && mv c b"]
    )
    func untouched(command: String) throws {
        let (before, after) = try identities(command)
        #expect(before != nil)
        #expect(before == after)
    }

    @Test(
        "Replaced bytes change the identity even with equal size and modification time",
        arguments: [
            "printf 9876543210 > a; touch -d 2024-01-01 a",
            "printf 9876543210 | dd of=a conv=notrunc status=none; touch -d 2024-01-01 a",
            "printf 9876543210 > c; touch -d 2024-01-01 c; mv c a", "cp -p a c; mv c a",
        ]
    )
    func replacedBytes(command: String) throws {
        let (before, after) = try identities(command)
        #expect(before != nil)
        #expect(after != nil)
        #expect(before != after)
    }

    @Test("A file changed within the last second has no identity") func justChanged() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("now-\(UUID().uuidString)").path
        defer {
            do { try FileManager.default.removeItem(atPath: path) } catch { Issue.record("\(error)") }
        }
        var status = stat()
        try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        #expect(stat(path, &status) == 0)
        status.st_ctim = timespec()
        clock_gettime(CLOCK_REALTIME, &status.st_ctim)
        #expect(FileStatus(status).identity == nil)
        status.st_ctim.tv_sec -= 1
        #expect(FileStatus(status).identity != nil)
    }

    @Test("The identity of several files depends on each file and their order") func severalFiles() {
        let (one, other) = (FileIdentity(bits: 1), FileIdentity(bits: -2))
        let all = [[], [one], [other], [one, other], [other, one]].map { FileIdentity(of: $0) }
        #expect(Set(all).count == all.count)
    }
}
