internal import GRDB

extension Store {
    /// Whether there are coins under another source's ids than the coin list's; costs nothing where there are none.
    public func hasOtherSourcesCoins() throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM entity WHERE kind = 'coin' AND space > '' AND instr(key, char(31)) = 0)
              OR EXISTS (SELECT 1 FROM source_coin WHERE space > '')
            """
        return try read { try $0.value(sql) ?? false }
    }

    /// How many things series are about: those that come later have this number or a greater one.
    public func entityCount() throws -> Int {
        // Their numbers are dense, and to count them takes all their pages.
        try read { try $0.value("SELECT ifnull(max(entity_id) + 1, 0) FROM entity") ?? 0 }
    }

    /// Whether there are coins by symbol and name alone from a number on.
    public func hasWords(from entity: Int) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM entity WHERE entity_id >= ? AND kind = 'coin' AND instr(key, char(31)) > 0)
            """
        return try read { try $0.value(sql, [entity]) ?? false }
    }
}
