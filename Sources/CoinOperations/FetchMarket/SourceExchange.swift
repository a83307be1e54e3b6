internal import CoinModel
internal import CoinSources
internal import RawInput
internal import WorkerProtocol

/// An exchange with one source under way, through a worker of its own: what is asked, and what is made of each answer.
struct SourceExchange {
    /// What came so far.
    private(set) var outcome: SourceOutcome

    private let plan: SourcePlan
    private let source: any MarketSource
    private let key: Secret
    private let request: MarketRequest
    private let desk: ArchiveDesk
    /// The one time of all answers: of a snapshot that is continued, its own.
    private var snapshot: Instant
    private var items: [SourceItems.Item] = []
    private var paging: ListPaging?
    private var list: ListQuestion?
    /// Whether the pages were compared with the list of all ids.
    private var isChecked = false
    /// Why the source gets no more requests.
    private var stop: (reason: String, complaint: String)?

    init(_ source: any MarketSource, _ request: MarketRequest, _ desk: ArchiveDesk) throws {
        (plan, key) = try request.access.plan(of: source)
        (self.source, self.request, self.desk) = (source, request, desk)
        snapshot = request.now
        outcome = SourceOutcome(source.id)
    }

    /// Asks everything, and archives what comes; `progress` takes the number of answers and of all that is known to ask.
    ///
    /// - Throws: `OperationError` when nothing can be asked or archived.
    mutating func run(_ items: SourceItems, _ progress: (Int, Int) -> Void) throws {
        try prepare(items)
        if !self.items.isEmpty { try ask(progress) }
        if let paging {
            outcome.holes = paging.holes
            (outcome.coins, outcome.pagePlace) = (paging.count, "\(folder)/\(label(.page(0)).dropLast())")
            for hole in paging.holes {
                if let complaint = stop?.complaint, !complaint.isEmpty { outcome.complaints[hole.reason] = complaint }
            }
        }
    }

    /// Finds out what is held, and what is to be asked first.
    mutating func prepare(_ items: SourceItems) throws {
        if let list = items.list {
            self.list = list
            try resume(list, items.lastPage)
        }
        for (question, reason) in items.refused { outcome.note(reason, question) }
        for first in items.items { try begin(first) }
        if paging != nil { self.items += nextPages() }
    }

    /// What is asked first.
    var addresses: [String] { items.map { plan.base + $0.question.path } }

    // MARK: What is held

    /// Takes the pages of the newest snapshot that is not too old; what it lacks is asked for, and belongs to it.
    private mutating func resume(_ list: ListQuestion, _ last: Int?) throws {
        var pages = ListPaging(size: list.size, last: last)
        let addresses = (1...SourceItems.mostPages).map { plan.base + list.page($0, request.quote, last != nil) }
        let numbers = Dictionary(firstOf: addresses.enumerated().map { ($1, $0 + 1) })
        let held = try desk.newestSnapshot(of: Set(addresses), after: request.oldestHeld)
        for entry in held {
            guard let number = numbers[entry.address], let time = Instant(entry.time) else { continue }
            let (body, total) = try desk.body(of: entry)
            let answer = SourceAnswer(source, status: entry.status, body: body, list: list, total: total)
            guard answer.meaning == .data else { continue }
            snapshot = time
            if pages.take(number, (answer.ids, answer.rows, answer.total)) { take(entry) }
            outcome.held += 1
        }
        if !held.isEmpty { pages.reopen() }
        paging = pages
        isChecked = desk.newest(of: plan.base + check.path)?.time == snapshot.description
    }

    /// Asks the first question of a chain that is not held.
    private mutating func begin(_ item: SourceItems.Item) throws {
        var item = item
        while true {
            guard let entry = desk.newestAnswer(of: plan.base + item.question.path), entry.time > request.oldestHeld
            else { return items.append(item) }
            outcome.held += 1
            if entry.isData { take(entry) } else { outcome.answered += 1 }
            guard entry.status == 200, let next = item.next() else { return }
            item = next
        }
    }

    private mutating func take(_ entry: ArchiveEntry) {
        outcome.answered += 1
        outcome.files.append(desk.path(of: entry))
    }

    // MARK: What is asked

    private mutating func ask(_ progress: (Int, Int) -> Void) throws {
        var order = request.order(items.map(target), token: key, headers: ["Accept: application/json"])
        order.credential = plan.credential
        order.requestsAMinute = plan.requestsAMinute
        order.isJudged = true
        outcome.requests = try Worker(named: "assay-fetch").fetch(order) { message in
            let reply = try take(message)
            progress(outcome.answered + outcome.faults.count, max(items.count, paging?.pageCount ?? 0))
            return reply
        }
    }

    private func target(_ item: SourceItems.Item) -> FetchOrder.Target {
        FetchOrder.Target(address: plan.base + item.question.path, attempts: 4)
    }

    private mutating func nextPages() -> [SourceItems.Item] {
        guard let list, var pages = paging else { return [] }
        let isRanked = list.size != nil && request.isByRank
        let next = pages.next().map { number in
            SourceItems.Item(SourceQuestion(list.page(number, request.quote, isRanked)), .page(number))
        }
        paging = pages
        guard next.isEmpty, list.isByID, !isRanked, !isChecked, pages.isUnsure else { return next }
        isChecked = true
        return [SourceItems.Item(check, .check)]
    }

