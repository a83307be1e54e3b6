internal import GitHistory
internal import WorkerProtocol

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

// Answers requests from its standard input, a socket, one after the other: started by `assay`, not by people.
let channel = MessageChannel(descriptor: 0)
var isLimited = false
while true {
    do throws(WorkerFault) {
        guard let message = try channel.receive() else { exit(0) }
        guard case .request(let request) = message else {
            throw WorkerFault(.protocolBroken, "something else than a request came; this program is started by assay")
        }
        if !isLimited {
            try request.limits.apply()
            channel.endWithOtherSide()
            isLimited = true
        }
        try RepositoryHistory.read(request) { (message) throws(WorkerFault) in try channel.send(message) }
    } catch {
        do throws(WorkerFault) {
            try channel.send(.fault(error))
        } catch {
            // Nobody listens any more.
            exit(1)
        }
        // Where one request ends and the next begins is not known any more.
        if error.reason == .protocolBroken { exit(1) }
    }
}
