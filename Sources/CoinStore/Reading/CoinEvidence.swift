public import CoinModel
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
}

extension Store {
    /// How many things series are about: those that come later have this number or a greater one.
    public func entityCount() throws -> Int { try read { try $0.value("SELECT count(*) FROM entity") ?? 0 } }

    /// Whether there are coins by symbol and name alone from a number on.
    public func hasWords(from entity: Int) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM entity WHERE entity_id >= ? AND kind = 'coin' AND instr(key, char(31)) > 0)
            """
        return try read { try $0.value(sql, [entity]) ?? false }
    }
}

extension StoreReader {
    /// The newest price of each source, by name, in a currency and its moment, of each entity that has one.
    public func newestPrices(in quote: String) throws -> [Int32: [(source: String, value: Double, at: Instant)]] {
        guard let (value, at) = try LatestTable(tiles: tiles).columns(of: .price(quote)) else { return [:] }
        let sql = """
            SELECT entity_id, \(value), \(at), source.name FROM latest JOIN source USING (source_id)
            WHERE \(value) > 0 ORDER BY entity_id, source.name
            """
        var found: [Int32: [(source: String, value: Double, at: Instant)]] = [:]
        let rows = try database.cursor(sql)
        while let row = try rows.next() {
            let time = Instant(milliseconds: (row[2] as Int64) >> 1)
            found[try row.written("entity_id", at: 0), default: []].append((row[3], row[1], time))
        }
        return found
    }
}
