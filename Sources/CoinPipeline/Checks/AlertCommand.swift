internal import CoinOperations
internal import Foundation

/// The user's program for alerts: it gets the events of a run on its standard input, a line of JSON each.
struct AlertCommand {
    private let words: [String]
    private let environment: [String: String]

    /// How many seconds it may take.
    private static let limit = 60.0

    /// A program by its path or its name in PATH, with its words; no shell reads them.
    init(_ words: [String], _ environment: [String: String]) { (self.words, self.environment) = (words, environment) }

    /// Runs it; nil when it took the events, else why they are delivered again by the next run.
    func failure(delivering events: [RunEvent]) -> String? {
        let again = "the next run delivers them again"
        let (input, process) = (Pipe(), Process())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["--"] + words
        // Keys of sources are not for it.
        process.environment = environment.filter { !$0.key.hasSuffix("_API_KEY") && !$0.key.hasSuffix("_TOKEN") }
        (process.standardInput, process.standardOutput) = (input, FileHandle.standardError)
        do {
            let lines: [UInt8] = try events.reduce(into: []) { $0 += try LineLog.encoded($1) + [10] }
            try process.run()
            let end = Date(timeIntervalSinceNow: AlertCommand.limit)
            let writer = Thread {
                do {
                    try input.fileHandleForWriting.write(contentsOf: Data(lines))
                    try input.fileHandleForWriting.close()
                } catch {
                    // A program that does not want them all may end before; whether it did is said by its exit code.
                }
            }
            writer.start()
            while process.isRunning, end.timeIntervalSinceNow > 0 { usleep(10_000) }
            guard !process.isRunning else {
                AlertCommand.end(process)
                return "took longer than \(Int(AlertCommand.limit)) s and was stopped; \(again)"
            }
        } catch {
            return "could not be started (\(error.localizedDescription)); see to `alert-command`, \(again)"
        }
        let status = process.terminationStatus
        return status == 0 ? nil : "ended with \(status); \(again)"
    }

    /// Ends a program and what it started: asked first, then killed, for it may not listen.
    private static func end(_ process: Process) {
        let program = process.processIdentifier
        // Where it leads a group of its own, its children are of it.
        let group = getpgid(program) == program ? -program : program
        kill(group, SIGTERM)
        let end = Date(timeIntervalSinceNow: 2)
        while process.isRunning, end.timeIntervalSinceNow > 0 { usleep(10_000) }
        kill(group, SIGKILL)
    }
}
