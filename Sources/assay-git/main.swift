internal import GitWorker
internal import WorkerProtocol

func update(_ request: MirrorRequest, _ channel: MessageChannel) throws(WorkerFault) {
    try request.limits.apply()
    let origin = RepositoryPlace.folders(ofOrigin: request.source)
    try Sandbox.enter(.mirroring(request, origin: origin)).seal()
    try channel.endWithOtherSide()
    try channel.send(.mirrored(try Mirror.update(request)))
}

func read(_ batch: RepositoryBatch, _ channel: MessageChannel) throws(WorkerFault) {
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
        let sandbox = try Sandbox.enter(.reading(folders))
        try RepositoryReader.prepare()
        try sandbox.seal()
    } catch {
        // Each repository has the reason for which none can be read.
        while try channel.receive() != nil { try channel.send(.fault(error)) }
        return
    }
    try channel.endWithOtherSide()
    while let message = try channel.receive() {
        guard case .request(let request) = message, let place = places[request.path] else {
            throw WorkerFault(.protocolBroken, "it was asked about a repository outside of its batch")
        }
        do throws(WorkerFault) {
            let summary = try RepositoryReader.read(try place.get(), request, limits: batch.limits) {
                (answer) throws(WorkerFault) in try channel.send(.history(answer))
            }
            try channel.send(.summary(summary))
        } catch {
            try channel.send(.fault(error))
        }
    }
}

// Answers questions about a batch of repositories from its standard input, a socket, one after the other, or brings one
// mirror up to date: started by `assay`, not by people.
MessageChannel.serve { (channel) throws(WorkerFault) in
    switch try channel.receive() {
    case .batch(let batch): try read(batch, channel)
    case .mirror(let request): try update(request, channel)
    default: throw WorkerFault(.protocolBroken, "no request came; this program is started by assay")
    }
}
