internal import CoinModel
internal import CoinSources
internal import CoinStore
internal import RawInput

/// Reads the folder of a taxonomy as one input.
struct TaxonomyReading {
    let request: LoadRequest
    let question: EcosystemQuestion?
    let known: KnownInputs

    /// Reads the folder; its digest is made on another core meanwhile, unless something of its size is known.
    ///
    /// - Throws: what `emit` throws.
    func read(_ path: String, emit: (ReadingEvent) throws -> Void) throws {
        var input = ReadInput(path: path, stem: "", kind: .coins, format: Migrations.id)
        input.context = request.context(name: nil)
        do {
            let folder = try TaxonomyFolder(path, upTo: request.observedAt)
            input.format = folder.form.id
            (input.size, input.modified) = (folder.size, folder.modified)
            if isKnownAsItIs(input) { return try emit(.ended(.known(input))) }
            let later = Deferred { try folder.digest() }
            if known.containsSize(input.size) {
                input.digest = try later.value()
                if known.contains(digest: input.digest, context: input.context) {
                    return try emit(.ended(.known(input)))
                }
            }
            try emit(.opened(input))
            try TaxonomyReading.replay(folder, asking: question, request.observedAt) { try emit(.item($0)) }
            input.digest = try later.value()
        } catch let stop as ReadAhead.Stopped {
            throw stop
        } catch {
            let isOfFile = error is InputError
            let reason = isOfFile ? OperationError(error) : OperationError(error, file: path)
            return try emit(.ended(.refused(input, reason)))
        }
        try emit(.ended(.whole(input)))
    }

    /// Takes all files and answers a question.
    ///
    /// - Throws: `SourceError` or `InputError`, and what `emit` throws.
    static func replay(
        _ folder: TaxonomyFolder,
        asking question: EcosystemQuestion?,
        _ observed: AsOf?,
        emit: (SourceItem) throws -> Void
    ) throws {
        var context = ReadContext(path: "", now: Instant(milliseconds: 0))
        context.ecosystems = question
        context.observedAt = observed
        let question = try context.askedEcosystems()
        for name in folder.untimed {
            let detail = "\(name.prefix(120)): its name begins with no time YYYY-MM-DDThhmmss, so it is passed over"
            try emit(.reject(Reject(reason: "no-time", detail: detail)))
        }
        guard folder.form == .migrations else {
            let since = try context.momentOfTables()
            var tables = EcosystemTables()
            for table in folder.files {
                var file = try InputFile(path: table.path)
                try tables.take(&file, named: table.name, emit: emit)
            }
            return try tables.answer(question, since: since, emit: emit)
        }
        var migrations = Migrations()
        for migration in folder.files {
            guard let time = migration.time else { continue }
            var file = try InputFile(path: migration.path)
            try migrations.take(&file, named: migration.name, at: time, emit: emit)
        }
        try migrations.answer(question, emit: emit)
    }

    private func isKnownAsItIs(_ input: ReadInput) -> Bool {
        known.contains(
            kind: LoadKind.coins.rawValue,
            path: input.path,
            size: input.size,
            modified: input.modified,
            context: input.context
        )
    }
}
