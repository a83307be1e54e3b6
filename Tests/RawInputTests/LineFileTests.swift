import Dispatch
import Foundation
import Testing

@testable import RawInput

@Suite struct LineFileTests {
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lines-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") }
        }
        try body(folder.path)
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test("Eight concurrent writers lose and mix no lines") func eightWriters() throws {
        try inFolder { folder in
            let path = folder + "/a/events.ndjson"
            DispatchQueue.concurrentPerform(iterations: 8) { writer in
                for number in 0..<100 {
                    do {
                        let line = "{\"writer\":\(writer),\"number\":\(number)}"
                        try LineFile(path).append([Array(line.utf8), Array(line.utf8)])
                    } catch {
                        Issue.record("\(error)")
                    }
                }
            }
            let lines = try LineFile(path).lines()
            #expect(lines.count == 1600)
            #expect(Set(lines).count == 800)
            #expect(zip(lines, lines.dropFirst()).enumerated().allSatisfy { $0 % 2 == 1 || $1.0 == $1.1 })
        }
    }

    @Test("Each of eight writers reads what the others added before its own line") func eightReadingWriters() throws {
        try inFolder { folder in
            let path = folder + "/numbers.ndjson"
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                for _ in 0..<25 {
                    do {
                        _ = try LineFile(path).append { known in [Array("{\"place\":\(known.count)}".utf8)] }
                    } catch {
                        Issue.record("\(error)")
                    }
                }
            }
            let expected = (0..<200).map { "{\"place\":\($0)}\n" }.joined()
            let found = try text(path)
            #expect(found == expected)
        }
    }

    @Test(
        "An incomplete last line is not read, and the next write completes or removes it",
        arguments: [
            ("{\"a\":1}\n{\"b\":{\"c\":2}", "{\"a\":1}\n{\"new\":0}\n"),
            ("{\"a\":1}\n{\"b\":\"}", "{\"a\":1}\n{\"new\":0}\n"),
            ("{\"a\":\"\\\"}", "{\"new\":0}\n"),
            ("{\"a\":1}\n{\"b\":{\"c\":2}}", "{\"a\":1}\n{\"b\":{\"c\":2}}\n{\"new\":0}\n"),
            ("{\"a\":1}", "{\"a\":1}\n{\"new\":0}\n"),
            ("", "{\"new\":0}\n"),
        ]
    )
    func halfLine(before: String, after: String) throws {
        try inFolder { folder in
            let path = folder + "/events.ndjson"
            try Data(before.utf8).write(to: URL(fileURLWithPath: path))
            let lines = try LineFile(path).lines().map { String(decoding: $0, as: UTF8.self) }
            #expect(lines == after.split(separator: "\n").dropLast().map(String.init))
            try LineFile(path).append([Array("{\"new\":0}".utf8)])
            let found = try text(path)
            #expect(found == after)
        }
    }

    @Test("A line of text without line end is incomplete") func halfText() throws {
        try inFolder { folder in
            let path = folder + "/index.tsv"
            try Data("a\tb\nc\td".utf8).write(to: URL(fileURLWithPath: path))
            try LineFile(path, form: .text).append([Array("e\tf".utf8)])
            let found = try text(path)
            #expect(found == "a\tb\ne\tf\n")
        }
    }

    @Test("A device is rejected") func device() throws {
        #expect(throws: OutputError.self) { try LineFile("/dev/full").append([[1]]) }
    }

    @Test("A folder created for private lines is accessible by its owner only") func privateLines() throws {
        try inFolder { folder in
            try LineFile(folder + "/own/lines.ndjson", isPrivate: true).append([Array("{}".utf8)])
            for (place, mode) in [("/own", 0o700), ("/own/lines.ndjson", 0o600)] {
                let found = try FileManager.default.attributesOfItem(atPath: folder + place)[.posixPermissions] as? Int
                #expect(found == mode)
            }
        }
    }

    @Test("A shared lock excludes exclusive ones only") func sharedLock() throws {
        try inFolder { folder in
            let first = try FileLock(folder, .shared, wait: 0)
            let second = try FileLock(folder, .shared, wait: 0)
            let error = #expect(throws: OutputError.self) { _ = try FileLock(folder, .exclusive, wait: 0.02) }
            #expect(error?.reason == .busy)
            _ = consume first
            _ = consume second
            _ = try FileLock(folder, .exclusive, wait: 0)
        }
    }
}
