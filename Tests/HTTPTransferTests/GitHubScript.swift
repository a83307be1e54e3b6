import Synchronization

/// GitHub as its documentation and recorded answers show it, in good and bad hours; a repository's number decides.
final class GitHubScript: Sendable {
    private let asked = Mutex<[String: Int]>([:])
    private let elsewhere: String
    /// The server's clock, in seconds since 1970, which the clients' waits move.
    let clock = Mutex<Int64>(1_767_225_600)

    /// - Parameter elsewhere: the address of another host.
    init(elsewhere: String) {
        self.elsewhere = elsewhere
    }

    /// A week of a year's commits: the repository's number in every day.
    static func activity(_ number: Int) -> String {
        let days = Array(repeating: String(number), count: 7).joined(separator: ",")
        let weeks = (0..<52).map {
            "{\"days\":[\(days)],\"total\":\(7 * number),\"week\":\(1_735_430_400 + 604_800 * $0)}"
        }
        return "[" + weeks.joined(separator: ",") + "]"
    }

    /// What becomes of the repository of a number in the end.
    enum Fate: Hashable { case data, empty, gone, blocked, noContent, renamed, neverReady, elsewhere, refused }

    static func fate(_ number: Int) -> Fate {
        switch number % 40 {
        case 31: .empty
        case 32: .gone
        case 33: .blocked
        case 34: .noContent
        case 35: .renamed
        case 36: .neverReady
        case 37: .elsewhere
        case 38: .refused
        default: .data
        }
    }

    func reply(_ request: ScriptedServer.Request) -> ScriptedServer.Reply {
        let parts = request.path.split(separator: "/")
        guard let number = parts.lazy.compactMap({ Int($0.drop { !$0.isNumber }) }).first else {
            return ScriptedServer.Reply(404, [], "{\"message\":\"Not Found\"}")
        }
        let time = asked.withLock { asked in
            asked[request.path, default: 0] += 1
            return asked[request.path, default: 0]
        }
        if parts[0] == "repositories", parts.count == 2 {
            return ScriptedServer.Reply(200, [], "{\"id\":\(number),\"full_name\":\"new/\(number)\"}")
        }
        if parts[0] == "repos", time <= number % 4, let storm = storm(number, time) { return storm }
        return settled(number, isOldName: parts[0] == "repos", tag: request.header("if-none-match"))
    }

    /// What comes before an answer that settles.
    private func storm(_ number: Int, _ time: Int) -> ScriptedServer.Reply? {
        switch (number / 4 + time) % 7 {
        case 0: ScriptedServer.Reply(202, ["ETag: \"early\""], "{}")
        case 1: ScriptedServer.Reply(403, ["Retry-After: 2"], "{\"message\":\"slow down\"}")
        case 2: ScriptedServer.Reply(429, ["Retry-After: 1"])
        case 3: ScriptedServer.Reply([500, 502, 503, 504][number % 4], [], "<html>")
        case 4: ScriptedServer.Reply(200, [], GitHubScript.activity(number), isCut: true)
        case 5:
            ScriptedServer.Reply(
                403,
                ["X-RateLimit-Remaining: 0", "X-RateLimit-Reset: \(clock.withLock { $0 } + 3)"],
                "{\"message\":\"API rate limit exceeded\"}"
            )
        default: ScriptedServer.Reply(202, [], "{}")
        }
    }

    private func settled(_ number: Int, isOldName: Bool, tag: String?) -> ScriptedServer.Reply {
        let date = "Date: Thu, 01 Jan 2026 00:00:00 GMT"
        switch GitHubScript.fate(number) {
        case .data: break
        case .empty: return ScriptedServer.Reply(409, [date], "{\"message\":\"Git Repository is empty.\"}")
        case .gone: return ScriptedServer.Reply(404, [date], "{\"message\":\"Not Found\"}")
        case .blocked: return ScriptedServer.Reply(451, [date], "{\"message\":\"Repository access blocked\"}")
        case .noContent: return ScriptedServer.Reply(204, [date])
        case .renamed where isOldName:
            return ScriptedServer.Reply(301, ["Location: /repositories/\(number)/stats/commit_activity"], "{}")
        case .renamed: break
        case .neverReady: return ScriptedServer.Reply(202, [date], "{}")
        case .elsewhere: return ScriptedServer.Reply(302, ["Location: \(elsewhere)/\(number)"])
        case .refused: return ScriptedServer.Reply(422, [date], "{\"message\":\"too many commits\"}")
        }
        let own = "\"tag-\(number)\""
        if tag == own { return ScriptedServer.Reply(304, [date, "ETag: " + own]) }
        return ScriptedServer.Reply(200, [date, "ETag: " + own], GitHubScript.activity(number))
    }
}
