public import WorkerProtocol

/// The clock of a scheduler, so that tests need not wait.
public struct SchedulerClock {
    /// Milliseconds since 1970, counted on by what nobody sets.
    let now: () -> Int64
    /// Waits so many milliseconds.
    let wait: (Int64) -> Void

    /// A clock.
    public init(now: @escaping () -> Int64, wait: @escaping (Int64) -> Void) {
        self.now = now
        self.wait = wait
    }
}

/// Carries out an order.
///
/// It asks one address after the other, as GitHub wants it, waits as answers say, and comes back to what was not ready.
/// It keeps to the order's requests, its waiting and its time, whatever answers say.
public struct FetchScheduler {
    /// Sends one request.
    public typealias Sending = (WebRequest) -> Received
    /// Takes what came of an address, and says what else is to be asked because of it; it throws to end the scheduler.
    public typealias Telling = (FetchMessage) throws(WorkerFault) -> [FetchOrder.Target]

    private let order: FetchOrder
    private let rule: RetryRule
    private let clock: SchedulerClock
    private let send: Sending

    private var targets: [FetchOrder.Target]
    private var queue: AttemptQueue
    private var requests = 0
    private var patience: Int64
    private var heldUntil: Int64 = 0
    /// When it ends, by its clock.
    private let end: Int64

    /// A scheduler for an order.
    public init(_ order: FetchOrder, clock: SchedulerClock, send: @escaping Sending) {
        self.order = order
        self.clock = clock
        self.send = send
        rule = RetryRule(seed: order.seed)
        targets = order.targets
        queue = AttemptQueue(count: targets.count)
        patience = Int64(min(order.patience, 1 << 40)) * 1000
        end = clock.now() + Int64(min(order.milliseconds, 1 << 50))
    }

    /// Asks everything, and tells of every address once.
    ///
    /// - Returns: how many requests were made.
    /// - Throws: what `tell` throws.
    public mutating func run(_ tell: Telling) throws(WorkerFault) -> Int {
        while let turn = queue.next(at: clock.now()) {
            if let silence = prepare(turn) {
                queue.put(back: turn)
                try abandon(because: silence, tell)
                break
            }
            try ask(turn, tell)
        }
        return requests
    }

    /// Waits until a question may be asked; says why it may not be at all.
    private mutating func prepare(_ turn: AttemptQueue.Attempt) -> FetchFailure? {
        guard requests < order.budget else { return .budget }
        let now = clock.now()
        let wait = max(turn.notBefore, heldUntil) - now
        guard wait <= patience else { return heldUntil > turn.notBefore ? .rateLimited : .patience }
        guard now + max(wait, 0) < end else { return .deadline }
        guard wait > 0 else { return nil }
        clock.wait(wait)
        patience -= wait
        return nil
    }

    private mutating func ask(_ turn: AttemptQueue.Attempt, _ tell: Telling) throws(WorkerFault) {
        let target = targets[turn.number]
        guard let start = WebAddress(target.address) else {
            return try pass(.silence(turn.number, .address), tell)
        }
        let isPosted = !target.body.isEmpty
        var redirects = RedirectRule(start, isPosted: isPosted)
        var request = WebRequest(start, number: turn.number)
        request.tag = target.tag
        if isPosted { request.body = target.preface + target.body }
        while true {
            request.milliseconds = Int(clamping: end - clock.now())
            guard requests < order.budget, request.milliseconds > 0 else { return queue.put(back: turn) }
            requests += 1
            let answer: FetchAnswer?
            switch send(request) {
            case .answer(let received): answer = received
            // It was our time that ended, whatever came of it before.
            case .nothing where clock.now() >= end, .refusedByProxy where clock.now() >= end:
                return queue.put(back: turn, because: .deadline)
            case .nothing: answer = nil
            case .unaskedNotModified: return try pass(.silence(turn.number, .unaskedNotModified), tell)
            case .untrusted: return try abandon(turn, because: .certificate, tell)
            case .refusedByProxy: return try abandon(turn, because: .proxy, tell)
            case .tooLarge: return try pass(.silence(turn.number, .tooLarge), tell)
            }
            switch redirects.judge(status: answer?.status ?? 0, location: answer?.header("location")) {
            case .stay: return try settle(turn, answer, moved: redirects.moved, tell)
            case .follow(let next): request.address = next
            case .refuse: return try pass(.silence(turn.number, .redirect), tell)
            }
        }
    }

    private mutating func settle(
        _ turn: AttemptQueue.Attempt,
        _ received: FetchAnswer?,
        moved: WebAddress?,
        _ tell: Telling
    ) throws(WorkerFault) {
        var answer = received
        answer?.moved = moved?.description ?? ""
        let now = clock.now()
        let again: (wait: Int64, silence: FetchFailure)
        let target = targets[turn.number]
        let meant = target.body.isEmpty ? answer : answer?.asAnswerToQuery
        switch rule.judge(meant, attempt: turn.attempt, now: now) {
        case .settled:
            if let answer { try pass(.answer(answer), tell) }
            return
        case .settledThenHold(let wait):
            hold(wait, now)
            if let answer { try pass(.answer(answer), tell) }
            return
        case .later(let wait, let silence): again = (wait, silence)
        case .hold(let wait):
            hold(wait, now)
            again = (wait, .rateLimited)
        case .stop(let silence):
            return try abandon(turn, because: silence, tell)
        }
        // What is only not ready, or not allowed yet, is no failure: less of it would be neither.
        let isFailure = again.silence == .failing || again.silence == .network
        let most = isFailure ? target.attempts : FetchOrder.Target.usualAttempts
        guard turn.attempt + 1 - turn.firstAttempt < most else {
            var message = FetchMessage.silence(turn.number, again.silence)
            // What was asked for may be there in part.
            if let meant, !target.body.isEmpty, again.silence == .failing { message = .answer(meant) }
            return try pass(message, tell, attempt: turn.attempt + 1, until: now + again.wait, because: again.silence)
        }
        queue.put(later: turn, until: now + again.wait, because: again.silence)
    }

    private mutating func hold(_ wait: Int64, _ now: Int64) {
        heldUntil = max(heldUntil, now + wait)
    }

    /// Tells what came of an address, and takes up what is to be asked because of it: as often tried and not earlier.
    private mutating func pass(
        _ message: FetchMessage,
        _ tell: Telling,
        attempt: Int = 0,
        until time: Int64 = 0,
        because silence: FetchFailure? = nil
    ) throws(WorkerFault) {
        for target in try tell(message) {
            targets.append(target)
            queue.add(attempt: attempt, notBefore: time, because: silence)
        }
    }

    /// Tells of a question and of all that is left what holds for each: that nobody is believed, or believes us.
    private mutating func abandon(
        _ turn: AttemptQueue.Attempt,
        because silence: FetchFailure,
        _ tell: Telling
    ) throws(WorkerFault) {
        queue.put(back: turn)
        queue.forgetSilences()
        try abandon(because: silence, tell)
    }

    /// Tells of all that is left why it is not asked; what was asked and not ready is that first.
    private mutating func abandon(because silence: FetchFailure, _ tell: Telling) throws(WorkerFault) {
        while let turn = queue.next(at: .max) {
            let told = turn.silence ?? silence
            try pass(.silence(turn.number, told), tell, because: told)
        }
    }
}
