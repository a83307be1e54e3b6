import Foundation
import Testing

/// The built program, run in a folder to its end.
struct AssayRun {
    /// What no file and no other host may ever show.
    static let token = "ghp_canary0123456789"

    let status: Int32
    let output: String
    let errors: String

    init(_ words: [String], in folder: URL, environment: [String: String] = ["GITHUB_TOKEN": token]) throws {
        let process = try AssayRun.started(words, in: folder, environment)
        process.waitUntilExit()
        status = process.terminationStatus
        output = try String(contentsOf: folder.appendingPathComponent("stdout"), encoding: .utf8)
        errors = try String(contentsOf: folder.appendingPathComponent("stderr"), encoding: .utf8)
    }

    /// Starts the program, bounded in time.
    static func started(
        _ words: [String],
        in folder: URL,
        _ environment: [String: String] = ["GITHUB_TOKEN": token]
    ) throws -> Process {
        let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let process = Process()
        process.executableURL = products.appendingPathComponent("assay")
        process.arguments = words
        process.currentDirectoryURL = folder
        process.environment = environment
        let (output, errors) = (folder.appendingPathComponent("stdout"), folder.appendingPathComponent("stderr"))
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        DispatchQueue.global().asyncAfter(deadline: .now() + 60) { if process.isRunning { process.terminate() } }
        return process
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
