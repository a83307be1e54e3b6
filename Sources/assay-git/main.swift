internal import GitHistory
internal import WorkerProtocol

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

// Reads one request from its standard input, a socket, and answers it there: started by `assay`, not by people.
let channel = MessageChannel(descriptor: 0)
do throws(WorkerFault) {
    guard case .request(let request)? = try channel.receive() else {
        throw WorkerFault(.protocolBroken, "no request came; this program is started by assay")
    }
    try request.limits.apply()
    channel.endWithOtherSide()
    try RepositoryHistory.read(request) { (message) throws(WorkerFault) in try channel.send(message) }
} catch {
    do throws(WorkerFault) {
        try channel.send(.fault(error))
    } catch {
        // Nobody listens any more.
        exit(1)
    }
}
