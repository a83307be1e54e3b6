extension Worker {
    /// Has addresses asked and hands over what comes of each, in no certain order.
    ///
    /// - Parameters:
    ///   - order: what is asked, with the limits to keep.
    ///   - take: takes an answer or silence, and says what else is to be asked because of it; the worker asks on then.
    /// - Returns: how many requests were made.
    /// - Throws: `WorkerFault` when the worker ends otherwise, and what `take` throws; what was taken before stands.
    public func fetch(_ order: FetchOrder, take: (FetchMessage) throws -> [FetchOrder.Target]) throws -> Int {
        var child = try WorkerProcess(program)
        do {
            return try Worker.exchange(order, over: child.channel, take: take)
        } catch let fault as WorkerFault {
            // The worker's own word on why stands; where it fell silent, how it ended tells more.
            guard fault.reason == .crashed || fault.reason == .deadline else { throw fault }
            let deadline = Deadline.after(seconds: fault.reason == .deadline ? 0 : 5)
            throw child.reap(before: deadline).fetchFault(order.limits)
        }
    }

    private static func exchange(
        _ order: FetchOrder,
        over channel: MessageChannel,
        take: (FetchMessage) throws -> [FetchOrder.Target]
    ) throws -> Int {
        func deadline() -> Deadline { .after(seconds: order.limits.wallSeconds) }
        try channel.send(.fetch(.order(order)), before: deadline())
        var isTold = [Bool](repeating: false, count: order.targets.count)
        // Between two words of the worker lie at most all its waiting and the time limit of one request.
        while let said = try channel.receive(before: deadline()) {
            if case .fault(let fault) = said { throw fault }
            guard case .fetch(let message) = said else { throw WireReader.broken }
            switch message {
            case .order, .kept: throw WireReader.broken
            case .end(let requests):
                guard !isTold.contains(false) else { throw WireReader.broken }
                return requests
            case .answer(let answer): try Worker.mark(answer.number, &isTold)
            case .silence(let number, _): try Worker.mark(number, &isTold)
            }
            let more = try take(message)
            isTold += more.map { _ in false }
            try channel.send(.fetch(.kept(more)), before: deadline())
        }
        throw WorkerFault(.crashed, "assay-fetch ended before it was done; run the command again")
    }

    private static func mark(_ number: Int, _ isTold: inout [Bool]) throws(WorkerFault) {
        guard isTold.indices.contains(number), !isTold[number] else { throw WireReader.broken }
        isTold[number] = true
    }
}
