public import WorkerProtocol

/// Carries out an order.
///
/// It asks one address after the other, as GitHub wants it, waits as answers say, and comes back to what was not ready.
/// It keeps to the order's requests, its waiting and its time, whatever answers demand.
public struct FetchScheduler {
    /// Takes the outcome of an address, and returns what it means and what else is to be asked because of it; it throws to
    /// end the order.
    public typealias Report = (FetchMessage) throws(WorkerFault) -> FetchReply

    private let order: FetchOrder
    private let rule: RetryRule
    private let clock: SchedulerClock
    private let send: (WebRequest) -> TransferEvent

    private var targets: [FetchOrder.Target]
    private var queue: AttemptQueue
    private var cost = FetchCost()
    /// Whether the host was there once.
    private var wasReached = false
    /// When the requests of the last minute were made, the oldest first.
    private var recent: [Int64] = []
    /// How many milliseconds of waiting are left.
    private var patience: Int64
    private var cachedUntil: Int64 = 0
    /// When the order's time is over.
    private let end: Int64

    /// Carries out an order by libcurl, and returns what it cost; every address is reported once.
    public static func run(
        _ order: FetchOrder,
        through transfer: CurlTransfer,
        _ report: Report
    ) throws(WorkerFault) -> FetchCost {
        var scheduler = FetchScheduler(order, clock: .system(), send: transfer.send)
        return try scheduler.run(report)
    }

    init(_ order: FetchOrder, clock: SchedulerClock, send: @escaping (WebRequest) -> TransferEvent) {
        self.order = order
        self.clock = clock
        self.send = send
        rule = RetryRule(seed: order.seed)
        targets = order.targets
        queue = AttemptQueue(count: targets.count)
        patience = Int64(min(order.patience, 1 << 40)) * 1000
        end = clock.now() + Int64(min(order.milliseconds, 1 << 50))
        // When they were made is not known to the millisecond, so all count as made now.
        recent = Array(repeating: clock.now(), count: order.requestsBefore)
    }

    /// Asks everything, and reports every address once; returns what it cost.
    mutating func run(_ report: Report) throws(WorkerFault) -> FetchCost {
        while let attempt = queue.next(at: clock.now()) {
            if let failure = prepare(attempt) {
                queue.put(attempt)
                try abandon(because: failure, report)
                break
            }
            try ask(attempt, report)
        }
        return cost
    }

    /// Waits until a target may be asked; returns why it may not be at all.
    private mutating func prepare(_ attempt: AttemptQueue.Attempt) -> FetchFailure? {
        guard cost.requests < order.budget else { return .budget }
        let now = clock.now()
        let wait = max(attempt.notBefore, cachedUntil) - now
        guard wait <= patience else { return cachedUntil > attempt.notBefore ? .rateLimited : .patience }
        let pause = max(wait, 0, untilAllowed(now))
        guard now + pause < end else { return .deadline }
        guard pause > 0 else { return nil }
        clock.wait(pause)
        // To keep the pace that a source is asked at costs time, not patience.
        patience -= max(wait, 0)
        return nil
    }

    /// Milliseconds until the minute's limit allows one more request.
    private mutating func untilAllowed(_ now: Int64) -> Int64 {
        recent.removeAll { $0 + 60_000 <= now }
        guard order.requestsAMinute > 0, recent.count >= order.requestsAMinute else { return 0 }
        return recent[recent.count - order.requestsAMinute] + 60_000 - now
    }

