import CoinModel
import Testing

@testable import CoinPortfolio

/// Rows of other programs' tables, and the entries of a ledger that they become.
@Suite struct TradeBookingsTests {
    private static let money: Set = ["EUR", "USD", "GBP"]

    private func layout(_ name: String) throws -> TradeLayout { try #require(TradeLayout.named(name)) }

    /// Books rows whose cells are written `column=text`, separated by blanks; `_` is a blank in a text.
    private func booked(_ name: String, _ lines: String..., fee: TradeLayout.FeeRule? = nil) throws -> TradeBookings {
        let rows = lines.enumerated().map { place, line in
            let pairs = line.split(separator: " ").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
            let cells = pairs.map { ($0[0], $0[1].replacing("_", with: " ")) }
            return TextRow(line: place + 2, Dictionary(firstOf: cells + [("time", "2026-01-0\(place + 1)")]))
        }
        return TradeBookings(rows, try layout(name), fee: fee) { word, _ in
            TradeBookingsTests.money.contains(word.uppercased()) ? .money(word) : .coin(word.lowercased())
        }
    }

    /// Entries in words, such as `buy btc 2 at 5 usd fee 1 usd`.
    private func words(_ booked: TradeBookings) -> [String] {
        booked.entries.map { one in
            let entry = one.entry
            let price = entry.price.map { " at \($0) \(entry.currency)" } ?? ""
            return "\(entry.kind) \(entry.coin) \(entry.amount)" + price
                + (entry.fee.map { " fee \($0) \(entry.feeCurrency ?? "")" } ?? "")
        }
    }

    private func counts(_ booked: TradeBookings) -> [String: Int] {
        Dictionary(firstOf: booked.counts.all.filter { $0.count > 0 }.map { ($0.name, $0.count) })
    }

    @Test(
        "A table is recognised by its header, in any order and with columns of its own",
        arguments: [
            (
                "notes,id,timestamp,transaction type,asset,quantity transacted,price currency,subtotal,fees and/or spread",
                "coinbase"
            ),
            ("txid,pair,time,type,cost,fee,vol,margin,x", "kraken-trades"),
            ("txid,refid,time,type,subtype,asset,amount,fee,balance", "kraken-ledgers"),
            ("user id,time,account,operation,coin,change,remark", "binance-transactions"),
            ("date(utc),pair,side,price,executed,amount,fee", "binance-trades"),
            ("type,buy,cur.,sell,cur. 2,fee,cur. 3,comment,date", "cointracking"),
            ("date,code,datasource,currency,price,quantity,action,fee,note", "ghostfolio"),
            ("time,type,coin,amount", ""), ("txid,pair,time", ""),
        ]
    )
    func recognised(header: String, name: String) {
        let fields = header.split(separator: ",").map(String.init)
        #expect(TradeLayout.known.first { $0.header(fields) != nil }?.name ?? "" == name)
    }

    @Test("Every layout has a time, and its names and headings are used once") func table() {
        #expect(Set(TradeLayout.known.map(\.name)).count == TradeLayout.known.count)
        #expect(Set(TradeLayout.known.map { "\($0.headings)" }).count == TradeLayout.known.count)
        for layout in TradeLayout.known + [.table] {
            #expect(!layout.rules.isEmpty && !layout.title.isEmpty, "\(layout.name)")
            guard layout.name != "table" else { continue }
            #expect(layout.headings["time"] != nil, "\(layout.name)")
            #expect(["coin", "pair", "sent"].contains { layout.headings[$0] != nil }, "\(layout.name)")
            let own = TradeLayout.known.first { $0.header(Array(layout.headings.values)) != nil }
            #expect(own?.name == layout.name)
        }
    }

    @Test("The currency of a heading is that of its cells") func currencyOfHeading() throws {
        let fields = [
            "date", "type", "tag", "sent amount", "sent currency", "received amount", "received currency", "fee amount",
            "fee currency", "net value (eur)", "description",
        ]
        #expect(try layout("koinly-report").header(fields)?.cells == ["worth_currency": "eur"])
    }

    @Test("A fee on top adds to what was paid, and one inside is part of it") func feeRules() throws {
        let buy = "type=trade received=1 received_currency=BTC sent=100 sent_currency=EUR fee=2 fee_currency=EUR"
        #expect(try words(booked("cointracking", buy)) == ["buy btc 1 at 98 eur fee 2 eur"])
        #expect(try words(booked("cointracking", buy, fee: .onTop)) == ["buy btc 1 at 100 eur fee 2 eur"])
        let sell = "type=sell coin=ETH amount=-0.04 currency=EUR total=119.7 fee=0.3 fee_currency=EUR status=Completed"
        #expect(try words(booked("bitvavo", sell)) == ["sell eth 0.04 at 3000 eur fee 0.3 eur"])
        let sent = "type=withdrawal coin=ETH amount=-0.05 fee=0.002 fee_currency=ETH"
        #expect(try words(booked("bitvavo", sent)) == ["send eth 0.048 fee 0.002 eth"])
        #expect(try words(booked("bitvavo", sent, fee: .onTop)) == ["send eth 0.05 fee 0.002 eth"])
    }

    @Test("A coin for a coin is one sale and one purchase, at the worth that the table states or by the usual quote")
    func coinForCoin() throws {
        let pair = "type=sell pair=ALGO/XBT amount=200 total=0.0006 fee=0.0000024 margin=0"
        #expect(
            try words(booked("kraken-trades", pair)) == [
                "sell algo 200 at 0.000003 btc", "buy btc 0.0006 at 1 btc fee 0.0000024 btc",
            ]
        )
        let bought = "side=BUY type=BUY pair=ZENUSDT amount=4ZEN total=20USDT fee=0.1BNB"
        #expect(
            try words(booked("binance-trades", bought)) == [
                "sell usdt 20 at 1 usdt", "buy zen 4 at 5 usdt", "fee bnb 0.1",
            ]
        )
        let native =
            "type=crypto_exchange coin=BTC amount=-0.001 other=CRO other_amount=900 worth=75 worth_currency=EUR"
        let both = try words(booked("crypto-com", native))
        #expect(both.first == "sell btc 0.001 at 75000 eur" && both.last?.hasPrefix("buy cro 900 at 0.0833") == true)
    }

    @Test("Rows of one trade are joined, fees of several fills add up, and half a trade is listed") func joined() throws
    {
        let same = "time=2026-01-01T10:00:00Z group=Spot"
        let fills = try booked(
            "binance-transactions",
            "\(same) type=Transaction_Buy coin=BTC amount=0.01",
            "\(same) type=Transaction_Spend coin=EUR amount=-600",
            "\(same) type=Transaction_Buy coin=BTC amount=0.005",
            "\(same) type=Transaction_Spend coin=EUR amount=-300",
            "\(same) type=Transaction_Fee coin=BNB amount=-0.0001",
            "\(same) type=Transaction_Fee coin=BNB amount=-5E-5"
        )
        #expect(words(fills) == ["buy btc 0.015 at 60000 eur", "fee bnb 0.00015"] && counts(fills) == ["trade": 1])
        let late = try booked(
            "binance-transactions",
            "time=2026-01-01T10:00:00Z group=Spot type=Binance_Convert coin=EUR amount=-50",
            "time=2026-01-01T10:00:03Z group=Spot type=Binance_Convert coin=BNB amount=0.1",
            "time=2026-01-01T11:00:00Z group=Spot type=Transaction_Buy coin=ADA amount=5"
        )
        #expect(words(late) == ["buy bnb 0.1 at 500 eur"] && late.listed.map(\.line) == [4])
        let dust = try booked(
            "kraken-ledgers",
            "own=L1 group=R1 type=spend subtype=dustsweeping coin=ADA amount=-3 fee=0",
            "own=L2 group=R1 type=spend subtype=dustsweeping coin=DOT28.S amount=-1 fee=0",
            "own=L3 group=R1 type=receive subtype=dustsweeping coin=XXBT amount=0.01 fee=0",
            "own=L4 group=R2 type=receive coin=XXBT amount=1 fee=0"
        )
        #expect(words(dust) == ["sell ada 3 at 1 ada", "sell dot 1 at 1 dot", "buy btc 0.01 at 1 btc"])
        #expect(dust.listed.map(\.line) == [5] && Set(dust.entries.map(\.own)).count == 3)
    }

    @Test("What is not booked is counted, and listed with its line where nobody said so") func unbooked() throws {
        let kraken = try booked(
            "kraken-ledgers",
            "group=R1 type=deposit coin=EUR amount=10 fee=0",
            "own=L1 group=R2 type=deposit coin=ZEUR amount=10 fee=0",
            "own=L2 group=R3 type=marvel coin=XXBT amount=1 fee=0",
            "own=L3 group=R4 type=earn subtype=allocation coin=SOL amount=-1 fee=0",
            "own=L4 group=R5 type=withdrawal coin=XXBT amount=-1 fee=0.1"
        )
        #expect(words(kraken) == ["send btc 1 fee 0.1 btc"] && kraken.listed.map(\.line) == [4])
        #expect(counts(kraken) == ["transfer": 2, "move": 1, "skipped": 1, "listed": 1])
        let margin = try booked(
            "kraken-trades",
            "type=buy pair=XETHZEUR amount=1 total=2 fee=0 margin=40.0 misc=initiated"
        )
        #expect(margin.entries.isEmpty && margin.listed.count == 1)
        let rotki = try booked("rotki-trades", "sent=10 sent_currency=EUR received=0 received_currency=LTC")
        #expect(rotki.entries.isEmpty && rotki.listed.count == 1)
        let status = try booked("bitvavo", "type=buy coin=ETH amount=1 currency=EUR total=-3 status=Cancelled")
        #expect(status.entries.isEmpty && counts(status) == ["skipped": 1])
    }

    @Test(
        "Kinds are recognised in several languages, and a minus belongs to what leaves",
        arguments: [
            ("Kauf", "1", "buy"), ("VERKAUF", "-1", "sell"), ("Staking_Income", "1", "income"),
            ("Mining", "1", "income"),
            ("Einzahlung", "1", "receive"), ("crypto_withdrawal", "-1", "send"), ("Transfer-Out", "1", "send"),
            ("stolen", "1", "fee"), ("card spend", "1", "sell"), ("gift", "-1", "send"), ("Trade", "-1", "sell"),
        ]
    )
    func kinds(word: String, amount: String, kind: String) throws {
        let line = "type=\(word.replacing(" ", with: "_")) coin=BTC amount=\(amount) price=2"
        let all = try booked("table", line, "type=set coin=ETH amount=-0")
        #expect(all.entries.first?.entry.kind.rawValue == kind)
        guard ["buy", "income", "receive"].contains(kind) else { return }
        #expect(try booked("table", line.replacing("amount=1", with: "amount=-1")).rejects.count == 1)
    }

    @Test("A type that may be incoming or outgoing needs a sign in the file") func bothSides() throws {
        #expect(try booked("table", "type=transfer coin=BTC amount=1").rejects.map(\.reason) == ["bad-type"])
        let signed = try booked("table", "type=transfer coin=BTC amount=1", "type=transfer coin=BTC amount=-1")
        #expect(words(signed) == ["receive btc 1", "send btc 1"])
    }

    @Test("Only what is lost leaves in a move between one's own accounts") func moves() throws {
        let move = "type=transfer sent=1 sent_currency=BTC received=0.9 received_currency=BTC fee=0.01 fee_currency=BTC"
        #expect(try words(booked("koinly-report", move)) == ["fee btc 0.11"])
        let grown = move.replacing("received=0.9", with: "received=1.1")
        #expect(try booked("koinly-report", grown).rejects.map(\.reason) == ["bad-transfer"])
    }

    @Test("The words of a note state both sides of a trade") func notes() throws {
        let line = "type=Advanced_Trade_Sell coin=SOL amount=-0.5 currency=EUR total=92.5 worth=92.5 fee=0.55"
        #expect(
            try words(booked("coinbase", "\(line) words=Sold_0.5_SOL_for_99.4_USDC_on_SOL-USDC")).first
                == "sell sol 0.5 at 185 eur"
        )
        #expect(try booked("coinbase", "\(line) words=Sold_it").listed.count == 1)
    }

    @Test(
        "Pairs are divided where the coin ends",
        arguments: [
            ("XXBTZEUR", "XXBT", "ZEUR"), ("XTZEUR", "XTZ", "EUR"), ("ADAEUR", "ADA", "EUR"),
            ("ALGO/XBT", "ALGO", "XBT"),
            ("SOLXBT", "SOL", "XBT"), ("BTC-USD", "BTC", "USD"), ("BTCFDUSD", "BTC", "FDUSD"),
            ("1INCHUSDT", "1INCH", "USDT"),
        ]
    )
    func pairs(pair: String, coin: String, quote: String) throws {
        let parts = try #require(TradePair.parts(of: pair, nil))
        #expect(parts == (coin, quote))
        #expect(TradePair.parts(of: "NOPE", nil) == nil)
        let glued = try #require(TradePair.parts(of: "1INCHFOO", ("2501INCH", "62.5FOO")))
        #expect(glued == ("1INCH", "FOO"))
    }

    @Test("A balance that does not follow from the rows before it is named, newest first or oldest first")
    func balances() throws {
        let rows = (1...3).map {
            "time=2026-01-0\($0) own=L\($0) type=deposit coin=XXBT amount=1 fee=0.1 balance=\([0.9, 1.8, 3][$0 - 1])"
        }
        #expect(try booked("kraken-ledgers", rows[0], rows[1], rows[2]).warnings.map(\.line) == [4])
        #expect(try booked("kraken-ledgers", rows[2], rows[1], rows[0]).warnings.map(\.line) == [2])
        #expect(try booked("kraken-ledgers", rows[0], rows[1]).warnings.isEmpty)
    }

    @Test("Amounts keep all their digits") func digits() throws {
        let tiny = "0." + String(repeating: "0", count: 39) + "1"
        #expect(try words(booked("table", "type=receive coin=BTC amount=\(tiny)")) == ["receive btc \(tiny)"])
        #expect(try words(booked("table", "type=receive coin=BTC amount=1E-8")) == ["receive btc 0.00000001"])
    }
}
