internal import CoinModel

/// A row on its way to a ledger.
struct Trade {
    let row: TextRow
    private var changed: [String: String] = [:]

    init(_ row: TextRow) { self.row = row }

    subscript(column: String) -> String? {
        get { (changed[column] ?? row[column]).flatMap { $0.isEmpty ? nil : $0 } }
        set { changed[column] = newValue ?? "" }
    }

    /// Coin and currency of a pair such as `ADA/EUR`, `BTC-USD`, `ZENBTC` or Kraken's `XXBTZEUR`; units behind amounts go.
    mutating func splitPair(_ isMoney: (String) -> Bool) throws(Reject) {
        guard let pair = self["pair"] else { return }
        let parts = pair.split { $0 == "/" || $0 == "-" || $0 == "_" }.map(String.init)
        if parts.count == 2 {
            self["word"] = Trade.kraken[parts[0]] ?? parts[0]
            self["currency"] = Trade.kraken[parts[1]] ?? parts[1]
        } else if pair.count == 8, pair.hasPrefix("X"), "ZX".contains(pair.dropFirst(4).prefix(1)) {
            let coin = String(pair.dropFirst().prefix(3))
            self["word"] = Trade.kraken[coin] ?? coin
            self["currency"] = String(pair.suffix(3))
        } else if let length = [4, 3].first(where: { pair.count > $0 && isMoney(String(pair.suffix($0))) }) {
            self["word"] = String(pair.dropLast(length))
            self["currency"] = String(pair.suffix(length))
        } else {
            throw row.fault("bad-pair", "'\(pair.prefix(40))' is not a coin and a currency of money; write BTC/EUR")
        }
        guard let coin = self["word"], let currency = self["currency"] else { return }
        guard isMoney(currency) else { throw row.swap(coin, currency) }
        for column in ["amount", "fee"] { takeUnit(column, coin) }
    }

    /// Takes the unit off an amount: the coin, else the letters at its end.
    private mutating func takeUnit(_ column: String, _ coin: String) {
        guard let text = self[column], text.last?.isLetter == true else { return }
        let letters = String(text.reversed().prefix { $0.isLetter }.reversed())
        let unit = text.uppercased().hasSuffix(coin.uppercased()) ? coin : letters
        self[column] = NumberGrammar.plain(NumberGrammar.bare(text, unit: unit), decimal: ".") ?? text
        if column == "fee" { self["fee_currency"] = unit }
    }

    /// Coin, amount and price of a row with two sides; nil where money alone moved, or nothing did.
    mutating func joinSides(_ isMoney: (String) -> Bool) throws(Reject) -> Transaction.Kind? {
        let sent = try side("sent")
        let received = try side("received")
        let meaning = (self["label"].flatMap(TradeWords.meaning)) ?? self["type"].flatMap(TradeWords.meaning)
        func other(_ isIn: Bool) throws(Reject) -> Transaction.Kind {
            switch meaning {
            case .sides(.buy, _), nil, .kind(.buy), .kind(.sell): return isIn ? .receive : .send
            case .sides(let incoming, let outgoing): return isIn ? incoming : outgoing
            case .kind(let kind) where isIn == [.receive, .income].contains(kind): return kind
            default:
                throw row.fault("bad-type", "the type does not go with the side that has an amount; correct the row")
            }
        }
        // Money that moves by itself is no coin.
        if [sent, received].allSatisfy({ $0.map { isMoney($0.coin) } ?? true }) { return nil }
        let word = self["label"] ?? self["type"]
        if let word, meaning == nil {
            throw row.fault("bad-type", "unknown type '\(word.prefix(40))'; leave such rows out with --skip")
        }
        switch (sent, received) {
        case (nil, nil): return nil
        case (let sent?, nil):
            take(sent)
            return try other(false)
        case (nil, let received?):
            take(received)
            return try other(true)
        case (let sent?, let received?):
            if sent.coin == received.coin { return try move(sent, received) }
            switch (isMoney(sent.coin), isMoney(received.coin)) {
            case (true, true): return nil
            case (false, false): throw row.swap(sent.coin, received.coin)
            case (true, false):
                take(received)
                self["total"] = sent.amount
                self["currency"] = sent.coin
                return .buy
            case (false, true):
                take(sent)
                self["total"] = received.amount
                self["currency"] = received.coin
                return .sell
            }
        }
    }

