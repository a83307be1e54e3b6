public import CoinModel
internal import GRDB

/// What a source said last of a coin beside its series, and when.
public struct StoredDetail: Hashable, Sendable {
    /// What it said.
    public let detail: CoinDetail
    /// When it was so.
    public let time: Instant
}

extension StoreReader {
    /// What was said of coins at a moment or before, nil for all, by the loads that are seen; `fields` are read of those coins that `isWanted` has.
    ///
    /// Costs some 0.2 µs a row, and the fields of those that are wanted.
    public func details(
        upTo asOf: AsOf?,
        _ fields: [CoinField] = CoinField.allCases,
        where isWanted: (CoinArgument) -> Bool
    ) throws -> [StoredDetail] {
        let names = fields.map(\.form.name).joined(separator: ", ")
        let sql = """
            SELECT space, coin_id, source, moment, quote, \(names) FROM coin_detail
            WHERE moment <= ?1 AND \(Ledger.counts("?2")) ORDER BY space, coin_id, source
            """
        var found: [StoredDetail] = []
        let rows = try database.cursor(sql, [asOf?.limit.milliseconds ?? .max, lastLoad ?? .max])
        while let row = try rows.next() {
            let coin = CoinArgument(space: row[0], id: row[1])
            guard isWanted(coin) else { continue }
            let time = Instant(milliseconds: row[3])
            var detail = CoinDetail(coin, source: row[2], at: time, quote: row[4])
            for (place, field) in fields.enumerated() {
                let value: DatabaseValue = row[5 + place]
                switch value.storage {
                case .double(let number): detail[field] = .number(number)
                case .int64(let number): detail[field] = .number(Double(number))
                case .string(let text): detail[field] = .text(text)
                case .null, .blob: break
                }
            }
            found.append(StoredDetail(detail: detail, time: time))
        }
        return found
    }
}
