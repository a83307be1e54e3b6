import Foundation
import TestPrograms
import Testing

/// A folder with origins made by the git program, and the built `assay` to mirror them; gone with the test.
final class MirrorWorld {
    let folder: URL
    var servers: [String: Program] = [:]

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("mirrors-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") }
    }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    func write(_ text: String, to name: String) throws {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// A program in a folder of its own, for PATH.
    ///
    /// Another process makes the file that is run: a child of another test would inherit a descriptor that is open here
    /// for writing, and no system runs a file that is.
    func writeProgram(_ text: String, to name: String) throws {
        try write("#!/bin/sh\n" + text, to: name + ".text")
        let copying = "cat \"$0.text\" >\"$0\" && chmod 755 \"$0\""
        _ = try Program.run(["sh", "-c", copying, path(name)])
    }

    /// An origin with so many commits on a branch, each naming the one before; later calls go on with it.
    func commit(
        _ count: Int,
        to origin: String,
        branch: String = "main",
        anew: Bool = false,
        text: String = "m",
        seconds: Int = 40_000
    ) throws {
        if !exists(origin) { try git(["init", "-q", "--bare", "-b", branch, path(origin)]) }
        let hasOld = try !anew && !git(["--git-dir", path(origin), "for-each-ref", "refs/heads/\(branch)"]).isEmpty
        let old = try hasOld ? Int(git(["--git-dir", path(origin), "rev-list", "--count", branch]).dropLast()) ?? 0 : 0
        var stream = ""
        for number in 1...count {
            let time = 1_700_000_000 + (old + number) * seconds + (anew ? 7 : 0)
            let message = "\(text)\(number)"
            stream += "commit refs/heads/\(branch)\ncommitter Ben <ben@old.example> \(time) +0000\n"
            stream += "data \(message.utf8.count)\n\(message)\n"
            if number == 1, hasOld { stream += "from refs/heads/\(branch)^0\n" }
            stream += "M 100644 inline file\ndata 1\n\(number % 10)\n"
            if number == count { stream += "M 100644 inline .mailmap\ndata 27\nAnn <a@x> <ben@old.example>\n" }
            stream += "\n"
        }
        let flags = anew ? ["--force"] : []
        try git(["--git-dir", path(origin), "fast-import", "--quiet"] + flags, input: stream + "done\n")
    }

    @discardableResult
    func git(_ words: [String], input: String = "") throws -> String {
        try write(input, to: "input")
        let result = try run("/usr/bin/env", ["git"] + words, environment: [:], input: "input")
        try #require(result.status == 0, "git \(words): \(result.errors)")
        return result.output
    }

    func assay(_ words: [String], environment: [String: String] = [:]) throws -> Program.End {
        try run(MirrorWorld.program, words, environment: environment)
    }

    /// Mirrors origins of this world, `o/NAME` each, into the folder `mirrors`.
    func fetch(_ names: [String], _ more: [String] = [], environment: [String: String] = [:]) throws -> Program.End {
        try assay(fetching(names) + more, environment: environment)
    }

    func fetching(_ names: [String]) -> [String] {
        ["fetch", "git"] + names.map { "o/\($0)=\(path($0))" } + ["--mirrors", path("mirrors")]
    }

    /// The weeks of a repository as the built program counts them.
    func weeks(_ name: String) throws -> String {
        let result = try assay(["commits", path(name), "--weeks", "0", "--format", "csv"])
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        return result.output
    }

    /// The names of all files of a mirror, and where its references are.
    func files(in name: String) throws -> [String] {
        let references = try git(["--git-dir", path(name), "for-each-ref"]).split(whereSeparator: \.isNewline)
        let files = FileManager.default.enumerator(atPath: path(name))?.compactMap { $0 as? String } ?? []
        return files.sorted() + references.map(String.init)
    }

    /// The bytes that the files below a folder take on the disk.
    func size(of name: String) throws -> Int {
        let kilobytes = try run("/usr/bin/du", ["-sk", path(name)], environment: [:]).output.prefix { $0.isNumber }
        return try #require(Int(kilobytes)) << 10
    }

    func tip(_ name: String) throws -> String { try git(["--git-dir", path(name), "rev-parse", "HEAD"]) }

    static var program: String {
        Program.products.appendingPathComponent("assay").path
    }

    func run(
        _ program: String,
        _ words: [String],
        environment: [String: String],
        input: String? = nil
    ) throws -> Program.End {
        try start(program, words, environment: environment, input: input).wait()
    }

    func start(
        _ program: String,
        _ words: [String],
        environment: [String: String] = [:],
        input: String? = nil
    ) throws -> Program {
        let own = ["PATH": "/usr/bin:/bin", "HOME": path("home"), "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"]
        return try Program(
            [program] + words,
            in: folder,
            environment: own.merging(environment) { $1 },
            input: input.map { folder.appendingPathComponent($0) },
            limit: 120
        )
    }

    /// The processes that work in this world's folder, or whose command line names it.
    func programs() throws -> [String] {
        let own = folder.lastPathComponent
        return try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
            guard Int(name) != nil, let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
                return false
            }
            let place = URL(fileURLWithPath: "/proc/\(name)/cwd").resolvingSymlinksInPath().lastPathComponent
            return place == own || line.range(of: Data(own.utf8)) != nil
        }
    }
}
