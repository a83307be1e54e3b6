internal import CoinIdentity
public import CoinModel
internal import CoinPanel
internal import CoinSources
internal import CoinStore
public import CoinTables
internal import RawInput

/// For each coin of a store the ecosystems of a taxonomy that may be its own, with what speaks for them: a table to be
/// saved and reviewed, never a decision.
///
/// For answers of Wikipedia about titles it is the articles that may be coins' own, for a plain list of repositories, or without a path those of the store that no coin has, it is the coin list that they may make.
///
/// - Throws: `OperationError` when the taxonomy cannot be read, the store lists no coins, or nothing speaks for anything.
public func proposeEcosystems(
    _ path: String?,
    observed: AsOf?,
    beside table: EcosystemsFile? = nil,
    in location: StoreLocation,
    report: @escaping DiagnosticSink
) throws -> Table {
    if let path, holdsArticleAnswers(path) { return try proposedArticles(path, in: location) }
    guard let path, try TaxonomyFolder.isOne(path) || !RepositoryList.isOne(path) else {
        return try proposedCoins(path, in: location, report: report)
    }
    let catalog = try location.open(.read).reading(\.catalog)
    let decided = try table?.map(report: report).coins ?? []
    let coins = EntityResolution(catalog).universe.coins.filter { !decided.contains($0.id) }
    var ecosystems: [Ecosystem] = []
    var notes: [String] = []
    try readTaxonomy(path, observed, asking: .holders(of: Set(coins.flatMap(\.repositories)))) { item in
        switch item {
        case .ecosystem(let ecosystem): ecosystems.append(ecosystem)
        case .note(let text): notes.append(text)
        case .warning(let text): report(Diagnostic(.warning, "input", place: path, text))
        case .reject, .rejectedCell, .observations, .coins, .sourceCoins, .details, .decisions, .commits, .renames,
            .assumedQuote, .unreadColumns, .again:
            break
        }
    }
    let proposals = EcosystemProposals(ecosystems)
    let found = coins.map { ($0, proposals.proposals(for: $0)) }
    let all = found.flatMap(\.1)
    guard !all.isEmpty else {
        throw OperationError(.nothingSelected, "no-proposals", place: path, "has no ecosystem that speaks for any coin")
    }
    let without = found.filter { $1.isEmpty }.map { $0.0.id }
    if !without.isEmpty {
        notes.append(
            "nothing speaks for any ecosystem of \(counted(without.count, "coin")): \(listed(without, most: 10))"
        )
    }
    notes.append("save it as CSV, keep or correct the rows that are right, write who or when into `reviewed`")
    var proposed = Table("Ecosystems that may be coins' own", columns, of: all)
    proposed.notes = notes
    return proposed
}

/// Reads a taxonomy without a store.
private func readTaxonomy(
    _ path: String,
    _ observed: AsOf?,
    asking question: EcosystemQuestion,
    emit: ItemSink
) throws {
    // A taxonomy without times is asked about names alone, and those need none.
    let moment = observed ?? .instant(Instant(milliseconds: 0))
    do {
        guard !TaxonomyFolder.isOne(path) else {
            let folder = try TaxonomyFolder(path, upTo: observed)
            _ = try TaxonomyReader.replay(folder, asking: question, moment, emit: emit)
            return
        }
        var file = try InputFile(path: path)
        let head = InputHead(bytes: try file.peek(InputHead.length))
        if let refusal = head.refusal { throw refusal }
        guard let reader = sourceReaders.first(where: { $0.dependsOnEcosystems && $0.recognises(head) }) else {
            throw SourceError("not-recognised", detail: "is not a taxonomy of ecosystems; name migrations or an export")
        }
        var context = ReadContext(path: path, now: Instant(milliseconds: 0))
        context.hints.observedAt = reader.id == Migrations.id ? observed : moment
        context.ecosystems = question
        try reader.read(&file, context, emit: emit)
    } catch {
        throw OperationError(error, file: path)
    }
}

private var columns: [FilledColumn<EcosystemProposal>] {
    let signs: [(String, (EcosystemProposal) -> Bool)] = [
        ("name", \.hasName), ("symbol", \.hasSymbol), ("repositories", { !$0.shared.isEmpty }),
    ]
    let scope = "How much of it is the coin's: direct, all or none; to be decided."
    let reviewed = "Who looked at it, or when; rows without do not count."
    return [
        .text("coin_id", "Coin", "The coin's id in the coin list.") { $0.coin.id },
        .text("ecosystem", "Ecosystem", "The ecosystem's name in the taxonomy.") { $0.ecosystem.part.name },
        .text("scope", "Scope", scope) { $0.ecosystem.part.scope.rawValue },
        .text("reviewed", "Reviewed", orMissing: .undecided, reviewed) { _ in nil },
        .text("evidence", "Evidence", "What speaks for it: name, symbol, repositories.") { proposal in
            signs.filter { $1(proposal) }.map(\.0).joined(separator: " ")
        },
        .count("shared", "Shared", "How many of the coin's repositories are in it.") { $0.shared.count },
        .count("listed", "Listed", "How many repositories the coin list names.") { $0.coin.repositories.count },
        .count("repositories", "Repositories", "How many repositories the ecosystem names itself.") {
            $0.ecosystem.count
        },
        .text("examples", "Examples", orMissing: .noneShared, "Up to three of the shared repositories.") {
            $0.shared.prefix(3).map(\.description).joined(separator: " ")
        },
    ]
}