    private func side(_ name: String) throws(Reject) -> (coin: String, amount: String)? {
        guard let amount = self[name], let number = ExactDecimal(amount), !number.isZero else { return nil }
        guard let coin = self["\(name)_currency"] else {
            throw row.fault("missing-coin", "the amount under \(name) has no currency")
        }
        return (coin, amount.hasPrefix("-") ? String(amount.dropFirst()) : amount)
    }

    /// What a move between two places of one's own costs: nil for nothing.
    private mutating func move(_ sent: (coin: String, amount: String), _ received: (coin: String, amount: String))
        throws(Reject) -> Transaction.Kind?
    {
        let fee = self["fee"].flatMap { ExactDecimal($0) } ?? .zero
        guard let out = ExactDecimal(sent.amount), let arrived = ExactDecimal(received.amount), arrived <= out,
            fee.isZero || self["fee_currency"] == sent.coin
        else {
            throw row.fault("bad-transfer", "more \(sent.coin) arrives than leaves, or its fee is in something else")
        }
        let lost = out - arrived + fee
        take((sent.coin, lost.description))
        self["fee"] = nil
        return lost.isZero ? nil : .fee
    }

    /// Takes a fee in the coin off the amount that it stands in.
    mutating func takeFeeOff(_ coin: String) {
        guard self["fee_currency"] == coin, let fee = self["fee"].flatMap({ ExactDecimal($0) }),
            let amount = self["amount"].flatMap({ ExactDecimal($0) }), fee < amount
        else { return }
        self["amount"] = (amount - fee).description
    }

    private mutating func take(_ side: (coin: String, amount: String)) {
        self["word"] = side.coin
        self["amount"] = side.amount
    }

    /// The price of a row that says the total.
    mutating func takeTotal() throws(Reject) {
        guard self["price"] == nil, let text = self["total"], let amount = self["amount"].flatMap({ ExactDecimal($0) }),
            let total = ExactDecimal(text.hasPrefix("-") ? String(text.dropFirst()) : text)
        else { return }
        guard let price = total.divided(by: amount) else { throw row.fault("bad-amount", "the amount is zero") }
        self["price"] = price.description
    }

    /// The rows of the ledger: its fee in a third coin is a row of its own.
    func rows(_ coin: String, _ isMoney: (String) -> Bool) throws(Reject) -> [TextRow] {
        var trade = self
        for column in ["word", "coin", "fee_currency"] { trade[column] = trade[column].map(Trade.symbol) }
        let fee = trade["fee"].flatMap { ExactDecimal($0) }
        let currency = trade["fee_currency"] ?? trade["currency"] ?? ""
        var rows: [TextRow] = []
        if let fee, !fee.isZero, !currency.isEmpty, !isMoney(currency),
            currency.lowercased() != Trade.symbol(coin).lowercased()
        {
            let cells = ["time": trade["time"], "type": "fee", "word": currency, "amount": trade["fee"]]
            rows = [TextRow(line: row.line, cells.compactMapValues { $0 })]
            trade["fee"] = nil
            trade["fee_currency"] = nil
        } else if trade["price"] == nil, isMoney(currency) {
            trade["currency"] = currency
        }
        let cells = PortfolioLedger.fields.map { ($0, trade[$0] ?? "") } + [("word", trade["word"] ?? "")]
        return [TextRow(line: row.line, Dictionary(cells) { first, _ in first })] + rows
    }

    /// The symbol of `BTC (Bitcoin)`.
    private static func symbol(_ text: String) -> String {
        guard text.hasSuffix(")"), let mark = text.firstRange(of: " (") else { return text }
        return String(text[..<mark.lowerBound])
    }

    /// Kraken's own codes.
    private static let kraken = [
        "XBT": "BTC", "XXBT": "BTC", "XDG": "DOGE", "XXDG": "DOGE", "ZEUR": "EUR", "ZUSD": "USD",
    ]
}

extension TextRow {
    func swap(_ coin: String, _ other: String) -> Reject {
        let next = "write it as a sell and a buy with their prices, or leave such rows out with --skip"
        return fault("coin-for-coin", "\(coin) is traded for \(other), and the row has no price in money; \(next)")
    }
}
