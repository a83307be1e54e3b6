internal import CoinModel
internal import RawInput

/// GitHub's `/stats/commit_activity`: the commits of a year's days, in weeks that start on Sunday.
///
/// The days are what is read: they are summed into the canonical weeks whatever day the answer's weeks start on. A
/// week counts when all its seven days are there; a week of zeros is an observed zero. The week that ends last is
/// still running unless it was over when the answer was observed (`--observed-at`, or the `Date` of a kept HTTP
/// answer), and is left out. Merges are not counted by this source. The answer that a repository is empty (HTTP 409) is
/// a year of observed zeros, if it says when it was given.
struct GitHubCommitActivity: SourceReader {
    let id = "github-commit-activity"
    let kind = LoadKind.commits
    let title = "GitHub /stats/commit_activity; file named owner__name, or --repo (JSON)"

    func recognises(_ head: InputHead) -> Bool {
        head.isEmptyRepository || head.sketch?.shows(["*/days/*", "*/week", "*/total"]) ?? false
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let document = try JSONDocument(&file, of: self, context)
        let repository = try context.repositoryOfFile()
        if document.answer?.status == 409 { return try readEmpty(document, repository, context, emit) }
        let days = try days(document, emit)
        let weeks = Set(days.keys.map { Week(containing: $0) }).sorted()
        // The running week's missing days come as zeros, so its seven days prove nothing.
        let lastComplete = context.observed(document.answer)?.lastCompleteWeek ?? weeks.last?.advanced(by: -1)
        var facts = JSONFacts(id, .week, [.commits], context)
        for week in weeks {
            guard let lastComplete, week <= lastComplete else { break }
            let counts = (0..<7).compactMap { days[week.start.advanced(by: $0)] }
            guard counts.count == 7 else { continue }
            try facts.take(counts[0].line, emit) { () throws(JSONRowFault) in
                JSONFact(
                    subject: .repository(repository),
                    time: .week(week),
                    values: [counts.reduce(0) { $0 + $1.commits }]
                )
            }
        }
        try facts.flush(emit)
    }

    private func readEmpty(
        _ document: borrowing JSONDocument,
        _ repository: RepositoryName,
        _ context: ReadContext,
        _ emit: (SourceItem) throws -> Void
    ) throws {
        guard let newest = context.observed(document.answer)?.lastCompleteWeek else {
            throw SourceError("no-time", detail: "bears no date; say on which day it was fetched with --observed-at")
        }
        var facts = JSONFacts(id, .week, [.commits], context)
        for step in -51...0 {
            try facts.take(1, emit) { () throws(JSONRowFault) in
                JSONFact(subject: .repository(repository), time: .week(newest.advanced(by: step)), values: [0])
            }
        }
        try facts.flush(emit)
    }

    private func days(
        _ document: borrowing JSONDocument,
        _ emit: (SourceItem) throws -> Void
    ) throws -> [Day: (line: Int, commits: Double)] {
        var days: [Day: (line: Int, commits: Double)] = [:]
        let columns = ["week", "total"] + (0...7).map { "days/\($0)" }
        try document.forEachRow("*", columns) { row in
            try rejecting(row.line, emit) { () throws(JSONRowFault) in
                let first = try row.requiredInstant(0, unit: .seconds).day
                var counts: [Double] = []
                for column in 2..<9 { counts.append(try row.count(column)) }
                guard row[9] == .missing else {
                    throw JSONRowFault(reason: "bad-number", detail: "its week has more than seven days")
                }
                let total = try row.count(1)
                guard counts.reduce(0, +) == total else {
                    throw JSONRowFault(
                        reason: "total-mismatch",
                        detail: "its days sum to \(counts.reduce(0, +)), not to \(total)"
                    )
                }
                let named = (0..<7).map { first.advanced(by: $0) }
                guard named.allSatisfy({ days[$0] == nil }) else {
                    throw JSONRowFault(reason: "duplicate-time", detail: "the week of \(first) overlaps an earlier row")
                }
                for (day, commits) in zip(named, counts) { days[day] = (row.line, commits) }
            }
        }
        return days
    }
}
