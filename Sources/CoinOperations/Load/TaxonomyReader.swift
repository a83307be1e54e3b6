internal import CoinModel
internal import CoinSources
internal import CoinStore
internal import RawInput

/// Reads the folder of a taxonomy as one input.
struct TaxonomyReader {
    let request: LoadRequest
    let question: EcosystemQuestion?
    let loaded: LoadedInputs

    /// Reads the folder.
    ///
    /// - Throws: why it is refused, and what `emit` throws.
    func read(_ input: inout InputDescriptor, _ emit: (ReadingEvent) throws -> Void) throws {
        (input.kind, input.format) = (.coins, Migrations.id)
        input.context = request.context(name: nil)
        let folder = try TaxonomyFolder(input.path, upTo: request.observedAt)
        (input.size, input.modified, input.identity) = (folder.size, folder.modified, folder.identity?.bits)
        if let digest = digestAsItIs(input) {
            input.digest = digest
            return try emit(.ended(.known(input)))
        }
        if loaded.containsSize(input.size) {
            input.digest = try folder.digest()
            if loaded.contains(digest: input.digest, context: input.context) {
                return try emit(.ended(.known(input)))
            }
        }
        try emit(.opened(input))
        let digest = try TaxonomyReader.replay(folder, asking: question, request.observedAt) { try emit(.item($0)) }
        guard input.digest.isEmpty || input.digest == digest else { throw SourceError.changedWhileRead }
        input.digest = digest
        try emit(.ended(.whole(input)))
    }

    /// Reads all files and answers a question; returns the digest of all that was read.
    ///
    /// - Throws: `SourceError` or `InputError`, and what `emit` throws.
    static func replay(
        _ folder: TaxonomyFolder,
        asking question: EcosystemQuestion?,
        _ observed: AsOf?,
        emit: (SourceItem) throws -> Void
    ) throws -> String {
        var context = ReadContext(path: "", now: Instant(milliseconds: 0))
        context.ecosystems = question
        context.observedAt = observed
        let question = try context.askedEcosystems()
        for name in folder.untimed {
            let detail = "\(name.prefix(120)): its name begins with no time YYYY-MM-DDThhmmss, so it is skipped"
            try emit(.reject(Reject(reason: "no-time", detail: detail)))
        }
        var digests: [String] = []
        var migrations = Migrations()
        for migration in folder.files {
            var file = try InputFile(path: migration.path)
            try migrations.take(&file, named: migration.name, at: migration.time, emit: emit)
            digests.append(try file.digest())
        }
        try migrations.answer(question, emit: emit)
        return folder.digest(of: digests)
    }

    /// The digest that was loaded, where no file has been touched since.
    private func digestAsItIs(_ input: InputDescriptor) -> String? {
        guard !request.verifies, let identity = input.identity else { return nil }
        return loaded.inputs(ofFile: identity).first { $0.context == input.context }?.digest
    }
}
