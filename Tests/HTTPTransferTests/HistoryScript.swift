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
        /// Pages of more than 13 weeks are not done: 502 and 504, too much by name, or cut.
        case heavy, limits, cutPages
        /// Of a page of more than one week every third is named by an error, or only lacks.
        case partial, short
        /// One week is never done.
        case heavyWeek
    }

    /// Weeks that were answered whole, and how many of them were asked for again.
    private let had = Mutex<(weeks: [Int: Set<String>], again: Int)>(([:], 0))
    /// Whether the week that is never done is, now.
    let isHealed = Mutex(false)

    /// How many weeks were asked for again after they had come.
    var askedAgain: Int { had.withLock { $0.again } }

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
        had.withLock { had in had.again += had.weeks[number, default: []].intersection(weeks).count }
        return paged(number, time, weeks) ?? reply(number, time, weeks)
    }

    /// One of every 52 weeks in a row.
    static func isHeavy(_ week: String) -> Bool {
        let digits = week.dropFirst()
        let text = "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))T00:00:00Z"
        let seconds = (try? Date(text, strategy: .iso8601))?.timeIntervalSince1970 ?? 0
        return Int(seconds) / 604_800 % 52 == 0
    }

    /// What is said where the number of weeks decides.
    private func paged(_ number: Int, _ time: Int, _ weeks: [String]) -> ScriptedServer.Reply? {
        let fate = HistoryScript.fate(number)
        let wait = "Retry-After: 0"
        let counts = { (weeks: [String]) in
            "{\"target\":{\(weeks.map { "\"\($0)\":{\"totalCount\":\(number)}" }.joined(separator: ","))}}"
        }
        let place = "\"path\":[\"repository\",\"defaultBranchRef\",\"target\""
        let kind = "\"type\":\"RESOURCE_LIMITS_EXCEEDED\",\"message\":\"Resource limits for this query exceeded.\""
        switch fate {
        case .heavy where weeks.count > 13:
            return ScriptedServer.Reply(time % 2 == 0 ? 502 : 504, [wait], "<html>")
        case .heavyWeek where weeks.contains(where: HistoryScript.isHeavy) && !isHealed.withLock { $0 }:
            return ScriptedServer.Reply(504, [wait], "{\"message\":\"timeout\"}")
        case .limits where weeks.count > 13:
            let errors = "[{\(place),\"\(weeks[0])\",\"totalCount\"],\(kind)}]"
            return ok(answer("o/\(number)", "{\"target\":null}", errors: errors), [wait])
        case .cutPages where weeks.count > 13:
            return ScriptedServer.Reply(200, [date], answer("o/\(number)", counts(weeks)), isCut: true)
        case .partial where weeks.count > 1, .short where weeks.count > 1:
            let lacking = weeks.indices.filter { $0 % 3 == 1 }.map { weeks[$0] }
            let whole = weeks.filter { !lacking.contains($0) }
            had.withLock { $0.weeks[number, default: []].formUnion(whole) }
            guard fate == .partial else { return ok(answer("o/\(number)", counts(whole))) }
            // What an error names is not believed, whatever stands there.
            let errors = lacking.map { "{\(place),\"\($0)\"],\(kind)}" }.joined(separator: ",")
            let low = lacking.map { "\"\($0)\":{\"totalCount\":1}" }.joined(separator: ",")
            return ok(answer("o/\(number)", "\(counts(whole).dropLast(2)),\(low)}}", errors: "[\(errors)]"), [wait])
        case .heavy, .heavyWeek, .limits, .cutPages, .partial, .short:
            had.withLock { $0.weeks[number, default: []].formUnion(weeks) }
            return ok(answer("o/\(number)", counts(weeks)))
        default: return nil
        }
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
        let repository = "{\"nameWithOwner\":\"\(name)\",\"defaultBranchRef\":\(branch)}"
        let data = "{\"rateLimit\":{\"cost\":1,\"remaining\":4990,\"resetAt\":\"\"},\"repository\":\(repository)}"
        return "{\"data\":\(data)\(errors.map { ",\"errors\":\($0)" } ?? "")}"
    }
}