    /// What lists the ids of all coins.
    private var check: SourceQuestion { SourceQuestion(source.coins.page(1, request.quote, false)) }

    private mutating func take(_ message: FetchMessage) throws -> FetchReply {
        switch message {
        case .answer(let received):
            let item = items[received.number]
            let total = received.header("total").flatMap { Int($0) }
            let page = item.kind == .check ? source.coins : item.kind.page == nil ? nil : list
            var read = SourceAnswer(source, status: received.status, body: received.body, list: page, total: total)
            // How long to wait is best known by who says so.
            if case .hold = read.meaning, received.header("retry-after") != nil { read.meaning = .hold(nil) }
            return try take(read, received, item)
        case .failure(let number, let failure):
            let item = items[number]
            let isForAll = ![.failing, .network, .tooLarge, .redirect].contains(failure)
            let reason = stop?.reason ?? failure.rawValue
            return fail(item, reason, stop?.complaint ?? "", isForAll: isForAll)
        default: return []
        }
    }

    private mutating func take(
        _ read: SourceAnswer,
        _ answer: FetchAnswer,
        _ item: SourceItems.Item
    ) throws -> FetchReply {
        guard read.meaning == .data else {
            try keep(answer, item, as: read.status(answer.status), isData: false)
            return reply(to: read, item)
        }
        if item.kind == .check {
            try keep(answer, item, isData: false)
            paging?.compare(read.ids)
            return FetchReply(asking: following(nil))
        }
        guard let number = item.kind.page else {
            let isData = !read.isAllZero && !isArchivedOnly
            // No content: what stands there is no price.
            try keep(answer, item, as: read.isAllZero ? 204 : 200, isData: isData)
            if !isData { outcome.answered += 1 }
            return FetchReply(asking: read.isAllZero ? [] : following(item.next()))
        }
        let isData = paging?.take(number, (read.ids, read.rows, read.total)) ?? false
        try keep(answer, item, isData: isData)
        return FetchReply(asking: following(nil))
    }

    private mutating func reply(to read: SourceAnswer, _ item: SourceItems.Item) -> FetchReply {
        let said = read.complaint
        switch read.meaning {
        case .data: return []
        case .again: return FetchReply(.again)
        case .pending: return FetchReply(.pending)
        case .hold(let milliseconds):
            outcome.complaints[FetchFailure.rateLimited.rawValue] = said
            return FetchReply(.hold(milliseconds ?? 0))
        case .refused(let reason):
            if reason == "beyond-plan", let shorter = item.within(read.complaint, plan, source) {
                outcome.note(reason, "\(item.name): the days before \(shorter.first)", said)
                return FetchReply(asking: following(shorter.item))
            }
            return fail(item, reason, said, isForAll: false)
        case .stop(let reason):
            stop = (reason, said)
            return FetchReply(.stop(.token))
        }
    }

    /// Notes why a question has no answer, and goes on with what follows it.
    private mutating func fail(
        _ item: SourceItems.Item,
        _ reason: String,
        _ complaint: String,
        isForAll: Bool
    ) -> FetchReply {
        if item.kind == .check {
            // Without it nobody knows of anything that is lacking.
        } else if let number = item.kind.page {
            paging?.fail(number, reason, isForAll: isForAll)
            if !complaint.isEmpty { outcome.complaints[reason] = complaint }
        } else {
            outcome.note(reason, item.name, complaint)
        }
        return FetchReply(asking: isForAll ? [] : following(nil))
    }

    /// The targets of what is asked next.
    private mutating func following(_ item: SourceItems.Item?) -> [FetchOrder.Target] {
        let more = [item].compactMap { $0 } + nextPages()
        items += more
        return more.map(target)
    }

    // MARK: What is archived

    /// Whether nothing loads what is asked for.
    private var isArchivedOnly: Bool { request.matter.map(source.archivedOnly.contains) ?? false }

    private var folder: String { "\(request.folder)/\(source.id)/\(snapshot.day)" }

    /// What the files of a run have in their names before their digest: when it began, and the page.
    private func label(_ kind: SourceItems.Kind) -> String {
        let clock = snapshot.description.drop { $0 != "T" }.filter { $0 != ":" }
        return "\(clock).\(kind.name)"
    }

    /// Archives an answer; in the index one with an error has a status that means it, also where it came with 200.
    private mutating func keep(
        _ answer: FetchAnswer,
        _ item: SourceItems.Item,
        as status: Int = 200,
        isData: Bool
    ) throws {
        let question = item.question
        var own = ["assay-snapshot: \(snapshot)", "assay-quote: \(request.quote)"]
        if let coin = question.coin { own.append("assay-\(question.isSymbol ? "symbol" : "coin"): \(coin)") }
        let entry = ArchiveEntry(
            time: snapshot.description,
            address: plan.base + question.path,
            status: status,
            moved: answer.moved
        )
        let message = answer.message(status: answer.status, adding: own)
        let stored = try desk.keep(message, as: entry, in: folder, label: label(item.kind), isData: isData)
        if isData { take(stored) }
    }
}
