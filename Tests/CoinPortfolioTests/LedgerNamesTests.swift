import CoinModel
import TestPrograms
import Testing

@testable import CoinPortfolio

/// Ledgers whose coins were merged or became others, and what their entries come to.
@Suite struct LedgerNamesTests {
    private func day(_ text: String) throws -> Day { try #require(Day(text)) }

    private func entry(_ number: Int, _ day: String, _ kind: Transaction.Kind, _ coin: String, _ amount: String)
        throws -> Transaction
    { Transaction(number, .day(try self.day(day)), kind, coin, try #require(ExactDecimal(amount))) }

    private func migration(_ former: String, _ current: String, _ ratio: String, _ day: String) throws -> CoinMigration
    {
        let terms = MigrationTerms(ratio: try #require(MigrationRatio(ratio)), day: try self.day(day))
        return CoinMigration(former: former, current: current, terms: terms)
    }

    private func holdings(_ entries: [Transaction], _ names: LedgerNames, _ day: String, _ method: CostMethod = .fifo)
        throws -> Holdings
    {
        var holdings = Holdings(method, names, rate: { _, _ in ExactDecimal(1) })
        let limit = AsOf.day(try self.day(day))
        holdings.take(names.counting(entries, upTo: limit))
        holdings.advance(to: limit.limit.day)
        return holdings
    }

    @Test(
        "A migration multiplies amounts and leaves costs; the day before has the old coin",
        arguments: CostMethod.allCases
    )
    func ratio(method: CostMethod) throws {
        var bought = try entry(1, "2023-05-01", .buy, "old", "100")
        bought.price = ExactDecimal(1)
        let names = LedgerNames([try migration("old", "new", "1:4", "2023-08-28")])
        let before = try holdings([bought], names, "2023-08-27", method).positions
        #expect(before["old"]?.amount.description == "100" && before["new"] == nil)
        let after = try holdings([bought], names, "2023-08-28", method).positions
        #expect(after["old"] == nil && after["new"]?.amount.description == "400")
        #expect(after["new"]?.cost?.description == "100" && after["new"]?.realised?.isZero == true)
        let limit = AsOf.day(try day("2023-08-28")).limit
        let half: PriceSource = { _, moments in
            moments.map { CoinQuote(ExactDecimal("0.50") ?? .zero, at: $0.limit) }
        }
        let value = Valuation(after, at: limit, patience: nil, prices: half, changes: { _, _, _ in nil })
        #expect(value.value?.description == "200")
    }

    @Test("Lots have their original times, so the first bought is sold first after a migration") func times() throws {
        var entries = [
            try entry(1, "2023-01-03", .buy, "new", "10"), try entry(2, "2023-01-02", .buy, "old", "10"),
            try entry(3, "2023-01-04", .buy, "old", "10"), try entry(4, "2023-02-01", .sell, "new", "7"),
        ]
        for (place, price) in [1, 20, 300, 0].enumerated() { entries[place].price = ExactDecimal(price) }
        let names = LedgerNames([try migration("old", "new", "2:1", "2023-01-31")])
        // Five of 40 each for the ten of 20, then two of 1.
        #expect(try holdings(entries, names, "2023-02-01").positions["new"]?.realised?.description == "-202")
        #expect(try holdings(entries, names, "2023-02-01", .average).positions["new"]?.amount.description == "13")
    }

    @Test("Entries under an old name count for the newest coin of the chain") func chain()
        throws
    {
        let names = LedgerNames([
            try migration("b", "c", "1:1000", "2023-06-01"), try migration("a", "b", "3:1", "2023-03-01"),
        ]) { $0 == "alias" ? "a" : nil }
        var late = try entry(2, "2023-07-01", .sell, "a", "30")
        (late.price, late.fee, late.feeCurrency) = (ExactDecimal(2), ExactDecimal("0.3"), "a")
        let entries = [try entry(1, "2023-01-01", .receive, "alias", "60"), late]
        let read = names.counting(entries)[1]
        #expect(read.coin == "c" && read.amount == ExactDecimal(10_000) && read.price?.description == "0.006")
        #expect(read.fee == ExactDecimal(100) && read.isFeeInCoin && read.isRenamed)
        #expect(try holdings(entries, names, "2023-07-01").positions["c"]?.amount == ExactDecimal(9_900))
        #expect(try holdings(entries, names, "2023-05-01").positions["b"]?.amount == ExactDecimal(20))
        #expect(
            names.notes(on: entries, upTo: try day("2023-07-01")) == [
                "alias is a now.", "a became b, 3:1, on 2023-03-01.", "b became c, 1:1000, on 2023-06-01.",
            ]
        )
        #expect(names.coins(of: names.counting(entries), upTo: try day("2023-05-01")) == ["a", "b", "c"])
        let short = names.shortfalls(entries + [try entry(3, "2023-08-01", .send, "alias", "30")])
        #expect(short.map(\.refusal.detail).first?.contains("10000 of c (alias in the ledger)") == true)
    }

    @Test("A ratio without a finite decimal is rounded only at the 36th digit") func thirds() throws {
        let names = LedgerNames([try migration("a", "b", "3:1", "2023-03-01")])
        let entries = [try entry(1, "2023-01-01", .receive, "a", "1"), try entry(2, "2023-01-02", .receive, "a", "2")]
        // By lots 0.333…3 and 0.666…7; the one of all averages is converted whole.
        for method in CostMethod.allCases {
            #expect(try holdings(entries, names, "2023-03-01", method).positions["b"]?.amount == ExactDecimal(1))
        }
    }

    @Test(
        "Gain is end − start − paid in + taken out, and realised + unrealised + income",
        arguments: CostMethod.allCases
    )
    func gain(method: CostMethod) throws {
        var random = SplitMix(seed: 77)
        for _ in 0..<(Depth.isFull ? 2_000 : 100) { try checkGain(method, &random) }
    }

    /// A ledger of two coins, of which one becomes the other on its twentieth day; every entry with any fee.
    private func checkGain(_ method: CostMethod, _ random: inout SplitMix) throws {
        let first = try day("2022-01-01")
        let names = LedgerNames([try migration("a", "b", "1:8", "2022-01-21")])
        func price(_ coin: String, _ day: Day) -> ExactDecimal {
            ExactDecimal(1 + abs(first.distance(to: day) * 7 % 11)) * ExactDecimal(coin == "a" ? 8 : 1)
        }
        let prices: PriceSource = { coin, moments in
            moments.map { CoinQuote(price(coin, $0.limit.day), at: $0.limit) }
        }
        let rate: Holdings.Rate = { code, _ in ExactDecimal(code == "eur" ? 2 : 1) }
        let none = Holdings(method, names, rate: rate, price: price)
        var holdings = none
        var (entries, sent) = ([Transaction](), ExactDecimal.zero)
        for number in 1...(2 + random.below(40)) {
            let coin = ["a", "b"][random.below(2)]
            let kinds: [Transaction.Kind] = [.buy, .buy, .sell, .receive, .income, .send, .fee]
            var entry = Transaction(
                number,
                .day(first.advanced(by: number)),
                kinds[random.below(7)],
                coin,
                random.amount()
            )
            if [.buy, .sell, .receive, .income].contains(entry.kind) || random.below(2) == 0 {
                entry.price = random.amount()
                entry.currency = random.below(2) == 0 ? "eur" : "usd"
            }
            if entry.kind != .fee, random.below(3) > 0 {
                (entry.fee, entry.feeCurrency) = (random.fraction(), random.below(2) == 0 ? entry.currency : coin)
            }
            let read = try #require(names.counting([entry]).first)
            holdings.advance(to: read.time.limit.day)
            let before = holdings.positions[read.coin] ?? Position()
            let out = [.sell, .send, .fee].contains(entry.kind) ? read.amount + read.coinFee : .zero
            guard out <= before.amount, read.coinFee < read.amount else { continue }
            holdings.take(read)
            entries.append(read)
            if entry.kind == .send {
                // What it had gained until it was sent is in the gain, and in nothing else.
                let unit = read.price.map { $0 * (rate(read.currency, first) ?? .zero) }
                let worth = read.amount * (unit ?? price(read.coin, read.time.limit.day))
                let cost = before.cost.less(holdings.positions[read.coin]?.cost)
                let fee = holdings.positions[read.coin]?.realised.less(before.realised) ?? .zero
                let feeCost = -fee - (read.moneyFee(at: rate(read.currency, first)) ?? .zero)
                sent = sent + worth - (try #require(cost) - feeCost)
            }
        }
        let last = first.advanced(by: 45)
        holdings.advance(to: last)
        let value = Valuation(
            holdings.positions,
            at: AsOf.day(last).limit,
            patience: nil,
            prices: prices,
            changes: { _, _, _ in nil }
        )
        let performance = Performance(
            entries,
            over: (first, last),
            none,
            rate: rate,
            patience: 0,
            prices: prices
        )
        let told = value.value.less(value.cost).sum(value.realised).sum(value.income).sum(sent)
        #expect(performance.gain != nil && performance.gain == told)
    }
}
