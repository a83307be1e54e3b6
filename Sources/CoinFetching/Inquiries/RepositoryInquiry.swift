package import CoinModel
package import CoinSources
internal import RawInput
package import WorkerProtocol

/// What GitHub is asked about repositories.
///
/// What was answered not long ago is not asked again, weeks of histories among it, so a run that was ended goes on where it
/// stood; an answer that lacks a week which is over by now is. Where a repository was renamed its new name is looked up at once. Nothing but figures is ever loaded: an answer that is not ready, forbidden or gone leaves what was loaded before.
package struct RepositoryInquiry: Inquiry {
    /// One question about one repository.
    package struct Question: Sendable {
        let repository: RepositoryName
        /// What is asked.
        package let kind: GitHubInquiry
        var target: FetchOrder.Target
        /// The weeks of a history that it asks for, the newest first.
        fileprivate(set) var weeks: [Week] = []
        /// The page of a list that it asks for, from 1.
        var page = 1
        /// Whether it asks for the tags of a repository without releases.
        var isAboutTags = false
        /// Whether it asks for the name that the repository has now.
        var isAboutName = false
    }

    package var outcome: FetchOutcome
    /// Of all repositories the first question, then the next one.
    package private(set) var first: [Question] = []

    let access: GitHubAccess
    let query: GitHubHistoryQuery
    /// What is posted about all weeks; long, so repositories share it.
    private let preface: String
    private(set) var cached: [Question] = []
    private var pages: [RepositoryName: WeekPages] = [:]
    /// The pages that came of lists, by the address of the first one, and those of lists that can be loaded.
    var (pagesOfLists, loadedPages): ([String: [String]], [String]) = ([:], [])
    /// The places at which a name is looked up.
    var places: Set<String> = []
    /// The new names that earlier pages answered, by the address of their question.
    let namesOfPages: [String: String]

    /// An inquiry about some repositories; what is held is noted.
    package init(
        _ repositories: [RepositoryName],
        _ kinds: [GitHubInquiry],
        _ query: GitHubHistoryQuery,
        _ access: GitHubAccess,
        after outcome: FetchOutcome
    ) {
        self.access = access
        self.query = query
        preface = query.preface
        self.outcome = outcome
        let histories = query.address(api: access.api)
        let archive = kinds.contains(.history) ? access.context.archive : nil
        namesOfPages = RepositoryInquiry.grouped(archive?.newest(below: histories) ?? [])
            .compactMapValues { $0.first?.moved }
        let parts = RepositoryInquiry.grouped(archive?.cached(below: histories) ?? [])
        for kind in kinds {
            for repository in repositories { plan(kind, repository, parts) }
        }
    }

    private mutating func plan(_ kind: GitHubInquiry, _ repository: RepositoryName, _ parts: [String: [ArchiveEntry]]) {
        let address = kind.address(repository, api: access.api, query)
        var question = Question(repository: repository, kind: kind, target: FetchOrder.Target(address: address))
        if kind.pageSize != nil {
            let page = missingPage(question)
            return page.map { first.append($0) } ?? cached.append(question)
        }
        var entry = archive?.cached(address).flatMap { hasNewestWeek($0) ? $0 : nil }
        if entry == nil, kind == .history {
            let parts = parts[address, default: []]
            let counted = parts.reduce(into: Set<Week>()) { $0.formUnion(RepositoryInquiry.weeks(of: $1)) }
            question.target.body = query.variables(repository)
            let weeks = query.weeks.filter { !counted.contains($0) }
            question.ask(weeks, preface: counted.isEmpty ? preface : GitHubHistoryQuery(weeks: weeks).preface)
            if question.weeks.isEmpty { entry = parts.last }
        }
        if let entry {
            outcome.cached += 1
            cached.append(question)
            return note(RepositoryInquiry.state(of: entry), question)
        }
        if kind == .issues {
            question.target.preface = GitHubInquiry.prefaceOfIssues
            question.target.body = query.variables(repository)
        }
        if kind == .history {
            pages[repository] = WeekPages(question.weeks)
        } else if kind.isConditional {
            // What has not changed since lacks the same weeks.
            let known = archive?.newestData(of: address).flatMap { hasNewestWeek($0) ? $0 : nil }
            question.target.tag = known?.tag ?? ""
        }
        first.append(question)
    }

    /// What an archived answer said: its body was judged when it was archived, and what is not whole is not.
    static func state(of entry: ArchiveEntry) -> GitHubInquiry.State {
        let status = entry.isData ? 200 : entry.status
        return GitHubInquiry.State(rawValue: entry.meaning)
            ?? GitHubInquiry.state(status: status, body: Array("{}".utf8))
    }

    /// Whether an answer came when the newest week that is over now was over.
    func hasNewestWeek(_ entry: ArchiveEntry) -> Bool {
        let newest = AsOf.instant(access.context.now).lastCompleteWeek
        return Instant(entry.time).map { AsOf.instant($0).lastCompleteWeek == newest } ?? false
    }

    /// Answers that count a part of what their question asks, by its address.
    private static func grouped(_ entries: [ArchiveEntry]) -> [String: [ArchiveEntry]] {
        Dictionary(grouping: entries) { String($0.address[..<($0.address.lastIndex(of: "/") ?? $0.address.endIndex)]) }
    }

    /// The weeks that such an answer counts.
    private static func weeks(of entry: ArchiveEntry) -> Set<Week> {
        entry.address.lastIndex(of: "/").map { GitHubHistoryQuery.weeks(ofPage: entry.address[$0...]) } ?? []
    }

    var archive: ArchiveClient? { access.context.archive }

    package var context: FetchContext { access.context }

    package var order: FetchOrder { access.order(after: outcome.cost.requests) }

    package func target(of question: Question) -> FetchOrder.Target { question.target }

    /// The weeks that a history lacks are asked for next.
    package mutating func take(_ answer: FetchAnswer, to question: Question) throws -> Step<Question> {
        if question.isAboutName { return try takeName(answer, to: question) }
        let reply = question.kind.reply(status: answer.status, body: answer.body)
        if question.kind.pageSize != nil { return try takePage(answer, reply, to: question) }
        if let points = reply.points { outcome.note(points) }
        let isFirst = pages[question.repository].map { $0.counted == 0 } ?? true
        if question.kind == .history, reply.state == .data || reply.state == .short {
            if !reply.weeks.isEmpty { try keep(answer, reply, of: question, isFirst: isFirst) }
            return (.settled, next(question, counted: reply.weeks, else: .failing))
        }
        pages[question.repository]?.stop()
        note(reply.state, question)
        try keep(answer, reply, of: question, isFirst: isFirst)
        return (.settled, reply.state == .gone ? [] : questionAboutName(of: question, now: answer.moved))
    }

    /// Less is asked for of a history that was too much.
    package mutating func fail(_ question: Question, because failure: FetchFailure) -> [Question] {
        if question.isAboutName { return failToName(question) }
        if question.kind.pageSize != nil {
            failPage(failure.rawValue, question)
            return []
        }
        if question.kind == .history, failure == .failing || failure == .network {
            return next(question, counted: [], else: failure)
        }
        pages[question.repository]?.stop()
        note(failure, question)
        return []
    }

    /// What is asked next about a history; where nothing is, what came of it is noted.
    private mutating func next(_ question: Question, counted: Set<Week>, else failure: FetchFailure) -> [Question] {
        guard let weeks = pages[question.repository]?.take(counted) else { return [] }
        guard weeks.isEmpty else {
            var next = question
            next.ask(weeks, preface: GitHubHistoryQuery(weeks: weeks).preface)
            return [next]
        }
        if pages[question.repository]?.missing.isEmpty ?? true {
            note(.data, question)
        } else {
            note(failure, question)
        }
        return []
    }

    /// Notes what an answer says.
    mutating func note(_ state: GitHubInquiry.State, _ question: Question) {
        switch state {
        case .data, .unchanged, .empty: outcome.answered += 1
        default: outcome.note(state.rawValue, question.repository.description)
        }
    }

    /// Notes why nothing more comes of a question; of a history the weeks that came stand.
    private mutating func note(_ failure: FetchFailure, _ question: Question) {
        let name = question.repository.description
        guard question.kind == .history, let pages = pages[question.repository], pages.counted > 0 else {
            return outcome.note(failure.rawValue, name)
        }
        let isUndone = failure == .failing || failure == .network
        let weeks = GitHubHistoryQuery.page(Set(pages.missing)).dropFirst()
        outcome.note(isUndone ? "weeks-missing" : failure.rawValue, missing: String(weeks), of: name)
    }

    /// Notes what is to be said of a repository.
    mutating func remark(_ identifier: String, _ repository: RepositoryName, _ message: String) {
        outcome.remarks.append((identifier, repository.description, message))
    }

    /// Archives an answer; one that is not known is not worth it.
    mutating func keep(
        _ answer: FetchAnswer,
        _ reply: GitHubInquiry.Reply,
        of question: Question,
        isFirst: Bool
    ) throws {
        let repository = question.repository
        guard reply.state != .unknown else {
            if !reply.complaint.isEmpty {
                remark("source-error", repository, "GitHub says: \(reply.complaint); ask again later")
            }
            return
        }
        let isPage = !reply.weeks.isEmpty && !query.weeks.allSatisfy(reply.weeks.contains)
        let isData = [.data, .empty].contains(reply.state) || isPage
        let newName = RepositoryName(reply.name).flatMap { $0 == repository ? nil : $0.description }
        let moved = newName ?? answer.moved
        let isLookedUp = GitHubInquiry.placeOfName(moved) != nil
        if reply.state == .data || isPage, isFirst, !isLookedUp, placeBefore(question) != moved {
            let meaning =
                moved.isEmpty
                ? "was renamed once and its old name answers itself again: it may be another project by now"
                : newName.map { "has a new name (\($0))" } ?? RepositoryInquiry.advice(on: repository, now: moved)
            remark("renamed", repository, meaning)
        }
        // What only the body says must be known again without reading it.
        let isSaid = isPage || reply.state == GitHubInquiry.state(status: answer.status, body: Array("{}".utf8))
        try archive?.keep(
            answer,
            to: question.target.address + (isPage ? GitHubHistoryQuery.page(reply.weeks) : ""),
            at: access.context.now,
            in: repository.key.split(separator: "/").joined(separator: "__"),
            tag: answer.header("etag") ?? "",
            moved: moved,
            reason: isSaid ? nil : reply.state.rawValue,
            status: isPage ? 200 : nil,
            isData: isData
        )
    }

    package mutating func run(through transport: Transport? = nil, _ progress: (Int, Int) -> Void = { _, _ in }) throws
    {
        try ask(first, through: transport, progress)
        outcome.files = files
    }

    /// The files of the newest answers with figures to all questions.
    private var files: [String] {
        guard let archive else { return [] }
        let parts = RepositoryInquiry.grouped(archive.newest(below: query.address(api: access.api)))
        let addresses = (cached + first).filter { $0.kind.pageSize == nil }.map(\.target.address).flatMap { address in
            [address] + parts[address, default: []].map(\.address)
        }
        return (addresses + loadedPages).compactMap { address in
            archive.newestData(of: address).map { archive.path(of: $0) }
        }
    }
}

extension RepositoryInquiry.Question {
    /// Asks for some weeks, once where a half may be had instead.
    fileprivate mutating func ask(_ weeks: [Week], preface: String) {
        self.weeks = weeks
        target.preface = preface
        target.attempts = weeks.count > 1 ? 1 : 4
    }
}
