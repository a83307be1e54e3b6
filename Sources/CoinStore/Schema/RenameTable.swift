internal import CoinModel
internal import GRDB

/// The names that repositories got, as loads said it.
struct RenameTable {
    let database: Database

    /// The renames that were known after a load, oldest first, those of one load by the former name.
    func renames(upTo lastLoad: Int) throws -> [RepositoryRename] { try entries(upTo: lastLoad).map(\.rename) }

    private func entries(upTo lastLoad: Int) throws -> [(rename: RepositoryRename, load: Int32)] {
        let sql = """
            SELECT former, current, load_id FROM repository_rename WHERE \(Ledger.counts("?1")) ORDER BY load_id, former
            """
        return try database.rows(sql, [lastLoad]).map { row in
            guard let former = RepositoryName(row[0] as String), let current = RepositoryName(row[1] as String) else {
                throw BadRow(column: "former")
            }
            return (RepositoryRename(former: former, current: current), row[2])
        }
    }

    /// Takes renames; returns how many of them were the newest ones of their former names already.
    func merge(_ renames: [RepositoryRename], load: Int, _ links: inout LoadLinks) throws -> Int {
        guard !renames.isEmpty else { return 0 }
        var known = Dictionary(
            try entries(upTo: load).map { ($0.rename.former, (current: $0.rename.current, load: $0.load)) },
            uniquingKeysWith: { $1 }
        )
        var unchanged = 0
        for rename in renames {
            let before = known[rename.former]
            if let before, before.current == rename.current {
                unchanged += 1
                links.restsOn(before.load)
            } else {
                if let before { links.replaces(before.load) }
                known[rename.former] = (rename.current, Int32(load))
                let sql = "INSERT OR REPLACE INTO repository_rename VALUES (?, ?, ?)"
                try database.run(sql, [load, rename.former.description, rename.current.description])
            }
        }
        return unchanged
    }
}