    private mutating func ask(_ attempt: AttemptQueue.Attempt, _ report: Report) throws(WorkerFault) {
        let target = targets[attempt.number]
        func fail(_ failure: FetchFailure) -> FetchMessage { .failure(attempt.number, failure) }
        guard let start = WebAddress(target.address) else { return try settle(fail(.address), report) }
        var redirects = RedirectRule(start, isPosted: !target.body.isEmpty)
        var request = WebRequest(start, number: attempt.number)
        request.tag = target.tag
        if !target.body.isEmpty { request.body = target.preface + target.body }
        while true {
            request.milliseconds = Int(clamping: end - clock.now())
            guard cost.requests < order.budget, request.milliseconds > 0 else { return queue.put(attempt) }
            cost.requests += 1
            if order.requestsAMinute > 0 { recent.append(clock.now()) }
            let answer: FetchAnswer?
            let received = send(request)
            if case .unreachable = received {} else { wasReached = true }
            switch received {
            case .answer(let received):
                cost.bytes += received.size
                answer = received
            // It was our time that ended, whatever else went wrong.
            case .nothing where clock.now() >= end, .unreachable where clock.now() >= end,
                .failure(.proxy) where clock.now() >= end:
                var late = attempt
                late.failure = .deadline
                return queue.put(late)
            // Where there is no network, to wait for one would only take time.
            case .unreachable where !wasReached: return try abandon(attempt, because: .network, report)
            case .nothing, .unreachable: answer = nil
            // What is wrong with the way to the host is so for all its addresses.
            case .failure(let way) where way == .certificate || way == .proxy:
                return try abandon(attempt, because: way, report)
            case .failure(let failure): return try settle(fail(failure), report)
            }
            switch redirects.judge(status: answer?.status ?? 0, location: answer?.header("location")) {
            case .stay: return try judge(attempt, answer, moved: redirects.moved, report)
            case .follow(let next): request.address = next
            case .refuse: return try settle(fail(.redirect), report)
            }
        }
    }

    private mutating func judge(
        _ attempt: AttemptQueue.Attempt,
        _ received: FetchAnswer?,
        moved: WebAddress?,
        _ report: Report
    ) throws(WorkerFault) {
        var answer = received
        answer?.moved = moved?.description ?? ""
        let now = clock.now()
        let target = targets[attempt.number]
        let result = target.body.isEmpty ? answer : answer?.asAnswerToQuery
        var next = attempt
        next.count += 1
        let failure: FetchFailure
        switch try judged(result, attempt, now, report) {
        case .settled(let wait):
            cachedUntil = max(cachedUntil, now + wait)
            // What was judged was reported.
            if let answer, !order.isJudged { try settle(.answer(answer), report) }
            return
        case .later(let wait, let reason): (next.notBefore, failure) = (now + wait, reason)
        case .hold(let wait):
            (next.notBefore, failure) = (now + wait, .rateLimited)
            cachedUntil = max(cachedUntil, next.notBefore)
        case .stop(let reason): return try abandon(attempt, because: reason, report)
        }
        next.failure = failure
        // What is only not ready, or not allowed yet, is not a failure: less of it would be neither.
        let most = [.failing, .network].contains(failure) ? target.attempts : FetchOrder.Target.usualAttempts
        guard next.count - attempt.firstCount >= most else { return queue.put(next) }
        // What was asked for may be there in part.
        let isPartial = failure == .failing && !target.body.isEmpty
        let partial = isPartial && !order.isJudged ? result.map(FetchMessage.answer) : nil
        try settle(partial ?? .failure(attempt.number, failure), report, after: next)
    }

    /// What follows an answer: by its status and headers, or as `assay` judges it.
    private mutating func judged(
        _ received: FetchAnswer?,
        _ attempt: AttemptQueue.Attempt,
        _ now: Int64,
        _ report: Report
    ) throws(WorkerFault) -> RetryRule.Verdict {
        guard order.isJudged, let answer = received else {
            return rule.judge(received, attempt: attempt.count, now: now)
        }
        let reply = try report(.answer(answer))
        for target in reply.targets {
            targets.append(target)
            queue.add(count: 0, notBefore: 0, because: nil)
        }
        return rule.judge(answer, as: reply.verdict, attempt: attempt.count, now: now)
    }

    /// Reports the outcome of an address, and queues what is to be asked because of it: after an attempt that failed, not
    /// earlier than it would have been.
    private mutating func settle(
        _ message: FetchMessage,
        _ report: Report,
        after last: AttemptQueue.Attempt = AttemptQueue.Attempt(number: 0)
    ) throws(WorkerFault) {
        for target in try report(message).targets {
            targets.append(target)
            queue.add(count: last.count, notBefore: last.notBefore, because: last.failure)
        }
    }

    /// Reports for all targets that are left why they are not asked; one that was asked before has a reason of its own,
    /// unless the attempt that is given found what holds for each.
    private mutating func abandon(
        _ attempt: AttemptQueue.Attempt? = nil,
        because failure: FetchFailure,
        _ report: Report
    ) throws(WorkerFault) {
        if let attempt {
            queue.put(attempt)
            queue.forgetFailures()
        }
        while let attempt = queue.next(at: .max) {
            let reason = attempt.failure ?? failure
            let last = AttemptQueue.Attempt(number: attempt.number, failure: reason)
            try settle(.failure(attempt.number, reason), report, after: last)
        }
    }
}
