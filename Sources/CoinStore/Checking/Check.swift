internal import CoinModel
internal import GRDB

extension Store {
    /// Checks the store: each page against its checksum, SQLite's own integrity, what the tables say of each other, and
    /// each tile against its row; a part that cannot be read is a finding, and the others are checked all the same.
    public func check() throws -> [Finding] {
        try StoreError.translating(path) {
            var found: [Finding]?
            do {
                // Damaged pages are read as they are, for what they hold says what is to be loaded again.
                let queue = try StoreFile.open(path, readOnly: true, wait: wait, as: .damagedStore)
                try queue.read { found = try findings($0) }
            } catch  where found != nil {
                // Where SQLite met a damaged tree, it calls the end of the transaction damaged too.
            }
            return found ?? []
        }
    }

    private func findings(_ database: Database) throws -> [Finding] {
        var findings: [Finding] = []
        try Store.part("pages", &findings) { try DamagedPage.all(in: database).map(\.finding) }
        try Store.part("SQLite", &findings) {
            try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
                .map { Finding("SQLite", $0) }
        }
        let tables = TableCheck(database: database)
        for rule in TableCheck.rules { try Store.part(rule.table, &findings) { try tables.findings(rule) } }
        try Store.part("load", &findings) { try tables.ledger() }
        try Store.part("references", &findings) { try tables.references() }
        try Store.part("tile", &findings) { try TileCheck(database).tiles() }
        try Store.part("revision", &findings) { try TileCheck(database).revisions() }
        try Store.part("commit_segment", &findings) { try CommitTable(database: database, path: path).findings() }
        guard findings.contains(where: { $0.load != nil }) else { return findings }
        var inputs: [Int: [String]] = [:]
        try Store.part("load", &findings) {
            inputs = try tables.inputs()
            return []
        }
        for index in findings.indices { findings[index].inputs = findings[index].load.flatMap { inputs[$0] } ?? [] }
        return findings
    }

    /// Takes what a part of the check found; where the part cannot be read, that is what was found.
    private static func part(_ name: String, _ findings: inout [Finding], _ body: () throws -> [Finding]) throws {
        do {
            findings += try body()
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_IOERR].contains(error.resultCode) {
            throw error
        } catch {
            let message = (error as? DatabaseError)?.message ?? "\(error)"
            findings.append(Finding(name, "cannot be read (\(message))"))
        }
    }
}
