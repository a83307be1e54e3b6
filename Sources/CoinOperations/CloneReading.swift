internal import CoinModel
internal import CoinSources
internal import CoinStore
internal import Foundation
internal import RawInput
internal import WorkerProtocol

/// Reads one clone through the worker: an input of commits like a file, known by the newest commit of its branch.
struct CloneReading {
    let request: LoadRequest
    let known: KnownInputs
    /// The first weeks with commits of the repositories that the store knows, by key.
    var firstWeeks: [String: Week] = [:]

    /// Whether a path is a git directory, or a folder with one.
    static func isClone(_ path: String) -> Bool {
        ["", "/.git"].contains { folder in
            ["/HEAD", "/objects"].allSatisfy { FileManager.default.fileExists(atPath: path + folder + $0) }
        }
    }

    /// Reads the clone.
    ///
    /// - Throws: what `emit` throws.
    func read(_ path: String, emit: (ReadingEvent) throws -> Void) throws {
        var context = ReadContext(path: path, observedAt: request.observedAt, now: request.now)
        if context.stem.hasSuffix(".git") { context.stem.removeLast(4) }
        var input = ReadInput(path: path, stem: context.stem, format: CloneCommits.id)
        input.context = request.context(name: nil)
        do {
            let repository = try identify(path, context, &input)
            if known.contains(digest: input.digest, context: input.context) { return try emit(.ended(.known(input))) }
            try emit(.opened(input))
            var commits = CloneCommits(repository)
            let summary = try ask(path, .authored) { commits.take($0) }
            guard summary.newest != nil else {
                throw SourceError("no-rows", detail: "holds no commit yet; there is nothing to count")
            }
            try commits.finish(context, since: firstWeeks[repository.key]) { try emit(.item($0)) }
        } catch let stop as ReadAhead.Stopped {
            throw stop
        } catch let fault as WorkerFault {
            return try emit(
                .ended(.refused(input, OperationError(.failed, fault.reason.rawValue, place: path, fault.detail)))
            )
        } catch {
            return try emit(.ended(.refused(input, OperationError(error, file: path))))
        }
        try emit(.ended(.whole(input)))
    }

    /// The digest of the clone as it is; nil when it cannot be read.
    func digest(_ path: String) -> String? {
        var input = ReadInput(path: path, stem: "")
        var context = ReadContext(path: path, now: request.now)
        if context.stem.hasSuffix(".git") { context.stem.removeLast(4) }
        do {
            _ = try identify(path, context, &input)
            return input.digest
        } catch {
            return nil
        }
    }

    /// Whose commits they are, and the digest of all that they say: they follow from the newest one's id.
    private func identify(
        _ path: String,
        _ context: ReadContext,
        _ input: inout ReadInput
    ) throws -> RepositoryName {
        let summary = try ask(path, .tip) { _ in }
        let repository = try request.repository ?? name(summary, context)
        var digest = Digest()
        digest.update("\(CloneCommits.id) \(repository.key) \(summary.tip)")
        input.digest = digest.finish()
        return repository
    }

    /// The repository by the address that it was cloned from, else by the name of its folder: `owner__name`.
    private func name(_ summary: HistorySummary, _ context: ReadContext) throws(SourceError) -> RepositoryName {
        if let name = RepositoryName(summary.origin) { return name }
        if let cut = context.stem.firstRange(of: "__"),
            let name = RepositoryName(context.stem[..<cut.lowerBound] + "/" + context.stem[cut.upperBound...])
        {
            return name
        }
        throw SourceError(
            "no-repository",
            detail: "neither its origin nor its folder `owner__name` tells whose it is; give --repo OWNER/NAME"
        )
    }

    private func ask(
        _ path: String,
        _ detail: HistoryRequest.Detail,
        take: (Message) throws -> Void
    ) throws -> HistorySummary {
        let observedAt = (request.observedAt?.limit ?? request.now).milliseconds / 1000
        let asked = HistoryRequest(path: path, detail: detail, observedAt: observedAt)
        return try Worker(named: "assay-git").ask(asked, take: take)
    }
}
