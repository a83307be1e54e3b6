public import CoinModel
internal import RawInput

/// One migration by itself: the ecosystems that it adds, as if nothing came before it.
struct EcosystemMigration: SourceReader {
    let id = Migrations.id
    let dependsOnEcosystems = true
    let kind = LoadKind.coins
    let title = "Electric Capital's migrations of ecosystems: their folder, or one of them; with --ecosystems"

    func recognises(_ head: InputHead) -> Bool {
        guard case .text = head.shape else { return false }
        return Migrations.recognises(head.bytes)
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let question = try context.askedEcosystems()
        guard let time = MigrationName.time(of: context.stem) ?? context.observedMoment else {
            throw SourceError(
                "no-time",
                detail: "its name begins with no time; say when it was made with --observed-at"
            )
        }
        if let observed = context.observedAt, !observed.includes(time) {
            throw SourceError("later", detail: "is of \(time), after --observed-at; nothing of it was known then")
        }
        var migrations = Migrations()
        try migrations.take(&file, named: nil, at: time, emit: emit)
        try migrations.answer(question, emit: emit)
    }
}

extension ReadContext {
    /// What a taxonomy is asked.
    ///
    /// - Throws: `SourceError` when nobody asks anything.
    public func askedEcosystems() throws(SourceError) -> EcosystemQuestion {
        guard let ecosystems else {
            throw SourceError(
                "no-ecosystems",
                detail: "says which repositories are whose ecosystem, not whose coin; give a table of both with "
                    + "--ecosystems, that `assay coins propose` prepares"
            )
        }
        return ecosystems
    }

    /// When the input was observed, if the caller says so; a day counts as its last second.
    var observedMoment: Instant? {
        switch observedAt {
        case .day(let day): Instant(lastSecondOf: day)
        case .instant(let instant): instant
        case nil: nil
        }
    }
}
