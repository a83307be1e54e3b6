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
/// For a plain list of repositories, or without a path those of the store that no coin has, it is the coin list that they may make.
///
/// - Throws: `OperationError` when the taxonomy cannot be read, the store lists no coins, or nothing speaks for anything.
public func proposeEcosystems(
    _ path: String?,
    observed: AsOf?,
    beside table: EcosystemsFile? = nil,
    in location: StoreLocation,
    tell: @escaping DiagnosticSink
) throws -> Table {
    guard let path, try TaxonomyFolder.isOne(path) || !RepositoryList.isOne(path) else {
        return try proposedCoins(path, in: location, tell: tell)
    }
    let catalog = try location.open(.read).reading(\.catalog)
    let decided = try table?.map(tell: tell).coins ?? []
    let coins = EntityResolution(catalog).universe.coins.filter { !decided.contains($0.id) }
    var ecosystems: [Ecosystem] = []
    var notes: [String] = []
    try readTaxonomy(path, observed, asking: .holders(of: Set(coins.flatMap(\.repositories)))) { item in
        switch item {
        case .ecosystem(let ecosystem): ecosystems.append(ecosystem)
        case .note(let text): notes.append(text)
        case .warning(let text): tell(Diagnostic(.warning, "input", place: path, text))
        case .reject, .rejectedCell, .observations, .coins, .sourceCoins, .details, .decisions, .commits, .renames,
            .assumedQuote, .unreadColumns:
            break
        }
    }
    let proposals = EcosystemProposals(ecosystems)
    let found = coins.map { ($0, proposals.proposals(for: $0)) }
    let rows = found.flatMap { $1.map(row) }
    guard !rows.isEmpty else {
        throw OperationError(.nothingSelected, "no-proposals", place: path, "has no ecosystem that speaks for any coin")
    }
    let without = found.filter { $1.isEmpty }.map { $0.0.id }
    if !without.isEmpty {
        notes.append(
            "nothing speaks for any ecosystem of \(counted(without.count, "coin")): \(listed(without, most: 10))"
        )
    }
    notes.append("save it as CSV, keep or correct the rows that are right, write who or when into `reviewed`")
    return Table(title: "Ecosystems that may be coins' own", columns: columns, rows: rows, notes: notes)
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

private let columns = [
    Column("coin_id", "Coin", .text, meaning: "The coin's id in the coin list."),
    Column("ecosystem", "Ecosystem", .text, meaning: "The ecosystem's name in the taxonomy."),
    Column("scope", "Scope", .text, meaning: "How much of it is the coin's: direct, all or none; to be decided."),
    Column("reviewed", "Reviewed", .text, meaning: "Who looked at it, or when; rows without do not count."),
    Column("evidence", "Evidence", .text, meaning: "What speaks for it: name, symbol, repositories."),
    Column("shared", "Shared", .integer, meaning: "How many of the coin's repositories are in it."),
    Column("listed", "Listed", .integer, meaning: "How many repositories the coin list names."),
    Column("repositories", "Repositories", .integer, meaning: "How many repositories the ecosystem names itself."),
    Column("examples", "Examples", .text, meaning: "Up to three of the shared repositories."),
]

private func row(_ proposal: EcosystemProposal) -> [Cell] {
    let (coin, ecosystem, shared) = (proposal.coin, proposal.ecosystem, proposal.shared)
    let signs = [("name", proposal.hasName), ("symbol", proposal.hasSymbol), ("repositories", !shared.isEmpty)]
    let evidence = signs.filter(\.1).map(\.0).joined(separator: " ")
    let examples = shared.prefix(3).map(\.description).joined(separator: " ")
    return [
        .text(coin.id), .text(ecosystem.part.name), .text(ecosystem.part.scope.rawValue),
        .missing(.undecided), .text(evidence),
        .integer(shared.count), .integer(coin.repositories.count), .integer(ecosystem.count),
        shared.isEmpty
            ? .missing(.noneShared) : .text(examples),
    ]
}
