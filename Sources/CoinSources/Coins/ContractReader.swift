internal import CoinModel

/// Reads the details of payloads about their coins: contracts, and whether they are traded.
///
/// What does not read is left out: it is evidence, and no row of its own.
enum ContractReader {
    /// More chains than any source has.
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
            SourceCoin(CoinArgument(space: "", id: id), addresses: addresses)
        }
    }

    /// CoinPaprika's coins that are traded no more; of one coin, it where it has a contract, too.
    static func coinPaprika(of rows: String, _ document: borrowing JSONDocument) throws -> [SourceCoin] {
        var addresses: [ContractAddress] = []
        for rows in rows.isEmpty ? ["contracts/*", ""] : [] {
            try document.forEachRow(rows, ["platform", "contract"]) { row in
                addresses += address(.coinPaprika, row[0], row[1])
            }
        }
        return try coins(of: rows, .coinPaprika, document, ["is_active"]) { row in
            (addresses, row[3] == .truth(false) ? "inactive" : "")
        }
    }

    /// CoinMarketCap's coins with a contract, and those that it says are not active, or not tracked yet.
    static func coinMarketCap(of rows: String, _ document: borrowing JSONDocument) throws -> [SourceCoin] {
        let columns = ["platform/slug", "platform/token_address", "is_active"]
        return try coins(of: rows, .coinMarketCap, document, columns) { row in
            let status = row[5] == .number(0) ? "inactive" : row[5] == .number(-1) ? "untracked" : ""
            return (address(.coinMarketCap, row[3], row[4]), status)
        }
    }

    private static func address(_ space: IdentifierSpace, _ chain: JSONValue, _ text: JSONValue) -> [ContractAddress] {
        guard case .text(let chain) = chain, case .text(let text) = text else { return [] }
        return [ContractAddress(source: space.name, chain: chain, address: text)].compactMap { $0 }
    }

    /// The coins at a path of which a row says something.
    private static func coins(
        of rows: String,
        _ space: IdentifierSpace,
        _ document: borrowing JSONDocument,
        _ columns: [String],
        _ evidence: (JSONRow) -> (addresses: [ContractAddress], status: String)
    ) throws -> [SourceCoin] {
        var found: [SourceCoin] = []
        try document.forEachRow(rows, ["id", "symbol", "name"] + columns) { row in
            let (addresses, status) = evidence(row)
            guard !addresses.isEmpty || !status.isEmpty else { return }
            func text(_ column: Int) -> String { if case .text(let text) = row[column] { text } else { "" } }
            // The reader of the rows rejects those without an id.
            try rejecting(row.line, { _ in }) {
                let reference = CoinArgument(space: space.name, id: try row.id(0))
                let (symbol, name) = (text(1), text(2))
                let coin = SourceCoin(reference, symbol: symbol, name: name, addresses: addresses, status: status)
                found.append(coin)
            }
        }
        return found
    }
}

extension IdentifierSpace {
    /// CoinPaprika's ids.
    static let coinPaprika = IdentifierSpace.source("coinpaprika")

    /// CoinMarketCap's ids.
    static let coinMarketCap = IdentifierSpace.source("coinmarketcap")

    /// CryptoCompare's ids.
    static let cryptoCompare = IdentifierSpace.source("cryptocompare")
}
