import CoinModel
import TestPrograms
import Testing

@testable import CoinSources

@Suite struct PriceHistoryTests {
    @Test("Each price layout is recognised and read", arguments: layouts)
    func priceLayouts(layout: LayoutCase) throws {
        #expect(recognised(Array(layout.text.utf8)) == [layout.id])
        let read = try reading(layout.text, name: layout.name)
        #expect(read.facts == layout.facts)
        #expect(read.rows == layout.rows)
        #expect(read.reasons == layout.reasons)
        #expect(read.warnings.count == layout.warnings, "\(read.warnings)")
    }

    @Test("A scraped name loses the symbol attached to it") func gluedSymbol() throws {
        let read = try reading(
            "snapshot_date,rank,name,symbol,market_cap,price,circulating,volume_24h\n2022-03-28,9,BORABORA,BORA,$1,$1,1BORA,$1\n"
        )
        #expect(read.subjects == [.coin(CoinKey(symbol: "BORA", name: "BORA"))])
    }

    @Test(
        "Damaged or foreign price files are rejected completely",
        arguments: [
            (
                "coinmarketcap-site-csv", "decimal-point-lost",
                "timeOpen;timeClose;close;volume;marketCap\na;2023-09-25T23:59:59.999Z;1;2;3\nb;2023-09-26T23:59:59.999Z;1.057.030.998;2;3"
            ),
            (
                "coinmarketcap-site-csv", "decimal-point-lost",
                "timeOpen;timeClose;close;volume;marketCap\nb;2023-09-26T23:59:59.999Z;\"108,843.7\";2;3"
            ),
            (
                "coinmarketcap-kaggle-csv", "ambiguous-date",
                "SNo,Name,Symbol,Date,High,Low,Open,Close,Volume,Marketcap\n1,B,BTC,4/9/2013 23:59,1,1,1,1,1,1"
            ),
        ]
    )
    func damagedFiles(id: String, reason: String, text: String) throws {
        #expect(recognised(Array(text.utf8)) == [id])
        let error = #expect(throws: SourceError.self) { try reading(text, name: "btc.csv") }
        #expect(error?.reason == reason)
    }

    @Test("Coin Metrics' dictionary of metrics is rejected by name") func dictionaryOfMetrics() {
        let bytes = Array("id,name,category,subcategory,type,unit,interval\na,\"A, b\",c,d,e,f,1 day".utf8)
        #expect(recognised(bytes) == [])
        let refusal = InputHead(bytes: bytes).refusal
        #expect(refusal?.reason == "unsupported")
        #expect(refusal?.detail.contains("dictionary of metrics") == true)
    }

    @Test("A file without a coin needs one from the caller") func coinNeeded() throws {
        let text = "Date,Open,High,Low,Close,Adj Close,Volume\n2014-09-17,1,1,1,7,1,1\n"
        let error = #expect(throws: SourceError.self) { try reading(text, name: "My prices.csv") }
        #expect(error?.reason == "no-coin")
        #expect(
            try reading(text, name: "My prices.csv") { $0.hints.coin = "bitcoin" }.subjects == [
                .coin(CoinKey(id: "bitcoin"))
            ]
        )
    }

    @Test(
        "A forced reader rejects the header of another format",
        arguments: csvReaders.map(\.id).filter { $0 != "google-trends-csv" }
    )
    func forcedReader(id: String) throws {
        let error = #expect(throws: SourceError.self) { try reading("a,b\n1,2\n", name: "o__n.csv", as: id) }
        #expect(error?.reason == "wrong-header")
        #expect(recognised(Array("a,b\n1,2\n".utf8)) == [])
    }

    @Test("Damaged bytes of every layout are read or rejected with a reason") func damagedBytes() throws {
        var random = SplitMix(seed: 41)
        let noise = Array("\n\r\",;\t0-9/e.:<\0\u{FEFF}".utf8)
        for round in 0..<1500 {
            let layout = layouts[round % layouts.count]
            var bytes = Array(layout.text.utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[at] = noise.randomElement(using: &random) ?? 0
                case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
                default: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...30, using: &random)))
                }
            }
            do {
                let read = try reading(bytes: bytes, name: layout.name, as: layout.id)
                #expect(read.rows + read.rejects.count <= bytes.count)
            } catch let error as SourceError {
                #expect(!error.reason.isEmpty)
            }
        }
    }
}
