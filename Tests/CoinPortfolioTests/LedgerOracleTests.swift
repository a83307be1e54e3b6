import CoinModel
import Foundation
import TestPrograms
import Testing

@testable import CoinPortfolio

/// Random ledgers against an implementation of its own in Python's exact fractions: 300, and 10,000 by full depth.
///
/// It tells first in, first out by overlaps of what came and what went on one axis, where ours divides lots. Amounts have to be
/// equal, money to agree to 10⁻³⁰.
@Suite struct LedgerOracleTests {
    @Test("Random ledgers agree with a Python implementation", arguments: CostMethod.allCases)
    func randomLedgers(method: CostMethod) throws {
        let seed: UInt64 = method == .average ? 41 : 42
        var random = SplitMix(seed: seed)
        let count = (Depth.isFull ? 10_000 : 300) / 2
        let lines = try (0..<count).map { _ in try line(method, &random) }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("ledgers-\(UUID().uuidString)")
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
        defer { do { try FileManager.default.removeItem(at: file) } catch { Issue.record("\(error)") } }
        let result = try Program.run(["python3", "-c", LedgerOracleTests.script], input: file, limit: 600)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "\(count) ledgers agree\n", "seed \(seed): \(result.output.prefix(2000))")
    }

    /// A random ledger of up to 40 entries, and what it comes to: all as text.
    private func line(_ method: CostMethod, _ random: inout SplitMix) throws -> String {
        // Coins that are paid without a price are worth 7 on every day.
        var holdings = Holdings(method, rate: { _, _ in ExactDecimal(1) }, price: { _, _ in ExactDecimal(7) })
        var words = [method.rawValue]
        let day = try #require(Day("2020-01-01"))
        for number in 1...(1 + random.below(40)) {
            let held = holdings.positions["a"]?.amount ?? .zero
            let kinds: [Transaction.Kind] =
                held.isZero
                ? [.buy, .buy, .income, .receive, .set] : [.buy, .sell, .sell, .send, .income, .receive, .fee, .set]
            let kind = random.below(12) == 0 ? .set : kinds[random.below(kinds.count)]
            let isTaking = [.sell, .send, .fee].contains(kind)
            // All of it now and then, so that positions end and begin again.
            let part = held * (random.below(5) == 0 ? ExactDecimal(1) : random.fraction())
            let amount = isTaking ? part : kind == .set && random.below(3) == 0 ? .zero : random.amount()
            guard kind == .set || !amount.isZero else { continue }
            var entry = Transaction(number, .day(day.advanced(by: number)), kind, "a", amount)
            let hasPrice = [.buy, .sell].contains(kind) || ([.income, .receive].contains(kind) && random.below(6) > 0)
            if hasPrice { entry.price = random.amount() }
            if hasPrice || kind == .send, random.below(2) == 0 {
                (entry.fee, entry.feeCurrency) = (random.fraction(), "usd")
                if kind != .sell, random.below(2) == 0 {
                    (entry.fee, entry.feeCurrency) = ((amount * random.fraction()).divided(by: ExactDecimal(2)), "a")
                }
            }
            if entry.isFeeInCoin, let fee = entry.fee, fee >= amount { continue }
            if kind == .send, amount + entry.coinFee > held { continue }
            holdings.take(entry)
            words.append(
                [
                    kind.rawValue, "\(amount)", entry.price?.description ?? "-", entry.fee?.description ?? "0",
                    entry.isFeeInCoin ? "c" : "m",
                ]
                .joined(separator: ",")
            )
        }
        let position = holdings.positions["a"] ?? Position()
        let results = [position.amount, position.cost, position.realised, position.income, position.fees]
        return words.joined(separator: " ") + " = " + results.map { $0?.description ?? "-" }.joined(separator: " ")
    }

    private static let script = """
        import sys
        from fractions import Fraction as F

        def fifo(came, start, amount):
            cost, known = F(0), True
            for low, high, unit in came:
                overlap = min(high, start + amount) - max(low, start)
                if overlap > 0:
                    if unit is None: known = False
                    else: cost += overlap * unit
            return cost if known else None

        def add(one, other): return None if one is None or other is None else one + other

        def run(method, entries):
            came, top, gone = [], F(0), F(0)      # first in, first out: what came as spans of one axis
            pool = F(0)                           # average: cost of all
            realised = income = fees = F(0)
            def enter(amount, cost):
                nonlocal top, pool
                if amount == 0: return
                came.append((top, top + amount, None if cost is None else cost / amount))
                pool = cost if top == gone else add(pool, cost)
                top += amount
            def leave(amount):
                nonlocal gone, pool
                held = top - gone
                if method == "fifo": cost = fifo(came, gone, amount)
                else: cost = None if pool is None else F(0) if amount == 0 else pool * amount / held
                pool = F(0) if amount == held else None if pool is None else pool * (held - amount) / held
                gone += amount
                return cost
            for entry in entries:
                kind, amount, price, fee, where = entry.split(",")
                amount, fee = F(amount), F(fee)
                price = None if price == "-" else F(price)
                worth = None if price is None else amount * price
                coins = fee if where == "c" else F(0)
                money = fee if where == "m" else F(0)
                unit = F(7) if price is None else price
                fees = add(fees, money + coins * unit)
                if kind in ("buy", "receive", "income"):
                    enter(amount - coins, add(worth, money))
                    if kind == "income": income = add(income, worth)
                elif kind == "sell":
                    cost = leave(amount + coins)
                    realised = add(realised, None if cost is None else worth - money - cost)
                elif kind == "fee":
                    cost = leave(amount)
                    realised = add(realised, None if cost is None else -cost)
                    fees = add(fees, amount * unit)
                elif kind == "send":
                    leave(amount)
                    if fee:
                        cost = leave(coins)
                        realised = add(realised, None if cost is None else -cost - money)
                elif kind == "set":
                    held = top - gone
                    if amount < held: leave(held - amount)
                    else: enter(amount - held, None)
            cost = fifo(came, gone, top - gone) if method == "fifo" else pool if top > gone else F(0)
            return [top - gone, cost, realised, income, fees]

        count = 0
        for number, line in enumerate(sys.stdin):
            ledger, found = line.split(" = ")
            words, found = ledger.split(), found.split()
            wanted = run(words[0], words[1:])
            for place, (one, other) in enumerate(zip(wanted, found)):
                same = other == "-" if one is None else other != "-" and abs(one - F(other)) <= (0 if place == 0 else F(1, 10**30))
                if not same:
                    print(number, place, None if one is None else float(one), other, line)
                    sys.exit()
            count += 1
        print(count, "ledgers agree")
        """
}

extension SplitMix {
    /// Above 0 and below 1, of up to 18 digits.
    mutating func fraction() -> ExactDecimal {
        let digits = String(1 + next() % 999_999_999_999_999_999)
        return ExactDecimal("0." + String(repeating: "0", count: 18 - digits.count) + digits) ?? .zero
    }

    /// Above 0, up to ten million.
    mutating func amount() -> ExactDecimal { ExactDecimal(below(below(2) == 0 ? 10 : 10_000_000)) + fraction() }
}
