extension Worker {
    /// Has a mirror brought up to date.
    ///
    /// - Parameter request: what is asked, with the limits to keep.
    /// - Returns: what became of it; the mirror is whole then.
    /// - Throws: `WorkerFault` for every other end; a mirror that was there before stands at what it was.
    public func mirror(_ request: MirrorRequest) throws(WorkerFault) -> MirrorReport {
        let deadline = Deadline.after(seconds: request.limits.wallSeconds)
        let child = try WorkerProcess(program)
        do throws(WorkerFault) {
            try child.channel.send(.mirror(request), before: deadline)
            switch try child.channel.receive(before: deadline) {
            case nil: throw WorkerFault(.crashed, "the worker ended before it was done; run the command again")
            case .fault(let fault): throw fault
            // Nothing is left for it to do: it is ended with all that it started.
            case .mirrored(let report): return report
            default: throw WireReader.broken
            }
        } catch {
            guard error.reason == .deadline else { throw error }
            throw WorkerFault(
                .deadline,
                "was not fetched within \(request.limits.wallSeconds) s; run the command again, or raise --deadline-each"
            )
        }
    }
}
