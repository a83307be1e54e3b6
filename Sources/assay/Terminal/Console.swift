import ArgumentParser
import CoinModel
import CoinOperations
import Foundation
import Synchronization

/// Standard output and standard error: the first carries only what was asked for.
struct Console {
    enum ErrorFormat: String, ExpressibleByArgument, CaseIterable {
        case text, json

        /// The one that arguments ask for, also where others of them do not read.
        static func asked(by arguments: [String]) -> ErrorFormat {
            LineOptions(arguments).value(of: "errors").flatMap(ErrorFormat.init) ?? .text
        }
    }

    /// How diagnostics are written.
    var errors = ErrorFormat.text
    /// Whether only errors are reported.
    var isQuiet = false
    /// Whether all notes of a ranking are printed.
    var isVerbose = false

    /// How the console of this process is set; a command sets it from its options before it works.
    static var settings: Console {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    private static let current = Mutex(Console())

    /// Writes a diagnostic to standard error, in one line; `--quiet` drops notes and warnings.
    static func report(_ diagnostic: Diagnostic) {
        if settings.isQuiet, diagnostic.level != .error { return }
        report(line: line(of: diagnostic))
    }

    /// A diagnostic in the form that was asked for.
    static func line(of diagnostic: Diagnostic) -> String {
        settings.errors == .json ? diagnostic.bounded.jsonLine : "assay: " + diagnostic.bounded.line
    }

    /// Writes a line to standard error: what it quotes can neither steer a terminal nor begin another line.
    static func report(line: String) {
        progress("")
        write(Array((line.visible + "\n").utf8), to: 2)
    }

    /// Shows how far the work is in one line of a terminal, over what stood there; the next line that is written, or
    /// an empty text, clears it.
    static func progress(_ text: String) {
        progressLine.withLock { isShown in
            guard isShown || !text.isEmpty else { return }
            write(clearing + text.visible.utf8, to: 2)
            isShown = !text.isEmpty
        }
    }

    private static let progressLine = Mutex(false)
    private static let clearing = Array("\r\u{1B}[K".utf8)

    static func print(_ bytes: [UInt8]) {
        progress("")
        write(bytes, to: 1)
    }

    /// Writes a line to standard output, with hidden characters visible.
    static func print(line: String) {
        print(Array((line.visible + "\n").utf8))
    }

    /// Ends the process; one that a signal asked to end says so.
    static func end(_ status: ExitStatus) -> Never {
        exit(endingSignal().map { 128 + $0 } ?? status.rawValue)
    }

    private static var isTerminal: Bool { isatty(1) == 1 }

    /// Whether standard output is a terminal that shows colours.
    static var canColor: Bool { isTerminal && variable("TERM") != "dumb" }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Whether standard error is a terminal: only then is progress shown.
    static var showsProgress: Bool { isatty(2) == 1 && variable("TERM") != "dumb" }

    /// The width of the terminal, or nil without one.
    static var width: Int? {
        var size = winsize()
        guard isTerminal, ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            rest = rest.dropFirst(max(0, count))
            if count >= 0 { continue }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Another process that shares a terminal or pipe may have set it not to wait.
                var full = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&full, 1, -1)
            // What is reported beside the data never decides how a command ends.
            case _ where descriptor == 2: return
            // The reader is gone, as in `assay rank | head`: nothing is left to write.
            case EPIPE: exit(128 + SIGPIPE)
            case let code:
                let why = String(cString: strerror(code))
                report(
                    .init(.error, "cannot-write", "standard output could not be written (\(why)); see where it goes")
                )
                end(.failed)
            }
        }
    }
}

extension ExitStatus {
    /// Ends a command that has reported everything already.
    func endUnlessSuccess() throws {
        if self != .success { throw ExitCode(rawValue) }
    }
}
