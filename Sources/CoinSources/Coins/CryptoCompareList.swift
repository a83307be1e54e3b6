internal import CoinModel

/// CryptoCompare's `/data/all/coinlist`: all coins, or the one that was asked for, under their ids as `cryptocompare:ID`.
///
/// Symbols change, so they are no keys here either.
struct CryptoCompareList: JSONSource {
    let id = "cryptocompare-list"
    let dependsOnName = false
    let kind = LoadKind.coins
    let title = "CryptoCompare /data/all/coinlist: ids, symbols and names of coins, with algorithms and images (JSON)"
    let shows = [["Data/?/Id", "Data/?/Symbol", "Data/?/CoinName"]]

    private static let rows = "Data/*"

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let space = IdentifierSpace(source: id)
        let time = context.observed(document.answer).map { FactTime($0).end }
        var (coins, times): ([Coin], [Int: Instant?]) = ([], [:])
        try document.forEachRow(CryptoCompareList.rows, ["Id", "Symbol", "CoinName"]) { row in
            try rejecting(row.line, emit) {
                coins.append(try coin(row, of: space, repositories: [], tags: []))
                times[row.line] = .some(document.answer?.asked.snapshot ?? time)
            }
        }
        guard !coins.isEmpty else { return }
        try emit(.coins(coins))
        guard context.readsDetails else { return }
        let paths = DetailPaths(source: id, id: "Id", fields: DetailPaths.cryptoCompare(below: ""))
        try paths.read(CryptoCompareList.rows, of: document, at: times, emit)
    }
}
