internal import CoinIdentity
public import CoinModel
internal import CoinPanel
internal import CoinStore
internal import RawInput

/// Notes that a repository got another name.
///
/// From then on both are one repository, with the commits and weekly figures of both. `assay store forget` takes it back:
/// the note is an entry of the ledger of its own, so that a rebuild makes it again too.
///
/// - Parameters:
///   - rename: the former and the new name.
///   - location: the store.
///   - now: the clock.
/// - Returns: what was done, in one sentence.
/// - Throws: `OperationError` when the store does not know the former name, or fails.
public func renameRepository(_ rename: RepositoryRename, in location: StoreLocation, now: Instant) throws -> Diagnostic
{
    let store = try location.open(.existing)
    let known = try store.reading { reader in
        let coins = try EntityResolution(reader.catalog).universe.coins.with(reader.ecosystems(at: nil))
        let listed = coins.flatMap { $0.repositories + $0.upstreams.flatMap { [$0.repository, $0.upstream] } }
        let counted = reader.catalog.entities.filter { $0.kind == .repository }.map(\.key)
        let keys = Set(listed.map(\.key) + counted)
        let names = RepositoryNames(reader.catalog.renames).all(of: rename.former.key)
        return keys.isDisjoint(with: names) ? keys : nil
    }
    if let known {
        let next = "no coin list has it, and it has no figures; name first what a coin list or an input calls it"
        throw OperationError.unknown(
            "repository",
            rename.former.description,
            among: known.sorted(),
            else: next,
            .nothingSelected
        )
    }
    var messages: [Diagnostic] = []
    try store.take([rename], at: now) { messages.append($0) }
    let place = "\(rename.former) and \(rename.current)"
    return messages.first ?? Diagnostic(.note, "renamed", place: place, "are one repository already")
}

extension Store {
    /// Takes the renames that are new, each as a load of its own.
    func take(_ renames: [RepositoryRename], at now: Instant, _ report: DiagnosticSink) throws {
        var names = RepositoryNames(try reading(\.catalog).renames)
        for rename in renames where !names.says(rename) {
            let text = rename.description
            let input = InputDescriptor.statement(text, RepositoryRename.format, text, context: "at=\(now)")
            try load(acceptedAt: now) { try $0.take(rename, as: input) }
            names = RepositoryNames(try reading(\.catalog).renames)
            let place = "\(rename.former) and \(rename.current)"
            report(Diagnostic(.note, "renamed", place: place, "are one repository from now on"))
        }
    }
}

extension LoadSession {
    /// Takes a rename as an input of its own, in whose place its text stands.
    func take(_ rename: RepositoryRename, as input: InputDescriptor) throws {
        begin(input)
        add([rename])
        try accept(input)
    }
}

extension RepositoryRename {
    /// The format of an input that is nothing but a rename.
    static let format = "repository-rename"
}
