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
/// A row for each owner; what the store knows of coins is used, if there is one.
///
/// - Throws: `OperationError` when the file or the store cannot be read, or nothing is to be proposed.
func proposedCoins(_ path: String?, in location: StoreLocation, report: DiagnosticSink) throws -> Table {
    let isThere = path == nil || FileManager.default.fileExists(atPath: location.path)
    let catalog = isThere ? try location.open(.read).reading(\.catalog) : nil
    let universe = catalog.map { EntityResolution($0).universe } ?? Universe([])
    let listed = try path.map { try RepositoryList.read($0, report) }
    let repositories = listed ?? catalog?.repositories(beside: universe) ?? []
    guard !repositories.isEmpty else {
        let why = "every repository of the store has a coin; give a list of repositories, one a line"
        throw OperationError(.nothingSelected, "no-proposals", place: path ?? location.path, why)
    }
    let owners = RepositoryOwners(repositories, known: universe)
    var table = Table("Coins that the repositories may be of", columns, of: owners.coins)
    table.notes = ["save it as CSV, correct the ids, and load it with `assay load coins FILE`"]
    if !owners.unknown.isEmpty {
        let ids = owners.unknown.count == 1 ? "id" : "ids"
        table.notes.insert("no known coin has the \(ids) \(CoinModel.listed(owners.unknown))", at: 0)
    }
    return table
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
    fileprivate static func read(_ path: String, _ report: DiagnosticSink) throws -> [RepositoryName] {
        do {
            var file = try InputFile(path: path)
            let list = try RepositoryList(&file)
            if let line = list.others.first {
                let detail = "left out: \(counted(list.others.count, "line")) without the name of a repository"
                report(Diagnostic(.warning, "bad-repository", place: "\(path):\(line)", detail))
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

private var columns: [FilledColumn<Coin>] {
    [
        .text("id", "Coin", "The coin's id: that of a known coin, else the owner's name.") { $0.id },
        .text("symbol", "Symbol", orMissing: .undecided, "Its symbol; unknown where the store has none.") { $0.symbol },
        .text("name", "Name", orMissing: .undecided, "Its name; unknown where the store has none.") { $0.name },
        .text("repos", "Repositories", "The owner's repositories in the list, separated by `;`.") {
            $0.repositories.map(\.description).joined(separator: ";")
        },
    ]
}
