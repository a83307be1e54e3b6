package import Foundation

/// A program that a test starts; its end is bounded in time, and nothing of it outlives the test.
///
/// It has the default signals, writes into files and has no descriptor of the test's process. Foundation's `Process` holds
/// several as long as the timer of its limit waits, and selects among 1,024: beyond, it writes past the end of its set.
package final class Program {
    /// How a program ended, and what it wrote.
    package struct End {
        /// Its exit code, or 128 and the signal that ended it.
        package let status: Int32
        package let bytes: [UInt8]
        package let errors: String

        package var output: String { String(decoding: bytes, as: UTF8.self) }
    }

    package let identifier: pid_t
    private let files: URL
    private let deadline: Date
    private var end: Int32?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: its file, or its name as PATH finds it, and its arguments.
    ///   - folder: where it works.
    ///   - environment: all of its environment; by default that of the test.
    ///   - input: the file that it reads.
    ///   - limit: after how many seconds it is killed.
    /// - Throws: `POSIXError` when the system cannot start it.
    package init(
        _ words: [String],
        in folder: URL? = nil,
        environment: [String: String]? = nil,
        input: URL? = nil,
        limit: Double = 60
    ) throws {
        files = FileManager.default.temporaryDirectory.appendingPathComponent("program-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        deadline = Date(timeIntervalSinceNow: limit)
        let script = "exec <\"$1\" >\"$2/output\" 2>\"$2/errors\" && cd \"$3\" && shift 3 && exec \"$@\""
        let places = [input?.path ?? "/dev/null", files.path, folder?.path ?? "."]
        identifier = try Program.spawn(
            ["/bin/sh", "-c", script, "sh"] + places + words,
            // Settings of the person who runs the tests are not those of the program under test.
            environment ?? ProcessInfo.processInfo.environment.merging(["ASSAY_CONFIG": ""]) { $1 }
        )
    }

    deinit {
        if isRunning {
            signal(SIGKILL)
            waitpid(identifier, nil, 0)
        }
        // Nothing depends on it, and a test that has failed already says why.
        try? FileManager.default.removeItem(at: files)
    }

    /// Runs a program to its end.
    package static func run(
        _ words: [String],
        in folder: URL? = nil,
        environment: [String: String]? = nil,
        input: URL? = nil,
        limit: Double = 60
    ) throws -> End {
        try Program(words, in: folder, environment: environment, input: input, limit: limit).wait()
    }

    /// The folder of the programs to test: ASSAY_PRODUCTS, else where those lie that were built with the tests.
    package static let products: URL =
        ProcessInfo.processInfo.environment["ASSAY_PRODUCTS"].map { URL(fileURLWithPath: $0) } ?? builtWithTests

    /// The folder of what was built with the tests.
    package static let builtWithTests: URL = {
        #if os(Linux)
            URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        #else
            Bundle(for: Program.self).bundleURL.deletingLastPathComponent()
        #endif
    }()

    package var isRunning: Bool {
        var status: Int32 = 0
        if end == nil, waitpid(identifier, &status, WNOHANG) == identifier {
            let signal = status & 0x7f
            end = signal == 0 ? status >> 8 & 0xff : 128 + signal
        }
        return end == nil
    }

    package func signal(_ number: Int32) {
        if end == nil { kill(identifier, number) }
    }

    /// Waits for its end.
    package func wait() throws -> End {
        while isRunning {
            if deadline.timeIntervalSinceNow < 0 { signal(SIGKILL) }
            usleep(1000)
        }
        return try End(
            status: end ?? -1,
            bytes: written("output"),
            errors: String(decoding: written("errors"), as: UTF8.self)
        )
    }

    /// What it has printed so far.
    package var printed: String {
        get throws { try String(decoding: written("output"), as: UTF8.self) }
    }

    /// The shell that opens the files may not have come that far.
    private func written(_ name: String) throws -> [UInt8] {
        let file = files.appendingPathComponent(name)
        return FileManager.default.fileExists(atPath: file.path) ? try [UInt8](Data(contentsOf: file)) : []
    }

    private static func spawn(_ words: [String], _ environment: [String: String]) throws -> pid_t {
        #if os(Linux)
            var attributes = posix_spawnattr_t()
        #else
            var attributes: posix_spawnattr_t?
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let texts = [words, environment.map { "\($0)=\($1)" }].map { $0.map { strdup($0) } + [nil] }
        defer { for text in texts.joined() { free(text) } }
        var process: pid_t = 0
        let status = posix_spawn(&process, words[0], nil, &attributes, texts[0], texts[1])
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EIO) }
        return process
    }
}
