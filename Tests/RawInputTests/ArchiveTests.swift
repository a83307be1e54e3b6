import Foundation
import RawInput
import Testing

@Suite struct ArchiveTests {
    private let address = "https://a.example/x"

    /// Works in a folder of its own that does not outlive it.
    private func inFolder(_ work: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("archive-\(UUID().uuidString)")
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") } }
        try work(folder.path)
    }

    private func entry(_ status: Int, _ time: String, tag: String = "") -> ArchiveEntry {
        ArchiveEntry(time: time, address: address, status: status, tag: tag)
    }

    @Test("A stored answer reads back and its file name is its digest") func readBack() throws {
        try inFolder { folder in
            let answer = Array("HTTP/1.1 200\r\n\r\n[1]".utf8)
            var digest = Digest()
            digest.update(answer)
            var archive = try Archive(folder: folder)
            let kept = try archive.keep(answer, as: entry(200, "2026-01-01T00:00:00Z"), in: "a__b", isData: true)
            #expect(kept.file == "a__b/\(digest.finish()).http.zst")
            var file = try InputFile(path: archive.path(of: kept))
            #expect(try file.readAll(limit: 1000) == answer)
        }
    }

    @Test("Another process finds stored answers; a 404 does not replace the last good one") func reopened() throws {
        try inFolder { folder in
            do {
                var archive = try Archive(folder: folder)
                let good = entry(200, "2026-01-01T00:00:00Z", tag: "W/\"1\"")
                try archive.keep([1], as: good, in: "a__b", isData: true)
                try archive.keep([2], as: entry(404, "2026-01-02T00:00:00Z"), in: "a__b", isData: false)
            }
            let archive = try Archive(folder: folder)
            #expect(archive.newest(of: address)?.status == 404)
            #expect(archive.newestData(of: address)?.tag == "W/\"1\"")
            #expect(archive.newest(of: "https://a.example/y") == nil)
            let visible = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }
            #expect(visible == ["a__b"])
        }
    }

    @Test("A truncated line of the index is skipped and the next entry is read") func truncatedIndexLine() throws {
        try inFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try "2026-01-01T00:00:00Z\thttps://a.ex".write(
                toFile: folder + "/.index.tsv",
                atomically: true,
                encoding: .utf8
            )
            do {
                var archive = try Archive(folder: folder)
                try archive.keep([1], as: entry(200, "2026-01-02T00:00:00Z"), in: "a__b", isData: true)
            }
            let archive = try Archive(folder: folder)
            #expect(archive.newestData(of: address)?.time == "2026-01-02T00:00:00Z")
        }
    }

    @Test("Tabs and newlines in headers add no entries to the index") func headerInjection() throws {
        try inFolder { folder in
            do {
                var archive = try Archive(folder: folder)
                var hostile = entry(200, "2026-01-02T00:00:00Z", tag: "x\n2027-01-01T00:00:00Z\tfake\t200\t\t\tf")
                hostile.moved = "a\tb"
                try archive.keep([1], as: hostile, in: "a__b", isData: true)
            }
            let archive = try Archive(folder: folder)
            #expect(archive.newest(of: "fake") == nil)
            #expect(archive.newest(of: address)?.tag == "")
        }
    }

    @Test("Two fetches add to one archive at the same time") func twoFetches() throws {
        try inFolder { folder in
            var first = try Archive(folder: folder)
            var second = try Archive(folder: folder)
            try first.keep([1], as: entry(200, "2026-01-01T00:00:00Z"), in: "a__b", isData: true)
            try second.keep([2], as: entry(200, "2026-01-02T00:00:00Z"), in: "a__b", isData: true)
            try first.keep([3], as: entry(200, "2026-01-03T00:00:00Z"), in: "a__b", isData: true)
            #expect(try Archive.entries(in: folder).count == 3)
        }
    }

    @Test("A temporary file of a stopped process is removed by the next write") func abandonedDraft() throws {
        try inFolder { folder in
            var archive = try Archive(folder: folder)
            try archive.keep([1], as: entry(200, "2026-01-01T00:00:00Z"), in: "a__b", isData: true)
            let remains = folder + "/a__b/.x.http.zst.assay-part-4711"
            try Data([1]).write(to: URL(fileURLWithPath: remains))
            try archive.keep([2], as: entry(200, "2026-01-02T00:00:00Z"), in: "a__b", isData: true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/a__b").count == 2)
            #expect(!FileManager.default.fileExists(atPath: remains))
        }
    }

    @Test("An indexed answer whose file is missing is not found") func missingFile() throws {
        try inFolder { folder in
            var archive = try Archive(folder: folder)
            let kept = try archive.keep([1], as: entry(200, "2026-01-02T00:00:00Z"), in: "a__b", isData: true)
            try FileManager.default.removeItem(atPath: archive.path(of: kept))
            #expect(archive.newestData(of: address) == nil)
        }
    }

    @Test(
        "An index that is a pipe is rejected without waiting for a reader",
        .timeLimit(.minutes(5)),
        arguments: [false, true]
    )
    func pipeAsIndex(isRead: Bool) throws {
        try inFolder { folder in
            let index = folder + "/.index.tsv"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            #expect(mkfifo(index, 0o600) == 0)
            let reader = isRead ? open(index, O_RDONLY | O_NONBLOCK) : -1
            defer { if isRead { close(reader) } }
            #expect(throws: OutputError.self) { _ = try Archive(folder: folder) }
        }
    }
}
