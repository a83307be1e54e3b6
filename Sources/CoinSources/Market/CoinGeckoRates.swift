internal import CoinModel

/// CoinGecko's `/exchange_rates`: how much of each currency one bitcoin is.
///
/// US dollars for one euro are the dollars of a bitcoin by its euros. The answer names no time.
struct CoinGeckoRates: JSONSource {
    let id = "coingecko-rates"
    let kind = LoadKind.market
    let title = "CoinGecko /exchange_rates, in a folder named by its time or with --observed-at (JSON)"
    let shows = [["rates/usd/value", "rates/usd/unit"]]

    private static let limit = 512

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        let time = try context.snapshotTime()
        guard case .number(let dollars) = document["rates/usd/value"], dollars > 0 else {
            throw SourceError("bad-number", detail: "its rates/usd/value is not a number above zero; fetch it again")
        }
        var facts = JSONFacts(id, time.resolution, [.rate], context)
        let numbering = facts.numbering
        for (place, name) in try document.names(of: "rates", rows: "", limit: CoinGeckoRates.limit).enumerated()
        where name != "usd" {
            let value = document["rates/\(name)/value"]
            try facts.take(place + 1, emit) {
                guard let code = Currency.code(ofRate: name) else {
                    throw RowError("bad-currency", "`\(name.prefix(40))` is not a code of a currency")
                }
                guard case .number(let amount) = value, amount > 0, (dollars / amount).isFinite else {
                    throw RowError("bad-number", "its value of \(code) is \(value.name), not a number above zero")
                }
                return JSONFact(subject: numbering.add(.currency(code)), time: time, values: [dollars / amount])
            }
        }
        try facts.flush(emit)
    }
}
