package import WorkerProtocol

/// The requests to one source, and the meaning of each answer.
///
/// Sending, waiting and retrying are the same for all inquiries: see `run`.
package protocol Inquiry {
    /// One request.
    associatedtype Question

    var outcome: FetchOutcome { get set }
    /// How sources are reached, and what was asked of them before.
    var context: FetchContext { get }
    /// Whether all questions go to one source, which is not asked again once it failed.
    var isOfOneSource: Bool { get }
    /// The first requests: those whose answers are not cached.
    var first: [Question] { get }
    /// The targets of all that is sure to be asked: of the first questions, and of those that follow whatever is answered.
    var targets: [FetchOrder.Target] { get }
    /// How many questions there will be at least.
    var expected: Int { get }
    /// The order that asks, still without its targets.
    var order: FetchOrder { get }

    func target(of question: Question) -> FetchOrder.Target

    /// Archives an answer, notes what it says, and returns what follows.
    mutating func take(_ answer: FetchAnswer, to question: Question) throws -> Step<Question>

    /// Notes why a question has no answer, and returns what is asked because of that.
    mutating func fail(_ question: Question, because failure: FetchFailure) -> [Question]

    /// Asks everything.
    mutating func run(through transport: Transport?, _ progress: (Int, Int) -> Void) throws
}

/// What follows an answer: what it means for its question, and further questions.
package typealias Step<Question> = (verdict: AnswerVerdict, next: [Question])

/// Carries out an order: reports each answer and failure, takes what follows, and returns what they cost.
package typealias Transport = (_ order: FetchOrder, _ take: (FetchMessage) throws -> FetchReply) throws -> FetchCost

extension Inquiry {
    package var expected: Int { 0 }

    package var isOfOneSource: Bool { true }

    package var targets: [FetchOrder.Target] { first.map(target) }

    package mutating func run(through transport: Transport? = nil, _ progress: (Int, Int) -> Void = { _, _ in }) throws
    {
        try ask(first, through: transport, progress)
    }

    /// This is the only place where a source is asked: some questions, and all that follow from their answers, within the
    /// order's limits.
    ///
    /// What lies beyond the budget cannot be asked, so it does not travel. A source that failed earlier in the run gets nothing.
    ///
    /// - Parameters:
    ///   - first: what to ask first.
    ///   - transport: what carries out the order; the worker, unless another is given.
    ///   - progress: takes the number of settled questions and of all that are known.
    /// - Throws: what `take` throws, and `WorkerFault` when nothing can be asked.
    mutating func ask(_ first: [Question], through transport: Transport?, _ progress: (Int, Int) -> Void) throws {
        guard !isOfOneSource || !context.asked.hasFailed(outcome.source) else {
            for question in first { _ = fail(question, because: .failedBefore) }
            return
        }
        var order = order
        order.requestsBefore = context.asked.recentRequests(to: outcome.source)
        var questions = Array(first.prefix(order.budget))
        let beyond = first.dropFirst(order.budget)
        order.targets = questions.map(target)
        var settled = 0
        if !questions.isEmpty {
            let send: Transport = try transport ?? Worker(named: "assay-fetch").fetch(_:take:)
            let cost = try send(order) { message in
                let step: Step<Question>
                switch message {
                case .answer(let answer): step = try take(answer, to: questions[answer.number])
                case .failure(let number, let failure):
                    step = (.settled, fail(questions[number], because: failure))
                }
                if step.verdict == .settled { settled += 1 }
                questions += step.next
                progress(settled, max(questions.count + beyond.count, expected))
                return FetchReply(step.verdict, asking: step.next.map(target))
            }
            outcome.cost += cost
            context.asked.note(requests: cost.requests, to: outcome.source)
        }
        for question in beyond { _ = fail(question, because: .budget) }
    }
}
