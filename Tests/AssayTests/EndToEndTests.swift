import Foundation
import TestPrograms
import Testing

/// Every folder of `Fixtures/cases` is a case.
///
/// `command` is a shell script that is run in a copy of the folder with
/// `assay` on its path; `stdout`, `stderr` and `status` say what it has to print and how it has to end. FIXTURES names
/// the folder with `world.sh`, a small market to try commands on.
///
/// RECORD_GOLDEN=1 writes what was printed into the sources; read it before it is committed.
@Suite struct EndToEndTests {
    @Test("A recorded case prints what its folder contains", arguments: try Case.all())
    func recordedCase(named name: String) throws {
        let scenario = try Case(name: name)
        let result = try scenario.run()
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
            try scenario.record(result)
            return
        }
        #expect(result.output == scenario.expected("stdout"), "\(name): \(result.errors)")
        #expect(result.errors == scenario.expected("stderr"), "\(name)")
        #expect(result.status == Int32(scenario.expected("status").trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test("Every exit code has a case") func exitCodes() throws {
        let codes = try Case.all().map { try Case(name: $0).expected("status").trimmingCharacters(in: .newlines) }
        for code in (0...8).map(String.init) {
            #expect(codes.contains(code), "no case ends with \(code)")
        }
    }

    /// Each command is tried in its main use, misused, on a damaged store and beside a process that writes.
    @Test(
        "Every command has a case of each kind",
        arguments: ["in-use", "misused", "on-a-damaged-store", "beside-a-writer"]
    )
    func commandsCovered(_ kind: String) throws {
        let script = try Case(name: "every-command-" + kind).expected("command")
        let help = try Program.run(["assay", "--experimental-dump-help"], environment: Case.path).output
        let tool = try JSONDecoder().decode(Help.self, from: Data(help.utf8))
        let commands = tool.command.leaves
        #expect(commands.count > 20)
        for command in commands { #expect(script.contains(command), "\(command) is never \(kind)") }
    }

    @Test("Every command has a page of help with an example of it") func helpPages() throws {
        let help = try Program.run(["assay", "--experimental-dump-help"], environment: Case.path).output
        let tool = try JSONDecoder().decode(Help.self, from: Data(help.utf8))
        func check(_ command: Help.Command, _ words: String) {
            let discussion = command.discussion ?? ""
            #expect(command.abstract?.isEmpty == false, "\(words) has no page")
            #expect(discussion.contains("Examples:\n  "), "\(words) has no example")
            #expect(discussion.contains("  \(words)"), "\(words) has no example of it")
            #expect(discussion.firstMatch(of: /{[a-z-]+}/) == nil, "\(words) has a place without a value")
            for command in command.subcommands ?? [] where command.commandName != "help" {
                check(command, words + " " + command.commandName)
            }
        }
        check(tool.command, "assay")
    }

    private struct Help: Decodable {
        struct Command: Decodable {
            let commandName: String
            let abstract: String?
            let discussion: String?
            let subcommands: [Command]?

            /// The commands without subcommands below this one, as a person writes them.
            var leaves: [String] {
                (subcommands ?? []).filter { $0.commandName != "help" }.flatMap { command in
                    let below = command.leaves
                    return below.isEmpty ? [command.commandName] : below.map { command.commandName + " " + $0 }
                }
            }
        }
        let command: Command
    }
}

/// A case and where it is run.
struct Case {
    let name: String
    let folder: URL

    static let fixtures = Bundle.module.resourceURL?.appendingPathComponent("Fixtures")
    static let root = fixtures?.appendingPathComponent("cases")
    static let path = [
        "PATH": Program.products.path + ":/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC",
        "ASSAY_PROFILE": "profile",
    ]

    static func all() throws -> [String] {
        let root = try #require(root)
        return try FileManager.default.contentsOfDirectory(atPath: root.path).filter { !$0.hasPrefix(".") }.sorted()
    }

    init(name: String) throws {
        self.name = name
        folder = try #require(Case.root).appendingPathComponent(name)
    }

    func expected(_ file: String) -> String {
        do {
            return try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        } catch {
            return file == "status" ? "0" : ""
        }
    }

    func run() throws -> (status: Int32, output: String, errors: String) {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("assay-case-\(UUID().uuidString)")
        try FileManager.default.copyItem(at: folder, to: place)
        defer { do { try FileManager.default.removeItem(at: place) } catch { Issue.record("\(error)") } }
        return try shell(["sh", "command"], in: place, environment: ["FIXTURES": Case.fixtures?.path ?? ""])
    }

    func record(_ result: (status: Int32, output: String, errors: String)) throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Fixtures/cases/\(name)")
        for (file, text) in [("stdout", result.output), ("stderr", result.errors), ("status", "\(result.status)\n")] {
            try text.write(to: sources.appendingPathComponent(file), atomically: true, encoding: .utf8)
        }
    }
}

/// Runs a command with the built `assay` on its path, bounded in time.
func shell(
    _ words: [String],
    in folder: URL,
    environment: [String: String] = [:]
) throws -> (status: Int32, output: String, errors: String) {
    let end = try Program.run(words, in: folder, environment: Case.path.merging(environment) { $1 })
    return (end.status, end.output, end.errors)
}
