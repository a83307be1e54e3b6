internal import CoinModel
internal import CoinSources
internal import RawInput
internal import WorkerProtocol

/// An exchange with GitHub under way: what is asked, and what is made of each answer.
struct FetchIntake: ~Copyable {
    /// What came so far.
    private(set) var report: FetchReport

    private let request: FetchRequest
    private let tell: DiagnosticSink
    private var archive: Archive
    /// What was asked, later pages behind all first ones.
    private var items: [FetchPlan.Item]
    private var pages: [RepositoryName: HistoryPages] = [:]
    /// The new names that earlier pages answered, by the address of their question.
    private let namesOfPages: [String: String]

    init(
        _ items: [FetchPlan.Item],
        _ request: FetchRequest,
        _ archive: consuming Archive,
        _ report: FetchReport,
        _ tell: @escaping DiagnosticSink
    ) {
        namesOfPages = FetchPlan.grouped(archive.newest(below: request.query.address(api: request.api)))
            .compactMapValues { $0.first?.moved }
        self.items = items
        self.request = request
        self.archive = archive
        self.report = report
        self.tell = tell
        for item in items where item.question == .history { pages[item.repository] = HistoryPages(item.weeks) }
    }

    /// Asks everything, and archives what comes.
    ///
    /// - Throws: `OperationError` when nothing can be asked or archived.
    mutating func ask(_ progress: (Int, Int) -> Void) throws {
        // What lies beyond the budget cannot be asked; it need not travel.
        let beyond = items.dropFirst(request.budget)
        items.removeLast(beyond.count)
        let targets = items.map { target($0) }
        let order = request.order(targets, token: request.credential.secret, headers: GitHubQuestion.headers)
        var done = 0
        report.requests = try Worker(named: "assay-fetch").fetch(order) { message in
            let more = try take(message)
            done += 1
            progress(done, items.count + beyond.count)
            return FetchReply(asking: more)
        }
        for item in beyond { report.note(.budget, item.repository.description) }
    }

    /// The files of the newest answers with figures to questions.
    func files(of items: [FetchPlan.Item]) -> [String] {
        let pages = FetchPlan.grouped(archive.newest(below: request.query.address(api: request.api)))
        return items.flatMap { item in
            ([item.address] + pages[item.address, default: []].map(\.address)).compactMap { address in
                archive.newestData(of: address).map { archive.path(of: $0) }
            }
        }
    }

    private func target(_ item: FetchPlan.Item) -> FetchOrder.Target {
        let tag = item.question.isConditional ? archive.newestData(of: item.address)?.tag : nil
        return FetchOrder.Target(
            address: item.address,
            tag: tag ?? "",
            preface: item.preface,
            body: item.body,
            attempts: HistoryPages.attempts(item.weeks) ?? FetchOrder.Target.usualAttempts
        )
    }

    private mutating func take(_ message: FetchMessage) throws -> [FetchOrder.Target] {
        switch message {
        case .answer(let answer):
            let item = items[answer.number]
            let reply = item.question.reply(status: answer.status, body: answer.body)
            if let points = reply.points { report.note(points) }
            let isFirst = pages[item.repository].map { $0.counted == 0 } ?? true
            if item.question == .history, reply.state == .data || reply.state == .short {
                if !reply.weeks.isEmpty { try keep(answer, reply, of: item, isFirst: isFirst) }
                return next(item, counted: reply.weeks, else: .failing)
            }
            pages[item.repository]?.stop()
            report.note(reply.state, item.repository.description)
            try keep(answer, reply, of: item, isFirst: isFirst)
            return []
        case .failure(let number, let silence):
            let item = items[number]
            if item.question == .history, silence == .failing || silence == .network {
                return next(item, counted: [], else: silence)
            }
            pages[item.repository]?.stop()
            note(silence, item)
            return []
        default: return []
        }
    }

