public import CoinModel

/// This is the only place where a row of another program's table of trades becomes rows of a ledger: signs, sides, pairs,
/// units, fees in other coins.
public struct TradeRows {
    /// Whether a word names money, not a coin.
    let isMoney: (_ word: String) -> Bool
    /// Whether some amount of the table is below zero.
    let hasSigns: Bool
    /// The types of rows that are left out.
    let skipped: Set<String>
    /// Whether the amount of what was sent has its fee in it.
    let sendsWithFee: Bool

    /// Rules for a table.
    ///
    /// - Parameters:
    ///   - rows: all its rows.
    ///   - skipped: the types of rows that are left out, as the table writes them.
    ///   - sendsWithFee: whether the amount of what was sent has its fee in it.
    ///   - isMoney: whether a word names money, not a coin.
    public init(
        _ rows: [TextRow],
        skipping skipped: [String] = [],
        sendsWithFee: Bool = false,
        isMoney: @escaping (_ word: String) -> Bool
    ) {
        self.sendsWithFee = sendsWithFee
        self.isMoney = isMoney
        self.skipped = Set(skipped.map(TradeWords.folded))
        hasSigns = rows.contains { $0["amount"]?.hasPrefix("-") ?? false }
    }

    /// The rows of a ledger that a row comes to: none for what moves no coin in or out, two where a fee is paid in another one.
    ///
    /// - Throws: `Reject` with the line where it cannot be read, or would be half a trade.
    public func rows(of row: TextRow) throws(Reject) -> [TextRow] {
        var trade = Trade(row)
        if [row["type"], row["label"]].contains(where: { $0.map { skipped.contains(TradeWords.folded($0)) } ?? false })
        {
            return []
        }
        guard try isDone(row), try !isMargin(row) else { return [] }
        try trade.splitPair(isMoney)
        let kind: Transaction.Kind?
        if row["sent"] != nil || row["received"] != nil || row["sent_currency"] ?? row["received_currency"] != nil {
            kind = try trade.joinSides(isMoney)
        } else {
            kind = try self.kind(&trade)
        }
        guard let kind, let coin = trade["coin"] ?? trade["word"] else { return kind == nil ? [] : [row] }
        // Money that is paid in or out of an account is no coin.
        if isMoney(coin), ![.buy, .sell].contains(kind) { return [] }
        trade["type"] = kind.rawValue
        if kind == .send, sendsWithFee { trade.takeFeeOff(coin) }
        try trade.takeTotal()
        return try trade.rows(coin, isMoney)
    }

    /// Whether a row happened: one that was cancelled, failed or waits did not.
    private func isDone(_ row: TextRow) throws(Reject) -> Bool {
        guard let status = row["status"] else { return true }
        switch TradeWords.folded(status) {
        case "completed", "complete", "distributed", "done", "filled", "executed", "success", "ok", "abgeschlossen":
            return true
        case "cancelled", "canceled", "failed", "rejected", "expired", "pending", "storniert", "fehlgeschlagen":
            return false
        default:
            throw row.fault(
                "bad-status",
                "'\(status.prefix(40))' is not a known status; add --skip with the row's type"
            )
        }
    }

    private func isMargin(_ row: TextRow) throws(Reject) -> Bool {
        guard let margin = row["margin"], ExactDecimal(margin)?.isZero == false else { return false }
        throw row.fault("margin-trade", "a trade on margin is not a purchase of coins; remove the row")
    }

    /// The kind of a row of one amount, whose sign is taken off where the type says the side; nil for a move.
    private func kind(_ trade: inout Trade) throws(Reject) -> Transaction.Kind? {
        let type = trade["type"] ?? ""
        guard let meaning = TradeWords.meaning(type) else {
            let next =
                "write buy, sell, receive, send, income or fee, or leave such rows out with --skip '\(type.prefix(40))'"
            throw trade.row.fault("bad-type", "unknown type '\(type.prefix(40))'; \(next)")
        }
        let isNegative = trade["amount"]?.hasPrefix("-") ?? false
        switch meaning {
        case .move: return nil
        case .kind(let kind):
            guard isNegative, kind != .set else { return kind }
            guard [.sell, .send, .fee].contains(kind) else {
                let why = "the amount of a \(kind) is below zero; write what it was: sell, send or fee"
                throw trade.row.fault("bad-amount", why)
            }
            trade["amount"] = trade["amount"].map { String($0.dropFirst()) }
            return kind
        case .sides(let incoming, let outgoing):
            guard hasSigns else {
                let why =
                    "'\(type.prefix(40))' does not say whether coins came or went, and no amount of the file has a minus"
                throw trade.row.fault("bad-type", "\(why); write \(incoming) or \(outgoing)")
            }
            if isNegative { trade["amount"] = trade["amount"].map { String($0.dropFirst()) } }
            return isNegative ? outgoing : incoming
        }
    }
}
