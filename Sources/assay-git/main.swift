internal import GitHistory
internal import GitMirror
internal import WorkerProtocol

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

// Answers requests from its standard input, a socket, one after the other, and one only about a mirror: started by
// `assay`, not by people.
let channel = MessageChannel(descriptor: 0)
var isLimited = false
do throws(WorkerFault) {
    while let order = try channel.receiveOrder() {
        do throws(WorkerFault) {
            if !isLimited { try order.limits.apply() }
            switch order {
            case .history(let request):
                if !isLimited { channel.endWithOtherSide() }
                isLimited = true
                try RepositoryHistory.read(request) { (message) throws(WorkerFault) in try channel.send(message) }
            case .mirror(let request):
                if !isLimited { channel.endWithOtherSide(and: true) }
                isLimited = true
                try channel.send(mirror: .report(try Mirror.update(request)))
            }
        } catch {
            switch order {
            case .history: try channel.send(.fault(error))
            case .mirror: try channel.send(mirror: .fault(error))
            }
        }
        // What a mirror may write is no other's limit.
        if case .mirror = order { exit(0) }
    }
} catch {
    // Nobody asks what is understood, or nobody listens any more.
    exit(1)
}
