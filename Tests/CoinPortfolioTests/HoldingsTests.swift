import CoinModel
import CoinTables
import Testing

@testable import CoinPortfolio

/// Small ledgers worked by hand.
@Suite struct HoldingsTests {
    /// Entries on following days: `buy 2 at 100 fee 1`, `sell 1 at 150`, `set 5`.
    private func ledger(_ lines: String...) throws -> [Transaction] {
        try lines.enumerated().map { place, line in
            let words = line.split(separator: " ").map(String.init)
            let kind = try #require(Transaction.Kind(rawValue: words[0]))
            let day = try #require(Day("2024-01-01")).advanced(by: place)
            var entry = Transaction(place + 1, .day(day), kind, "ann", try #require(ExactDecimal(words[1])))
            for (word, value) in zip(words.dropFirst(2), words.dropFirst(3)) {
                switch word {
                case "at": entry.price = ExactDecimal(value)
                case "fee": (entry.fee, entry.feeCurrency) = (ExactDecimal(value), "usd")
                case "coinfee": (entry.fee, entry.feeCurrency) = (ExactDecimal(value), "ann")
                case "undo": entry.reverses = Int(value)
                default: break
                }
            }
            return entry
        }
    }

    private func position(_ entries: [Transaction], _ method: CostMethod = .average) throws -> Position {
        var holdings = Holdings(
            method,
            rate: { currency, _ in currency == "usd" ? ExactDecimal(1) : nil },
            price: { _, _ in ExactDecimal(40) }
        )
        holdings.take(Transaction.counting(entries))
        return try #require(holdings.positions["ann"])
    }

    private func figures(_ position: Position) -> [String?] {
        [position.amount, position.cost, position.realised, position.fees].map { $0?.description }
    }

    @Test("Realised gains stay after selling all and buying again") func boughtAgain() throws {
        let entries = try ledger("buy 2 at 100", "sell 2 at 150", "buy 1 at 200")
        for method in CostMethod.allCases {
            #expect(try figures(position(entries, method)) == ["1", "200", "100", "0"])
        }
    }

    @Test("Average cost and first-in-first-out sell different costs") func costMethods() throws {
        let entries = try ledger("buy 1 at 100 fee 2", "buy 3 at 200", "sell 2 at 250 fee 1")
        // Average: 702 / 4 each, so 351 leave; first in, first out: 102 + 200.
        #expect(try figures(position(entries, .average)) == ["2", "351", "148", "3"])
        #expect(try figures(position(entries, .fifo)) == ["2", "400", "197", "3"])
    }

    @Test("Fees paid in the coin reduce the coins") func coinFees() throws {
        let entries = try ledger("buy 2 at 100 coinfee 0.5", "sell 1 at 100 coinfee 0.5")
        #expect(try figures(position(entries)) == ["0", "0", "-100", "100"])
    }

    @Test("An unknown cost stays unknown until all is sold") func unknownCost() throws {
        let set = try ledger("buy 1 at 100", "set 3", "sell 1 at 150")
        #expect(try figures(position(set)) == ["2", nil, nil, "0"])
        #expect(try figures(position(set, .fifo)) == ["2", nil, "50", "0"])
        #expect(try figures(position(ledger("set 3", "set 0", "buy 1 at 7"))) == ["1", "7", "0", "0"])
        #expect(try figures(position(ledger("buy 4 at 5", "set 1"))) == ["1", "5", "0", "0"])
    }

    @Test("Transfers, income and fees have their cost") func transfers() throws {
        let entries = try ledger("buy 2 at 100", "send 1", "income 1 at 30", "fee 0.5")
        let position = try position(entries)
        #expect(figures(position) == ["1.5", "97.5", "-32.5", "20"] && position.income?.description == "30")
    }

    @Test("A fee of sending is lost, and its coins leave with their cost") func sendingFees() throws {
        // 200 for 2; 1 leaves with its 100, then the fee.
        #expect(try figures(position(ledger("buy 2 at 100", "send 1 fee 5"))) == ["1", "100", "-5", "5"])
        // A fee in coins is valued by the price of its day, 40, and loses its cost.
        #expect(try figures(position(ledger("buy 2 at 100", "send 1 coinfee 0.5"))) == ["0.5", "50", "-50", "20"])
    }

    @Test("Reversed entries do not count") func reversed() throws {
        let entries = try ledger("buy 2 at 100", "buy 5 at 999", "reverse 1 undo 2", "sell 1 at 110")
        #expect(try figures(position(entries)) == ["1", "100", "10", "0"])
    }

    @Test("Selling more than owned is a shortfall of unknown cost, and later purchases fill it first") func oversold()
        throws
    {
        let entries = try ledger("buy 1 at 100", "sell 1.000000000000000001 at 100")
        let short = try #require(LedgerNames().shortfalls(entries).first)
        #expect(short.amount.description == "0.000000000000000001" && short.refusal.line == 2)
        #expect(try figures(position(entries)) == ["-0.000000000000000001", nil, nil, "0"])
        // A day later it was there.
        let late = try ledger("sell 1 at 5", "buy 1 at 5")
        #expect(LedgerNames().shortfalls(late).count == 1 && LedgerNames().shortfalls(late, beyond: late).isEmpty)
        for method in CostMethod.allCases {
            // Of 4 coins bought for 40, 1 is gone already with its 10.
            let filled = try ledger("sell 1 at 5", "buy 4 at 10", "sell 1 at 12")
            #expect(try figures(position(filled, method)) == ["2", "20", nil, "0"])
        }
        #expect(try LedgerNames().shortfalls(ledger("buy 1 at 1", "sell 1 at 1")).isEmpty)
    }

    @Test("Ledger rows read back as written") func readBack() throws {
        let entries = try ledger(
            "buy 0.000000000000000001 at 61234.5 fee 2",
            "sell 1 at 3 coinfee 0.1",
            "set 0",
            "reverse 1 undo 2"
        )
        let table = Transaction.table("Ledger", entries)
        let rows = table.rows.enumerated().map { line, cells -> TextRow in
            var texts: [String: String] = [:]
            for (column, cell) in zip(table.columns, cells) {
                switch cell {
                case .text(let text): texts[column.name] = text
                case .integer(let whole): texts[column.name] = "\(whole)"
                case .number, .missing: break
                }
            }
            return TextRow(line: line + 2, texts)
        }
        #expect(try Transaction.rows(rows) == entries)
    }

    @Test(
        "An impossible row is rejected with its line",
        arguments: [
            ["type": "buy", "price": "1"], ["type": "buy", "amount": "0", "price": "1"],
            ["type": "buy", "amount": "1"],
            ["type": "swap", "amount": "1"], ["type": "sell", "amount": "-1", "price": "1"],
            ["type": "sell", "amount": "1", "price": "-1"],
            ["type": "buy", "amount": "1", "price": "1", "fee": "1", "fee_currency": "bnb"],
            ["type": "buy", "amount": "1", "price": "1", "fee": "1", "fee_currency": "ann"],
            ["type": "set", "amount": "1", "fee": "1"], ["type": "reverse", "amount": "1"],
            ["type": "reverse", "amount": "1", "reverses": "one"], ["type": "set", "amount": "1", "entry": "1st"],
            ["type": "set", "amount": "1", "reverses": "1"],
        ]
    )
    func impossibleRows(cells: [String: String]) {
        let row = TextRow(line: 7, cells.merging(["coin": "ann", "time": "2024-01-01"]) { one, _ in one })
        #expect { _ = try Transaction(row, number: 1) } throws: { ($0 as? Reject)?.line == 7 }
    }

    @Test("A reversal undoes one earlier entry, once") func reversals() throws {
        let entries = try ledger("set 1", "set 2", "reverse 2 undo 2", "set 3")
        #expect(throws: Never.self) { try Transaction.check(entries) }
        for (number, why) in [
            (5, "not before it"), (6, "not before it"), (3, "reversal itself"), (2, "reversed before"),
        ] {
            let all = entries + (try ledger("set 9", "set 9", "set 9", "set 9", "reverse 1 undo \(number)").suffix(1))
            #expect { try Transaction.check(all) } throws: {
                ($0 as? Reject)?.line == 5 && "\($0)".contains(why)
            }
        }
    }

    @Test("A fee in the coin's symbol is a fee in the coin") func feeSymbol() throws {
        let row = TextRow(
            line: 2,
            ["time": "2024-01-01", "type": "send", "amount": "2", "fee": "1", "fee_currency": "BTC", "coin": "bitcoin"]
        )
        let entry = try Transaction(row, number: 1, coin: nil) { word, coin in (word, coin) == ("BTC", "bitcoin") }
        #expect(entry.feeCurrency == "bitcoin" && entry.isFeeInCoin)
        #expect(throws: Reject.self) { try Transaction(row, number: 1) }
    }
}
