public import CoinModel
public import CoinTables

extension Transaction {
    /// Reads a row of a ledger's file, or of a table with the same columns, of which the first may be missing.
    ///
    /// - Parameters:
    ///   - row: numbers in plain digits with a point.
    ///   - number: the entry's number.
    ///   - coin: its coin's id, where another one than the row's is meant.
    ///   - isCoin: whether a word that is neither the row's for the coin nor its currency means that coin.
    /// - Throws: `Reject` with the row's line.
    public init(
        _ row: TextRow,
        number: Int,
        coin: String?,
        isCoin: (_ word: String, _ coin: String) -> Bool
    ) throws(Reject) {
        func decimal(_ column: String) throws(Reject) -> ExactDecimal? {
            guard let text = row[column] else { return nil }
            if let value = ExactDecimal(text) { return value }
            let most = ExactDecimal.maximumDigits
            throw row.fault("bad-number", "not a number of at most \(most) digits: `\(text.prefix(80))` in \(column)")
        }
        let time = try row.time()
        let type = row["type"] ?? ""
        guard let kind = Kind(word: type) else {
            let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw row.fault("bad-type", "`\(type.prefix(40))` is not a type; there are: \(known)")
        }
        let coin = if let coin { coin } else { try row.coin() }
        guard let amount = try decimal("amount") else { throw row.fault("bad-amount", "the row has no amount") }
        self.init(number, time, kind, coin, amount)
        (price, fee) = (try decimal("price"), try decimal("fee"))
        if let currency = row["currency"] { self.currency = Currency(currency)?.code ?? currency }
        if let fee, !fee.isZero {
            let word = row["fee_currency"] ?? currency
            let paid = Currency(word)?.code ?? word
            let words = [coin, row["coin"], row["word"]].compactMap { $0?.lowercased() }
            feeCurrency = words.contains(paid.lowercased()) || paid != currency && isCoin(word, coin) ? coin : paid
        } else {
            fee = nil
        }
        note = row["note"] ?? ""
        reverses = try row.entry("reverses")
        self.row = row["row"]
        imported = try row.entry("import")
        let entry = self
        try row.checked(entry.check)
    }
}

extension Transaction: PersonalRow {
    /// The columns of the file.
    public static let columns = [
        Column("entry", "entry", .integer, meaning: "The number in the ledger."),
        Column("time", "time", .text, meaning: "When; a whole day stands at its end."),
        Column("type", "type", .text, meaning: "What happened."),
        Column("coin", "coin", .text, meaning: "The coin's id."),
        Column("amount", "amount", .text, display: .exact, meaning: "How many coins."),
        Column("price", "price", .text, display: .exact, meaning: "What one coin cost."),
        Column("currency", "currency", .text, meaning: "The currency of the price."),
        Column("fee", "fee", .text, display: .exact, meaning: "What the trade cost in addition."),
        Column("fee_currency", "fee_currency", .text, meaning: "What the fee was paid in."),
        Column("note", "note", .text, meaning: "What was noted."),
        Column("reverses", "reverses", .text, meaning: "The entry that does not count any more."),
        Column("row", "row", .text, meaning: "The digest of the row that it was imported from."),
        Column("import", "import", .text, meaning: "The number of the import that it came with."),
    ]

    /// The names of the columns.
    public static let fields = columns.map(\.name)
    /// What no entry goes without.
    public static let neededColumns: Set = ["time", "type", "amount"]

    /// Reads a row of the file.
    ///
    /// - Throws: `Reject` with its line when it does not read, or has the number of another place.
    public init(_ row: TextRow, number: Int) throws(Reject) {
        if let other = try row.entry("entry"), other != number {
            let why = "is entry \(other) where \(number) is expected; a ledger only grows at its end"
            throw row.fault("wrong-entry", why)
        }
        try self.init(row, number: number, coin: nil) { _, _ in false }
    }

    /// The entry as a row of its file.
    public var cells: [Cell] {
        let texts = [
            time.description, kind.rawValue, coin, amount.description, price?.description,
            // Without it a fee in money would look like one in something else.
            isInMoney ? currency : nil, fee?.description, feeCurrency, note, reverses.map(String.init),
            row, imported.map(String.init),
        ]
        return [.integer(number)] + texts.map(textCell)
    }
}
