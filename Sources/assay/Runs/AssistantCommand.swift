import ArgumentParser
import CoinModel
import CoinOperations
import CoinPipeline
import Foundation

struct AssistantCommand: ParsableCommand {
    static let configuration = CommandConfiguration("mcp")

    @Option(help: .value("folder", "Answer from the watchlists, notes and portfolio in this folder too."))
    var profile: String?

    @OptionGroup var store: StoreOptions

    /// How often is looked whether a call takes too long, in milliseconds.
    private static let pause: Int32 = 500

    mutating func run() throws {
        let profile = profile.map { ProfileFolder(path: $0, wait: store.wait.wait) }
        // What comes with the program is read before nothing but the store can be.
        let screens = try shippedScreens()
        let context = try AssistantContext(closingProcessFor: store.location, screens, profile) { .systemNow }
        let server = AssistantServer(context) { Console.print($0) }
        try read(into: server)
        server.finish()
    }

    private func shippedScreens() throws -> AssistantScreens {
        let folder = try bundledScreens(besideProgram: Bundle.main.executablePath ?? "")
        let questions = try Screen.all(in: folder).map { $0.question(RankRequest()) }
        return AssistantScreens(list: try Screen.list(in: folder), questions: questions)
    }

    /// Hands on the lines of standard input until it ends.
    private func read(into server: AssistantServer) throws {
        var lines = AssistantLines()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
            let isReady = poll(&input, 1, server.isBusy ? AssistantCommand.pause : -1) != 0
            server.endLateCalls()
            guard isReady else { continue }
            let count = Foundation.read(0, &buffer, buffer.count)
            if count < 0, [EINTR, EAGAIN].contains(errno) { continue }
            guard count >= 0 else {
                let why = "could not be read (\(String(cString: strerror(errno)))); see where it comes from"
                throw OperationError(.failed, "read-failed", place: "standard input", why)
            }
            if count == 0 { break }
            for line in lines.take(buffer[..<count]) { server.take(line) }
        }
        if let line = lines.finish() { server.take(line) }
    }
}
