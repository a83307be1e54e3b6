public import CoinModel
public import CoinTables

extension Transaction {
    /// The columns of a ledger's file.
    public static let fields = [
        "entry", "time", "type", "coin", "amount", "price", "currency", "fee", "fee_currency", "note", "reverses",
        "row",
    ]

    /// Those of exact numbers.
    private static let numbers: Set = ["amount", "price", "fee"]

    /// Reads a row of a ledger's file, or of a table with the same columns, of which the first may be missing.
    ///
    /// - Parameters:
    ///   - row: numbers in plain digits with a point.
    ///   - number: the entry's number where the row has none.
    ///   - coin: its coin's id, where another one than the row's is meant.
    ///   - isCoin: whether a word that is neither the row's for the coin nor its currency means that coin.
    /// - Throws: `PortfolioError` with the row's line.
    public init(
        _ row: TextRow,
        number: Int,
        coin: String? = nil,
        isCoin: (_ word: String, _ coin: String) -> Bool = { _, _ in false }
    ) throws(PortfolioError) {
        func fault(_ reason: String, _ detail: String) -> PortfolioError {
            PortfolioError(reason, line: row.line, detail)
        }
        func decimal(_ column: String) throws(PortfolioError) -> ExactDecimal? {
            guard let text = row[column] else { return nil }
            if let value = ExactDecimal(text) { return value }
            let most = ExactDecimal.maximumDigits
            throw fault("bad-number", "`\(text.prefix(80))` under \(column) is no number of at most \(most) digits")
        }
        func entry(_ column: String) throws(PortfolioError) -> Int? {
            guard let text = row[column] else { return nil }
            if let number = Int(text), number > 0 { return number }
            throw fault("bad-entry", "`\(text.prefix(40))` under \(column) is no number of an entry")
        }
        guard let time = row["time"].flatMap({ AsOf($0) }) else {
            throw fault("bad-time", "the row has no time; write a date, or an instant with Z")
        }
        let type = row["type"] ?? ""
        guard let kind = Kind(word: type) else {
            let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault("bad-type", "`\(type.prefix(40))` is no type; there are: \(known)")
        }
        guard let coin = coin ?? row["coin"] else { throw fault("missing-coin", "the row names no coin") }
        guard let amount = try decimal("amount") else { throw fault("bad-amount", "the row has no amount") }
        self.init(try entry("entry") ?? number, time, kind, coin, amount)
        (price, fee) = (try decimal("price"), try decimal("fee"))
        if let currency = row["currency"] { self.currency = currency.lowercased() }
        if let fee, !fee.isZero {
            let word = row["fee_currency"] ?? currency
            let paid = word.lowercased()
            let words = [coin, row["coin"], row["word"]].compactMap { $0?.lowercased() }
            feeCurrency = words.contains(paid) || paid != currency && isCoin(word, coin) ? coin : paid
        } else {
            fee = nil
        }
        note = row["note"] ?? ""
        reverses = try entry("reverses")
        self.row = row["row"]
        do throws(PortfolioError) {
            try check()
        } catch {
            throw fault(error.reason, error.detail)
        }
    }

    /// The entry as a row of its file.
    public var cells: [Cell] {
        let texts = [
            time.description, kind.rawValue, coin, amount.description, price?.description,
            // Without it a fee in money could not be told from one in something else.
            isInMoney ? currency : nil, fee?.description, feeCurrency, note, reverses.map(String.init),
            row,
        ]
        return [.integer(number)] + texts.map { $0.flatMap { $0.isEmpty ? nil : .text($0) } ?? .missing(.notWritten) }
    }

    /// Entries as a ledger's file has them.
    public static func table(_ entries: [Transaction]) -> Table {
        let meanings = [
            "The number in the ledger.", "When; a whole day stands at its end.", "What happened.", "The coin's id.",
            "How many coins.", "What one coin cost.", "The currency of the price.", "What the trade cost beside it.",
            "What the fee was paid in.", "What was noted.", "The entry that does not count any more.",
            "The digest of the row that it was imported from.",
        ]
        let columns = zip(fields, meanings).map { name, meaning in
            let display: Column.Display = numbers.contains(name) ? .exact : .plain
            return Column(name, name, name == "entry" ? .integer : .text, display: display, meaning: meaning)
        }
        return Table(title: "Ledger", columns: columns, rows: entries.map(\.cells))
    }
}
