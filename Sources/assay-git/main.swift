internal import GitHistory
internal import GitMirror
internal import WorkerProtocol

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

// Reads one request from its standard input, a socket, and answers it there: started by `assay`, not by people.
let channel = MessageChannel(descriptor: 0)
do throws(WorkerFault) {
    switch try channel.receiveOrder() {
    case .history(let request):
        do throws(WorkerFault) {
            try request.limits.apply()
            channel.endWithOtherSide()
            try RepositoryHistory.read(request) { (message) throws(WorkerFault) in try channel.send(message) }
        } catch {
            try channel.send(.fault(error))
        }
    case .mirror(let request):
        do throws(WorkerFault) {
            try request.limits.apply()
            channel.endWithOtherSide(and: true)
            try channel.send(mirror: .report(try Mirror.update(request)))
        } catch {
            try channel.send(mirror: .fault(error))
        }
    }
} catch {
    // Nobody asks, or nobody listens any more.
    exit(1)
}
