import Foundation
import Testing

@testable import RawInput

/// Archived answers that somebody edited: none is read as what its name says.
@Suite struct AlteredAnswerTests {
    private let address = "https://a.example/coins"

    private func body(_ price: Int) -> [UInt8] {
        let rows = (0..<200).map { "{\"id\":\"coin\($0)\",\"price\":\($0 * price)}" }
        return Array("HTTP/1.1 200\r\ndate: Mon, 04 May 2026 12:00:00 GMT\r\n\r\n[\(rows.joined(separator: ","))]".utf8)
    }

    /// Forty flipped bits, twenty cuts, twenty other answers under this name, ten appended and ten removed bytes.
    private func edits(of file: [UInt8], others: [[UInt8]]) -> [[UInt8]] {
        var edits = others
        var state: UInt64 = 35
        func random(_ below: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % below
        }
        for _ in 0..<40 {
            var bytes = file
            bytes[random(bytes.count)] ^= 1 << UInt8(random(8))
            edits.append(bytes)
        }
        for _ in 0..<20 { edits.append(Array(file.prefix(random(file.count)))) }
        for _ in 0..<10 { edits.append(file + [UInt8(random(256)), 0]) }
        for _ in 0..<10 {
            var bytes = file
            bytes.remove(at: random(bytes.count))
            edits.append(bytes)
        }
        return edits
    }

    @Test("Each of 100 edited archived answers is rejected unless it decodes to the same bytes")
    func edited() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("altered-\(UUID().uuidString)")
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") } }
        var archive = try Archive(folder: folder.path)
        func keep(_ answer: [UInt8]) throws -> [UInt8] {
            let entry = ArchiveEntry(time: "2026-05-04T12:00:00Z", address: address, status: 200)
            let path = archive.path(of: try archive.keep(answer, as: entry, in: "market/a", isData: true))
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        }
        let others = try (2..<22).map { try keep(body($0)) }
        let file = try keep(body(1))
        let newest = archive.newestData(of: address)
        let kept = try #require(newest)
        let path = archive.path(of: kept)
        var refused = 0
        var same = 0
        for (number, bytes) in edits(of: file, others: others).enumerated() {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let found = archive.newestData(of: address)
            do {
                var input = try InputFile(path: path)
                // A bit that decoding does not read, such as the unused one of a frame's header.
                #expect(try input.readAll(limit: 1 << 20) == body(1), "edit \(number)")
                same += 1
            } catch {
                #expect(found == nil, "edit \(number)")
                refused += error.path == path ? 1 : 0
            }
        }
        #expect(refused == 99 && same == 1)
        try Data(file).write(to: URL(fileURLWithPath: path))
        let found = archive.newestData(of: address)
        #expect(found == kept)
        var input = try InputFile(path: path)
        #expect(try input.readAll(limit: 1 << 20) == body(1))
    }

    @Test("A partial read is verified by its digest, and other names are not archived answers")
    func inPart() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("altered-\(UUID().uuidString)")
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") } }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let digits = String(repeating: "a", count: 64)
        for (name, isAnswer) in [
            ("\(digits).http.zst", true), ("page-1.\(digits).http.zst", true), ("\(digits).zst", false),
            ("x\(digits).http.zst", false), ("\(digits.dropLast()).http.zst", false), ("coins.http.zst", false),
        ] {
            let path = folder.appendingPathComponent(name).path
            try Data("[1]".utf8).write(to: URL(fileURLWithPath: path))
            var input = try InputFile(path: path)
            _ = try input.peek(1)
            if isAnswer {
                let error = #expect(throws: InputError.self, "\(name)") { try input.digest() }
                #expect(error?.reason == .altered)
            } else {
                #expect(try !input.digest().isEmpty)
            }
        }
    }
}
