internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinSources
internal import CoinStore
internal import CoinTables
internal import Foundation
internal import RawInput

/// The coin list that a plain list of repositories may make, or those of the store that no coin has: a table to be saved,
/// corrected and loaded, never a decision.
///
/// What the store knows of coins is used, if there is one.
///
/// - Parameters:
///   - path: a list; nil for the store's repositories.
///   - location: the store.
///   - tell: takes diagnostics as they arise.
/// - Returns: an entry for each owner.
/// - Throws: `OperationError` when the file or the store cannot be read, or nothing is to be proposed.
func proposedCoins(_ path: String?, in location: StoreLocation, tell: DiagnosticSink) throws -> Table {
    let isThere = path == nil || FileManager.default.fileExists(atPath: location.path)
    let catalog = isThere ? try location.open(.read).reading(\.catalog) : nil
    let universe = catalog.map { EntityResolution($0).universe } ?? Universe([])
    let listed = try path.map { try RepositoryList.read($0, tell) }
    let repositories = listed ?? catalog?.repositories(beside: universe) ?? []
    guard !repositories.isEmpty else {
        let why = "every repository of the store has a coin; give a list of repositories, one a line"
        throw OperationError(.nothingSelected, "no-proposals", place: path ?? location.path, why)
    }
    let owners = RepositoryOwners(repositories, known: universe)
    let rows = owners.coins.map { coin in
        [.text(coin.id)] + [coin.symbol, coin.name].map { $0.isEmpty ? Cell.missing(.undecided) : .text($0) }
            + [.text(coin.repositories.map(\.description).joined(separator: ";"))]
    }
    var notes = ["save it as CSV, correct the ids, and load it with `assay load coins FILE`"]
    if !owners.unknown.isEmpty {
        let ids = owners.unknown.count == 1 ? "id" : "ids"
        notes.insert("no known coin has the \(ids) \(CoinModel.listed(owners.unknown))", at: 0)
    }
    return Table(title: "Coins that the repositories may be of", columns: columns, rows: rows, notes: notes)
}

extension RepositoryList {
    /// Whether a file is one.
    static func isOne(_ path: String) throws -> Bool {
        do {
            var file = try InputFile(path: path)
            return RepositoryList.isOne(InputHead(bytes: try file.peek(InputHead.length)))
        } catch {
            throw OperationError(error, file: path)
        }
    }

    /// The repositories of a file.
    fileprivate static func read(_ path: String, _ tell: DiagnosticSink) throws -> [RepositoryName] {
        do {
            var file = try InputFile(path: path)
            let list = try RepositoryList(&file)
            if let line = list.others.first {
                let detail = "left out: \(counted(list.others.count, "line")) without the name of a repository"
                tell(Diagnostic(.warning, "bad-repository", place: "\(path):\(line)", detail))
            }
            return list.repositories
        } catch {
            throw OperationError(error, file: path)
        }
    }
}

extension Catalog {
    /// The repositories with facts that no coin of a universe has.
    fileprivate func repositories(beside universe: Universe) -> [RepositoryName] {
        let names = RepositoryNames(renames)
        let listed = Set(universe.coins.flatMap(\.repositories).flatMap { names.all(of: $0.key) })
        let others = entities.filter { $0.kind == .repository && !$0.isForgotten && !listed.contains($0.key) }
        return others.compactMap { RepositoryName($0.name ?? $0.key) }
    }
}

private let columns = [
    Column("id", "Coin", .text, meaning: "The coin's id: that of a known coin, else the owner's name."),
    Column("symbol", "Symbol", .text, meaning: "Its symbol; unknown where the store has none."),
    Column("name", "Name", .text, meaning: "Its name; unknown where the store has none."),
    Column("repos", "Repositories", .text, meaning: "The owner's repositories in the list, separated by `;`."),
]
