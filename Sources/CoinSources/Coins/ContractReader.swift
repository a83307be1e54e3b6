internal import CoinModel

/// Reads what payloads say of their coins beside facts: contracts, and whether they are traded.
///
/// What does not read is left out: it is evidence, and no row of its own.
enum ContractReader {
    /// More chains than any source knows.
    private static let chainLimit = 1 << 12
    /// The chains of one pass: each is a column of all rows.
    private static let chainsAtOnce = 16

    /// CoinGecko's coins at a path with the contracts in their member `platforms`; those without any are left out.
    static func platforms(of rows: String, _ document: borrowing JSONDocument) throws -> [SourceCoin] {
        // A name with these would be read as a path.
        let chains = try document.names(of: "platforms", rows: rows, limit: chainLimit)
            .filter { !$0.isEmpty && !$0.contains { "/~\n".contains($0) } }
        var found: [String: [ContractAddress]] = [:]
        for first in stride(from: 0, to: chains.count, by: chainsAtOnce) {
            let some = chains[first..<min(first + chainsAtOnce, chains.count)]
            try document.forEachRow(rows, ["id"] + some.map { "platforms/\($0)" }) { row in
                for (column, chain) in some.enumerated() {
                    guard case .text(let text) = row[column + 1], case .text(let id) = row[0],
                        let address = ContractAddress(source: "coingecko", chain: chain, address: text)
                    else { continue }
                    found[id, default: []].append(address)
                }
            }
        }
        return found.sorted { $0.key < $1.key }.map { id, addresses in
            SourceCoin(CoinReference(space: "", id: id), addresses: addresses)
        }
    }

    /// CoinPaprika's one coin, where it has a contract or is traded no more.
    static func coinPaprika(_ document: borrowing JSONDocument) throws -> [SourceCoin] {
        guard var coin = try coins(of: "", .coinPaprika, document).first else { return [] }
        var addresses: [ContractAddress] = []
        for rows in ["contracts/*", ""] {
            try document.forEachRow(rows, ["platform", "contract"]) { row in
                guard case .text(let chain) = row[0], case .text(let text) = row[1] else { return }
                let address = ContractAddress(source: IdentifierSpace.coinPaprika.name, chain: chain, address: text)
                if let address { addresses.append(address) }
            }
        }
        coin = SourceCoin(coin.reference, symbol: coin.symbol, name: coin.name, addresses: addresses)
        coin.status = try inactive(of: "", document, .coinPaprika).first?.status ?? ""
        return coin.addresses.isEmpty && coin.status.isEmpty ? [] : [coin]
    }

    /// CoinMarketCap's coins with a contract, and those that it says are not active, or not tracked yet.
    static func coinMarketCap(of rows: String, _ document: borrowing JSONDocument) throws -> [SourceCoin] {
        let space = IdentifierSpace.source("coinmarketcap")
        let columns = ["platform/slug", "platform/token_address", "is_active"]
        return try coins(of: rows, space, document, columns) { row, coin in
            if case .text(let chain) = row[3], case .text(let text) = row[4] {
                coin.addresses = [ContractAddress(source: space.name, chain: chain, address: text)].compactMap { $0 }
            }
            coin.status = row[5] == .number(0) ? "inactive" : row[5] == .number(-1) ? "untracked" : ""
        }.filter { !$0.addresses.isEmpty || !$0.status.isEmpty }
    }

    /// The coins at a path that are not active, as CoinPaprika says it.
    static func inactive(
        of rows: String,
        _ document: borrowing JSONDocument,
        _ space: IdentifierSpace
    ) throws -> [SourceCoin] {
        var found: [SourceCoin] = []
        try document.forEachRow(rows, ["id", "symbol", "name", "is_active"]) { row in
            guard row[3] == .truth(false), let id = id(row) else { return }
            found.append(coin(id, space, row, status: "inactive"))
        }
        return found
    }

    private static func coins(
        of rows: String,
        _ space: IdentifierSpace,
        _ document: borrowing JSONDocument,
        _ columns: [String] = [],
        _ complete: (JSONRow, inout SourceCoin) -> Void = { _, _ in }
    ) throws -> [SourceCoin] {
        var found: [SourceCoin] = []
        try document.forEachRow(rows, ["id", "symbol", "name"] + columns) { row in
            guard let id = id(row) else { return }
            var coin = coin(id, space, row)
            complete(row, &coin)
            found.append(coin)
        }
        return found
    }

    private static func id(_ row: JSONRow) -> String? {
        do throws(RowError) {
            return try row.id(0)
        } catch {
            // The reader of the rows rejects it.
            return nil
        }
    }

    private static func coin(
        _ id: String,
        _ space: IdentifierSpace,
        _ row: JSONRow,
        status: String = ""
    ) -> SourceCoin {
        func text(_ column: Int) -> String { if case .text(let text) = row[column] { text } else { "" } }
        let reference = CoinReference(space: space.name, id: id)
        return SourceCoin(reference, symbol: text(1), name: text(2), status: status)
    }
}

extension IdentifierSpace {
    /// CoinPaprika's ids.
    static let coinPaprika = IdentifierSpace.source("coinpaprika")
}
