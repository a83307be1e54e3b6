internal import GitHistory
internal import GitMirror
internal import WorkerProtocol

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

// Answers questions about a batch of repositories from its standard input, a socket, one after the other, or brings one
// mirror up to date: started by `assay`, not by people.
let channel = MessageChannel(descriptor: 0)

/// Shuts this process in, and reports it where the kernel cannot restrict its files.
func enter(_ cage: Sandbox.Cage) throws(WorkerFault) -> Sandbox {
    let sandbox = try Sandbox.enter(cage)
    if !sandbox.hasLandlock { try channel.send(.notice(.withoutLandlock)) }
    return sandbox
}

func update(_ request: MirrorRequest) throws(WorkerFault) {
    try request.limits.apply()
    try enter(.mirroring(request)).seal()
    try channel.endWithOtherSide()
    try channel.send(.mirrored(try Mirror.update(request)))
}

func read(_ batch: RepositoryBatch) throws(WorkerFault) {
    try batch.limits.apply()
    var places: [String: Result<RepositoryPlace, WorkerFault>] = [:]
    var folders: [String] = []
    for path in batch.paths {
        do throws(WorkerFault) {
            let place = try RepositoryPlace(path)
            places[path] = .success(place)
            folders += [place.folder, place.common]
        } catch {
            places[path] = .failure(error)
        }
    }
    do throws(WorkerFault) {
        let sandbox = try enter(.reading(folders))
        try RepositoryHistory.prepare()
        try sandbox.seal()
    } catch {
        // Each repository has the reason for which none can be read.
        while try channel.receive() != nil { try channel.send(.fault(error)) }
        return
    }
    try channel.endWithOtherSide()
    while let message = try channel.receive() {
        guard case .history(.request(let request)) = message, let place = places[request.path] else {
            throw WorkerFault(.protocolBroken, "it was asked about a repository outside of its batch")
        }
        do throws(WorkerFault) {
            try RepositoryHistory.read(try place.get(), request, limits: batch.limits) {
                (answer) throws(WorkerFault) in try channel.send(.history(answer))
            }
        } catch {
            try channel.send(.fault(error))
        }
    }
}

do throws(WorkerFault) {
    do throws(WorkerFault) {
        switch try channel.receive() {
        case .history(.batch(let batch)): try read(batch)
        case .mirror(let request): try update(request)
        default: throw WorkerFault(.protocolBroken, "no request came; this program is started by assay")
        }
    } catch {
        try channel.send(.fault(error))
    }
} catch {
    // Nobody listens any more.
    exit(1)
}
