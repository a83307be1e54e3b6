import Foundation
import Synchronization

/// GitHub's GraphQL as its documentation and recorded answers show it; a repository's number decides what it says.
///
/// The counts are made of the query's own words: each week that it names has as many commits as the number says.
final class HistoryScript: Sendable {
    /// What becomes of the repository of a number.
    enum Fate: Int, CaseIterable {
        case data, gone, limited, partialOnce, empty, renamed, stormy, cut, elsewhere, neverWhole, noCommit, forbidden
        case unknownFault, secondary
    }

    private let asked = Mutex<[String: Int]>([:])
    private let elsewhere: String
    /// The server's clock, in seconds since 1970, which the clients' waits move; nil for the real one.
    let clock: Mutex<Int64?>

    init(elsewhere: String, clock: Int64?) {
        self.elsewhere = elsewhere
        self.clock = Mutex(clock)
    }

    static func fate(_ number: Int) -> Fate {
        Fate.allCases[number % Fate.allCases.count]
    }

    /// The first repositories of a fate.
    static func numbers(_ fate: Fate, _ count: Int = 1) -> [Int] {
        (0..<count).map { fate.rawValue + $0 * Fate.allCases.count }
    }

    func reply(_ request: ScriptedServer.Request) -> ScriptedServer.Reply {
        guard request.path == "/graphql", request.head.hasPrefix("POST "),
            let variables = request.body.firstMatch(of: /"variables":\{"owner":"o","name":"(\d+)"\}\}$/),
            let number = Int(variables.1)
        else { return ScriptedServer.Reply(400, [], "{\"message\":\"Problems parsing JSON\"}") }
        let time = asked.withLock { asked in
            asked["\(number)", default: 0] += 1
            return asked["\(number)", default: 0]
        }
        let weeks = request.body.matches(of: /(w\d{8}):history\(/).map { String($0.1) }
        return reply(number, time, weeks)
    }

    private var now: Int64 { clock.withLock { $0 } ?? Int64(Date().timeIntervalSince1970) }

    private func reply(_ number: Int, _ time: Int, _ weeks: [String]) -> ScriptedServer.Reply {
        let counts = weeks.map { "\"\($0)\":{\"totalCount\":\(number)}" }.joined(separator: ",")
        let whole = answer("o/\(number)", "{\"target\":{\(counts)}}")
        let timeout = """
            [{"message":"Something went wrong while executing your query. This may be the result of a timeout, or it \
            could be a GitHub bug. Please include `7FF2:3166F9` when reporting this issue."}]
            """
        switch HistoryScript.fate(number) {
        case .data: break
        case .gone: return fault("NOT_FOUND", "Could not resolve to a Repository with the name 'o/\(number)'.")
        case .limited where time == 1:
            return fault(
                "RATE_LIMITED",
                "API rate limit exceeded for user ID 1.",
                ["X-RateLimit-Remaining: 0", "X-RateLimit-Reset: \(now + 1)"]
            )
        case .partialOnce where time == 1:
            return ok(answer("o/\(number)", "null", errors: timeout))
        case .neverWhole: return ok(answer("o/\(number)", "{\"target\":null}", errors: timeout))
        case .empty: return ok(answer("o/\(number)", "null"))
        case .renamed: return ok(answer("new/\(number)", "{\"target\":{\(counts)}}"))
        case .stormy where time < 3: return ScriptedServer.Reply(502, [], "<html>")
        case .cut where time == 1: return ScriptedServer.Reply(200, [date], whole, isCut: true)
        case .elsewhere: return ScriptedServer.Reply(307, ["Location: \(elsewhere)/graphql"])
        case .noCommit: return ok(answer("o/\(number)", "{\"target\":{}}"))
        case .forbidden: return fault("FORBIDDEN", "Resource protected by organization SAML enforcement.")
        case .unknownFault: return fault("SERVICE_UNAVAILABLE", "A service did not answer.")
        case .secondary where time == 1:
            return ok("{\"message\":\"You have exceeded a secondary rate limit.\"}", ["Retry-After: 1"])
        default: break
        }
        return ok(whole)
    }

    private var date: String {
        let date = Date(timeIntervalSince1970: Double(now))
        return date.formatted(
            .verbatim(
                """
                Date: \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
                \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
                \(second: .twoDigits) GMT
                """,
                locale: Locale(identifier: "en_US_POSIX"),
                timeZone: .gmt,
                calendar: Calendar(identifier: .gregorian)
            )
        )
    }

    private func ok(_ body: String, _ headers: [String] = []) -> ScriptedServer.Reply {
        ScriptedServer.Reply(200, [date, "Content-Type: application/json"] + headers, body)
    }

    private func fault(_ type: String, _ message: String, _ headers: [String] = []) -> ScriptedServer.Reply {
        let errors = "[{\"type\":\"\(type)\",\"path\":[\"repository\"],\"message\":\"\(message)\"}]"
        return ok("{\"data\":{\"repository\":null},\"errors\":\(errors)}", headers)
    }

    private func answer(_ name: String, _ branch: String, errors: String? = nil) -> String {
        let data = "{\"repository\":{\"nameWithOwner\":\"\(name)\",\"defaultBranchRef\":\(branch)}}"
        return "{\"data\":\(data)\(errors.map { ",\"errors\":\($0)" } ?? "")}"
    }
}