    /// What is asked next about a history; where nothing is, what came of it is noted.
    private mutating func next(
        _ item: FetchPlan.Item,
        counted: Set<Week>,
        else silence: FetchFailure
    ) -> [FetchOrder.Target] {
        guard var state = pages[item.repository] else { return [] }
        let hasNext = state.take(counted)
        pages[item.repository] = state
        guard hasNext else {
            if state.missing.isEmpty {
                report.note(.data, item.repository.description)
            } else {
                note(silence, item)
            }
            return []
        }
        var page = item
        page.weeks = state.page
        page.preface = GitHubHistoryQuery(weeks: state.page).preface
        items.append(page)
        return [target(page)]
    }

    /// Notes why nothing more comes of a question; of a history the weeks that came stand.
    private mutating func note(_ silence: FetchFailure, _ item: FetchPlan.Item) {
        let name = item.repository.description
        if item.question == .history, let state = pages[item.repository], state.counted > 0 {
            report.note(silence, missing: state.missing, name)
        } else {
            report.note(silence, name)
        }
    }

    /// Archives an answer; one that is not known is not worth it.
    private mutating func keep(
        _ answer: FetchAnswer,
        _ reply: GitHubQuestion.Reply,
        of item: FetchPlan.Item,
        isFirst: Bool
    ) throws {
        let place = item.repository.description
        guard reply.state != .unknown else {
            if !reply.complaint.isEmpty {
                let message = "GitHub says: \(reply.complaint); ask again later"
                tell(Diagnostic(.warning, "source-error", place: place, message))
            }
            return
        }
        let isAll = request.query.weeks.allSatisfy(reply.weeks.contains)
        let isPage = !reply.weeks.isEmpty && !isAll
        let newName = RepositoryName(reply.name).flatMap { $0 == item.repository ? nil : $0.description }
        // The status is what the answer means: one that only its body gives must be known again without reading it.
        let entry = ArchiveEntry(
            time: request.now.description,
            address: item.address + (isPage ? GitHubHistoryQuery.page(reply.weeks) : ""),
            status: isPage ? 200 : reply.status,
            tag: answer.header("etag") ?? "",
            moved: newName ?? answer.moved
        )
        let isData = [.data, .empty].contains(reply.state) || isPage
        if reply.state == .data || isPage, isFirst, knownName(item) != entry.moved {
            let meaning =
                entry.moved.isEmpty
                ? "was renamed once and its old name answers itself again: it may be another project by now"
                : newName.map { "has a new name (\($0))" } ?? FetchReport.advice(on: item.repository, now: entry.moved)
            tell(Diagnostic(.warning, "renamed", place: place, meaning))
        }
        let message = answer.message(status: isPage ? 200 : answer.status)
        try archive.keep(message, as: entry, in: item.group, isData: isData)
    }

    /// The renames that the newest answers to questions report by name.
    func renames(of items: [FetchPlan.Item]) -> [RepositoryRename] {
        items.compactMap { item in
            RepositoryName(knownName(item)).flatMap { name in
                name.host == nil ? RepositoryRename(former: item.repository, current: name) : nil
            }
        }
    }

    /// The new name that was answered before; empty without one.
    private func knownName(_ item: FetchPlan.Item) -> String {
        archive.newest(of: item.address)?.moved ?? namesOfPages[item.address] ?? ""
    }
}

extension FetchAnswer {
    /// The headers about the content or the limit; none of them is a secret.
    private static let kept: Set = [
        "date", "etag", "last-modified", "link", "location", "content-type", "retry-after", "x-ratelimit-limit",
        "x-ratelimit-remaining", "x-ratelimit-reset", "x-ratelimit-used", "x-ratelimit-resource", "total",
    ]

    /// The answer as a file has it: status line, headers, an empty line, the decoded body.
    ///
    /// Lines of our own say what of the question the answer does not.
    func message(status: Int, adding own: [String] = []) -> [UInt8] {
        let kept = headers.filter { FetchAnswer.kept.contains($0.name) }.map { "\($0.name): \($0.value)" }
        let fields = (own + kept).map { $0 + "\r\n" }
        return Array("HTTP/1.1 \(status)\r\n\(fields.joined())\r\n".utf8) + body
    }
}
