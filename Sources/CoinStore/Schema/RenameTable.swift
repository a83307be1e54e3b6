internal import CoinModel
internal import GRDB

/// The names that repositories got, as loads said it.
struct RenameTable {
    let database: Database

    /// The renames that were known after a load, oldest first, those of one load by the former name.
    func renames(upTo lastLoad: Int) throws -> [RepositoryRename] {
        let sql = """
            SELECT former, current FROM repository_rename WHERE \(Ledger.counts("?1")) ORDER BY load_id, former
            """
        return try database.rows(sql, [lastLoad]).compactMap { row in
            guard let former = RepositoryName(row[0] as String), let current = RepositoryName(row[1] as String) else {
                throw UnreadableRow(column: "former")
            }
            return RepositoryRename(former: former, current: current)
        }
    }

    /// Takes renames; returns how many of them were the newest ones of their former names already.
    func merge(_ renames: [RepositoryRename], load: Int) throws -> Int {
        var known = Dictionary(
            try self.renames(upTo: load).map { ($0.former, $0.current) },
            uniquingKeysWith: { $1 }
        )
        var unchanged = 0
        for rename in renames {
            if known.updateValue(rename.current, forKey: rename.former) == rename.current {
                unchanged += 1
            } else {
                let sql = "INSERT OR REPLACE INTO repository_rename VALUES (?, ?, ?)"
                try database.run(sql, [load, rename.former.description, rename.current.description])
            }
        }
        return unchanged
    }
}
