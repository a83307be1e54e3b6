internal import CoinModel
package import CoinSources
internal import RawInput
package import WorkerProtocol

/// What one source of market data is asked: a list, or questions about coins, or one about all.
///
/// What was answered not long ago is not asked again, so a run that was ended goes on where it stood, and a list that lacks
/// pages is completed under its own time.
package struct MarketInquiry: Inquiry, Sendable {
    package var outcome: FetchOutcome

    private let source: MarketSource
    private let plan: SourcePlan
    private let key: Secret
    /// The currencies that are asked for, in lower case; several only where the list has several at once.
    private let quotes: [String]
    private let hasSparklines: Bool
    private let part: String
    private let isArchivedOnly: Bool
    package let context: FetchContext
    /// The one time of all answers: of a snapshot that is continued, its own.
    private var snapshot: Instant
    package private(set) var first: [MarketQuestion] = []
    private var list: ListQuestion?
    private var pages: ListPages?
    /// The last page that is asked for, by rank; nil for all, in an order that stays.
    private var lastPage: Int?
    /// Whether the pages were compared with the list of all ids.
    private var isChecked = false
    /// Why the source gets no more requests.
    private var stop: (reason: String, complaint: String)?

    /// More pages than any list has.
    private static let mostPages = 2000

    /// An inquiry without a question, in currencies in lower case; the answers go to a part of the archive, from which
    /// nothing loads those that are archived only.
    ///
    /// Lists are asked for with the prices of a week where `hasSparklines`.
    package init(
        _ source: MarketSource,
        _ access: (plan: SourcePlan, key: Secret),
        quotes: [String],
        part: String,
        isArchivedOnly: Bool,
        hasSparklines: Bool = false,
        _ context: FetchContext
    ) {
        (self.source, plan, key) = (source, access.plan, access.key)
        (self.quotes, self.part, self.isArchivedOnly) = (quotes, part, isArchivedOnly)
        self.hasSparklines = hasSparklines
        self.context = context
        snapshot = context.now
        outcome = FetchOutcome(source.id)
        if let quote = quotes.first, quotes.count == 1, quote != "usd" { outcome.quote = quote }
    }

    private var archive: ArchiveClient? { context.archive }

    // MARK: What is asked

    /// Plans a list: all of it, or the pages by rank that have the first coins.
    ///
    /// The pages of the newest snapshot that is not too old are taken; what it lacks is asked for, and belongs to it.
    package mutating func plan(_ list: ListQuestion, top: Int? = nil) throws {
        self.list = list
        if let size = list.size { lastPage = top.map { ($0 + size - 1) / size } }
        var pages = ListPages(size: list.size, last: lastPage)
        let addresses = (1...MarketInquiry.mostPages).map { address(of: page($0, of: list)) }
        let numbers = Dictionary(firstOf: addresses.enumerated().map { ($1, $0 + 1) })
        let cached = try archive?.newestSnapshot(of: Set(addresses)) ?? []
        for entry in cached {
            guard let archive, let number = numbers[entry.address], let time = Instant(entry.time) else { continue }
            let (body, total, _) = try archive.body(of: entry)
            let answer = SourceAnswer(source, status: entry.status, body: body, list: list, total: total)
            guard answer.refusal == nil else { continue }
            snapshot = time
            if pages.take(number, (answer.ids, answer.rows, answer.total)) { take(entry) }
            outcome.cached += 1
        }
        if !cached.isEmpty { pages.reopen() }
        isChecked = check.map { archive?.newest(of: address(of: $0))?.time == snapshot.description } ?? true
        self.pages = pages
        first += nextPages()
    }

    /// Plans a question about one thing.
    package mutating func plan(_ question: SourceInquiry?, _ label: String, about name: String) {
        guard let question else { return outcome.note("bad-coin", name) }
        begin(MarketQuestion(question, label, about: name))
    }

    /// Plans a history; what the source does not have of it is noted.
    package mutating func plan(_ wanted: HistoryRequestItem) {
        let (questions, beyond) = source.history(wanted, plan)
        guard let question = MarketQuestion(questions, of: wanted) else {
            return outcome.note(source.noSuchCoin, wanted.coin)
        }
        if beyond > 0 {
            let first = wanted.today.advanced(by: 1 + beyond - (wanted.days ?? 0))
            outcome.note("beyond-plan", "\(wanted.coin): the \(beyond) days before \(first)")
        }
        begin(question)
    }

    /// Takes what is held of a question and those that follow it; the first that is not is asked.
    private mutating func begin(_ question: MarketQuestion) {
        var question = question
        while let entry = archive?.cached(address(of: question)), entry.hasAnswer {
            outcome.cached += 1
            if entry.isData { take(entry) } else { outcome.answered += 1 }
            guard entry.refusal == nil, let next = question.next() else { return }
            question = next
        }
        first.append(question)
    }

    package mutating func run(through transport: Transport? = nil, _ progress: (Int, Int) -> Void = { _, _ in }) throws
    {
        try ask(first, through: transport, progress)
        guard let pages else { return }
        outcome.holes = pages.holes
        outcome.coins = pages.count
        outcome.pagePlace = "\(folder)/\(label("page-"))"
        guard let stop, !stop.complaint.isEmpty else { return }
        for hole in pages.holes { outcome.complaints[hole.reason] = stop.complaint }
    }

    private func page(_ number: Int, of list: ListQuestion) -> MarketQuestion {
        let page = ListPage(number, quotes: quotes, isByRank: lastPage != nil, hasSparklines: hasSparklines)
        return MarketQuestion(page: number, list.page(page))
    }

    /// What lists the ids of all coins.
    private var check: MarketQuestion? {
        source.coins.map { MarketQuestion(SourceInquiry($0.page(ListPage(1))), MarketQuestion.checkLabel) }
    }

    private mutating func nextPages() -> [MarketQuestion] {
        guard let list, let next = pages?.next() else { return [] }
        guard next.isEmpty, list.isByID, lastPage == nil, !isChecked, pages?.isUnsure ?? false, let check else {
            return next.map { page($0, of: list) }
        }
        isChecked = true
        return [check]
    }

    private func address(of question: MarketQuestion) -> String { plan.base + question.question.path }

    // MARK: How it is asked

    package var expected: Int { pages?.pageCount ?? 0 }

    package var targets: [FetchOrder.Target] {
        let further = list.map { list in (pages?.further ?? []).map { page($0, of: list) } } ?? []
        return (first + further).map(target)
    }

    package var order: FetchOrder {
        let headers = ["Accept: application/json"] + (plan.agent.map { ["User-Agent: \($0)"] } ?? [])
        var order = context.order(token: key, headers: headers, after: outcome.cost.requests)
        order.credential = plan.credential
        order.requestsAMinute = plan.requestsAMinute
        order.isJudged = true
        return order
    }

    package func target(of question: MarketQuestion) -> FetchOrder.Target {
        FetchOrder.Target(address: address(of: question), attempts: 4)
    }

    // MARK: What results

    package mutating func take(_ answer: FetchAnswer, to question: MarketQuestion) throws -> Step<MarketQuestion> {
        let isCheck = question.label == MarketQuestion.checkLabel
        let read = SourceAnswer(
            source,
            status: answer.status,
            body: answer.body,
            list: isCheck ? source.coins : question.page == nil ? nil : list,
            total: answer.header("total").flatMap { Int($0) }
        )
        if let reason = read.refusal {
            try keep(answer, question, reason, isData: false)
            return refuse(question, reason, read, isTimed: answer.header("retry-after") != nil)
        }
        if isCheck {
            try keep(answer, question, isData: false)
            pages?.compare(read.ids)
        } else if let number = question.page {
            let isData = pages?.take(number, (read.ids, read.rows, read.total)) ?? false
            try keep(answer, question, isData: isData)
        } else if read.isAllZero {
            // What stands there is no price.
            try keep(answer, question, "no-content", isData: false)
            outcome.answered += 1
        } else {
            try keep(answer, question, isData: !isArchivedOnly)
            if isArchivedOnly { outcome.answered += 1 }
            return (.settled, question.next().map { [$0] } ?? [])
        }
        return (.settled, nextPages())
    }

    private mutating func refuse(
        _ question: MarketQuestion,
        _ reason: String,
        _ read: SourceAnswer,
        isTimed: Bool
    ) -> Step<MarketQuestion> {
        switch read.verdict {
        case .settled:
            guard reason == "beyond-plan", let shorter = question.within(read.complaint, plan, source) else {
                return (.settled, fail(question, reason, read.complaint, isForAll: false))
            }
            outcome.note(reason, "\(question.name): the days before \(shorter.first)", read.complaint)
            return (.settled, [shorter.question])
        case .hold:
            outcome.complaints[reason] = read.complaint
            // How long to wait is best known by who says so.
            return (isTimed ? .hold(0) : read.verdict, [])
        case .stop: stop = (reason, read.complaint)
        case .pending, .again: break
        }
        return (read.verdict, [])
    }

    package mutating func fail(_ question: MarketQuestion, because failure: FetchFailure) -> [MarketQuestion] {
        let isForAll = ![.failing, .network, .tooLarge, .redirect].contains(failure)
        return fail(question, stop?.reason ?? failure.rawValue, stop?.complaint ?? "", isForAll: isForAll)
    }

    private mutating func fail(
        _ question: MarketQuestion,
        _ reason: String,
        _ complaint: String,
        isForAll: Bool
    ) -> [MarketQuestion] {
        if let number = question.page {
            pages?.fail(number, reason, isForAll: isForAll)
            if !complaint.isEmpty { outcome.complaints[reason] = complaint }
        } else if question.label != MarketQuestion.checkLabel {
            // Without the check nothing is known to be lacking.
            outcome.note(reason, question.name, complaint)
        }
        return isForAll ? [] : nextPages()
    }

    private var folder: String { "\(part)/\(source.id)/\(snapshot.day)" }

    /// What the files of a run have in their names before their digest: when it began, and what they answer.
    private func label(_ name: String) -> String {
        let time = snapshot.description.drop { $0 != "T" }.filter { $0 != ":" }
        return "\(time).\(outcome.quote.map { $0 + "-" } ?? "")\(name)"
    }

    private mutating func keep(
        _ answer: FetchAnswer,
        _ question: MarketQuestion,
        _ reason: String? = nil,
        isData: Bool
    ) throws {
        let asked = question.question
        var own = ["assay-snapshot: \(snapshot)", "assay-quote: \(quotes[0])"]
        if let coin = asked.coin { own.append("assay-\(asked.isSymbol ? "symbol" : "coin"): \(coin)") }
        if let figure = asked.figure { own.append("assay-figure: \(figure)") }
        let entry = try archive?.keep(
            answer,
            to: address(of: question),
            at: snapshot,
            in: folder,
            label: label(question.label),
            adding: own,
            reason: reason,
            isData: isData
        )
        if isData, let entry { take(entry) }
    }

    private mutating func take(_ entry: ArchiveEntry) {
        outcome.answered += 1
        if let archive { outcome.files.append(archive.path(of: entry)) }
    }
}

extension ArchiveEntry {
    /// Whether it answers its question, with data or by saying that there are none.
    fileprivate var hasAnswer: Bool { [200, 204].contains(status) && [nil, "no-content"].contains(refusal) }
}
