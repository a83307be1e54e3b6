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
var opened: OpenRepository?
do throws(WorkerFault) {
    while let order = try channel.receiveOrder() {
        do throws(WorkerFault) {
            if !isLimited {
                try order.limits.apply()
                let sandbox = try Sandbox.enter(order.cage)
                try sandbox.seal()
                if !sandbox.hasLandlock { try channel.send(notice: .withoutLandlock) }
                if case .mirror = order { channel.endWithOtherSide(and: true) } else { channel.endWithOtherSide() }
                isLimited = true
            }
            switch order {
            case .announcement(let path, _):
                let repository = try OpenRepository(path)
                opened = repository
                try repository.begin()
            case .history(let request):
                try RepositoryHistory.read(request, opened.take()) { (message) throws(WorkerFault) in
                    try channel.send(message)
                }
            case .mirror(let request):
                try channel.send(mirror: .report(try Mirror.update(request)))
            }
        } catch {
            switch order {
            // It is told when the repository is asked about, where it still holds then.
            case .announcement: break
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
