import CoinModel
import Testing

@testable import CoinPortfolio

/// Rows of other programs' tables, and the rows of a ledger that they come to.
@Suite struct TradeRowsTests {
    private func rows(_ cells: [String: String], hasSigns: Bool = false, skipping: [String] = []) throws -> [TextRow] {
        let row = TextRow(line: 7, cells)
        let other = TextRow(line: 8, ["amount": hasSigns ? "-1" : "1"])
        let money: Set = ["EUR", "USD", "eur", "usd"]
        return try TradeRows([row, other], skipping: skipping) { money.contains($0) }.rows(of: row)
    }

    @Test(
        "A minus sign is removed from outgoing amounts and rejected for incoming ones",
        arguments: ["sell", "Verkauf", "send", "Gebühr"]
    )
    func minus(word: String) throws {
        let row = try #require(rows(["type": word, "word": "BTC", "amount": "-0.5"]).first)
        #expect(row["amount"] == "0.5" && row["type"].flatMap(Transaction.Kind.init(rawValue:)) != nil)
        for other in ["buy", "Kauf", "deposit", "mining", "Zinsen"] {
            #expect(throws: Reject.self) { try rows(["type": other, "word": "BTC", "amount": "-0.5"]) }
        }
    }

    @Test(
        "Transaction types are recognised in English and German",
        arguments: [
            ("Kauf", "buy"), ("VERKAUF", "sell"), ("Staking_Income", "income"), ("interest", "income"),
            ("Mining", "income"),
            ("Reward", "income"), ("Einzahlung", "receive"), ("crypto_withdrawal", "send"), ("Transfer-Out", "send"),
            ("stolen", "fee"), ("card spend", "sell"),
        ]
    )
    func kinds(word: String, kind: String) throws {
        #expect(try rows(["type": word, "word": "BTC", "amount": "1"]).first?["type"] == kind)
    }

    @Test("A type that may be incoming or outgoing needs a sign") func bothSides() throws {
        #expect(throws: Reject.self) { try rows(["type": "transfer", "word": "BTC", "amount": "1"]) }
        let came = try rows(["type": "gift", "word": "BTC", "amount": "1"], hasSigns: true).first
        let went = try rows(["type": "gift", "word": "BTC", "amount": "-1"]).first
        #expect(came?["type"] == "income" && went?["type"] == "send" && went?["amount"] == "1")
    }

    @Test("Rows that concern no coin are skipped and unknown ones rejected") func skippedRows() throws {
        #expect(try rows(["type": "deposit", "word": "EUR", "amount": "500"]).isEmpty)
        #expect(try rows(["type": "buy", "word": "BTC", "amount": "1", "status": "Cancelled"]).isEmpty)
        #expect(try rows(["type": "Mystery", "word": "BTC", "amount": "1"], skipping: ["mystery"]).isEmpty)
        #expect(try rows(["type": "Vault Withdrawal", "word": "BTC", "amount": "1"]).isEmpty)
        for cells in [
            ["type": "Mystery", "amount": "1"], ["type": "buy", "amount": "1", "status": "Odd"],
            ["type": "buy", "amount": "1", "pair": "BTCUSDT"], ["type": "buy", "amount": "1", "pair": "ADA/ETH"],
            ["type": "buy", "amount": "1", "margin": "0.1"],
            ["sent": "1", "sent_currency": "BTC", "received": "20", "received_currency": "ETH"],
            ["sent": "1", "sent_currency": "BTC", "received": "2", "received_currency": "BTC"],
            ["received": "1", "received_currency": "BTC", "label": "teleport"],
        ] {
            #expect(throws: Reject.self, "\(cells)") {
                try rows(cells.merging(["word": "BTC"]) { one, _ in one })
            }
        }
    }

    @Test(
        "Pairs, units and fees in a third coin are read",
        arguments: [
            ("XXBTZEUR", "BTC", "EUR"), ("ADAEUR", "ADA", "EUR"), ("ALGO/EUR", "ALGO", "EUR"),
            ("BTC-USD", "BTC", "USD"),
            ("1INCHEUR", "1INCH", "EUR"),
        ]
    )
    func pairs(pair: String, coin: String, currency: String) throws {
        let cells = ["type": "buy", "pair": pair, "amount": "2,501\(coin)", "fee": "0.5BNB", "price": "3"]
        let all = try rows(cells)
        #expect(all.count == 2 && all[0]["word"] == coin && all[0]["currency"] == currency)
        #expect(all[0]["amount"] == "2501" && all[0]["fee"] == nil)
        #expect(all[1]["type"] == "fee" && all[1]["word"] == "BNB" && all[1]["amount"] == "0.5")
    }

    @Test("A sent and a received amount make one trade with its price") func sides() throws {
        let bought = try #require(
            rows([
                "type": "buy", "sent": "900", "sent_currency": "USD", "received": "0.012", "received_currency": "BTC",
                "fee": "2", "fee_currency": "USD",
            ]).first
        )
        #expect(bought["type"] == "buy" && bought["price"] == "75000" && bought["currency"] == "USD")
        let earned = try rows(["received": "0.1", "received_currency": "BTC", "label": "staking"]).first
        #expect(earned?["type"] == "income" && earned?["amount"] == "0.1")
        let move = [
            "sent": "1", "sent_currency": "BTC", "received": "0.9", "received_currency": "BTC", "fee": "0.01",
            "fee_currency": "BTC",
        ]
        let lost = try rows(move).first
        #expect(lost?["type"] == "fee" && lost?["amount"] == "0.11" && lost?["fee"] == nil)
        #expect(try rows(["sent": "1", "sent_currency": "BTC", "received": "1", "received_currency": "BTC"]).isEmpty)
        let gone = try rows(["sent": "0.1", "sent_currency": "BTC", "type": "crypto_withdrawal", "label": "gift"]).first
        #expect(gone?["type"] == "send")
        #expect(
            try rows(["sent": "1", "sent_currency": "EUR", "type": "fiat_withdrawal"], skipping: ["fiat withdrawal"])
                .isEmpty
        )
    }

    @Test("A table is recognised by its column names only") func layouts() {
        let header = [
            "id", "timestamp", "transaction type", "asset", "quantity transacted", "price currency",
            "price at transaction", "subtotal", "fees and/or spread", "notes",
        ]
        #expect(TradeLayout.recognised(by: header)?.name == "Coinbase")
        #expect(TradeLayout.recognised(by: ["time", "type", "coin", "amount"]) == nil)
        #expect(TradeLayout.recognised(by: PortfolioLedger.fields) == nil)
    }
}
