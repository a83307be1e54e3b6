import Foundation
import TestPrograms
import Testing

/// The built program, run in a folder to its end.
struct AssayRun {
    /// What no file and no other host may ever show.
    static let token = "ghp_canary0123456789"

    let status: Int32
    let output: String
    let errors: String

    init(_ words: [String], in folder: URL, environment: [String: String] = ["GITHUB_TOKEN": token]) throws {
        let end = try AssayRun.started(words, in: folder, environment).wait()
        status = end.status
        output = end.output
        errors = end.errors
    }

    /// Starts the program.
    static func started(
        _ words: [String],
        in folder: URL,
        _ environment: [String: String] = ["GITHUB_TOKEN": token]
    ) throws -> Program {
        let program = Program.products.appendingPathComponent("assay").path
        return try Program([program] + words, in: folder, environment: environment)
    }

    /// Works in a folder of its own, which is there as long.
    static func inFolder(_ work: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fetch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") }
        }
        try work(folder)
    }

    /// How many files a folder has, and how many of them hold the token.
    static func files(in folder: URL) throws -> (all: Int, withToken: Int) {
        var count = (all: 0, withToken: 0)
        for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            ?? .init() where !file.hasDirectoryPath
        {
            count.all += 1
            if try Data(contentsOf: file).range(of: Data("canary".utf8)) != nil { count.withToken += 1 }
        }
        return count
    }
}
