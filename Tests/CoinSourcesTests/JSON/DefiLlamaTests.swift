import CoinModel
import Testing

@testable import CoinSources

@Suite struct DefiLlamaTests {
    private func row(_ id: String, _ tvl: String, _ more: String = "") -> String {
        #"{"id":"\#(id)","name":"N\#(id)","slug":"n","symbol":"S","chainTvls":{"staking":9},"tvl":\#(tvl)\#(more)}"#
    }

    private func fees(_ rows: String, stem: String) throws -> JSONReading {
        try JSONReading(text: #"{"protocols":[\#(rows)],"totalDataChart":[]}"#, stem: stem, observedAt: "2026-11-01")
    }

    private func keys(_ reading: JSONReading) -> [ProtocolKey] {
        reading.facts.compactMap { if case .protocol(let key) = $0.subject { key } else { nil } }
    }

    @Test("A protocol has the source's pointers and its own value, and null is no value")
    func protocols() throws {
        let rows = [
            row("1", "2.5", #","gecko_id":"aave","parentProtocol":"parent#aave","category":"Lending""#),
            row("2", "null"), row("3", "0", #","gecko_id":null"#), row("4", #""5""#), row("5", "-1"),
        ]
        let reading = try JSONReading(text: "[\(rows.joined(separator: ","))]", folder: "20261101T100000Z")
        #expect(reading.reader == "defillama-protocols")
        #expect(reading.facts.map(\.values) == [["tvl_usd": 2.5], ["tvl_usd": 0]])
        #expect(reading.facts.allSatisfy { $0.time == "2026-11-01T10:00:00Z" })
        let aave = ProtocolKey("1", coin: "aave", parent: "parent#aave", category: "Lending", name: "N1")
        #expect(keys(reading) == [aave, ProtocolKey("3", name: "N3")])
        #expect(reading.rejects.map(\.reason) == ["bad-number", "no-values"])
        #expect(ProtocolKey(text: aave.text, name: "N1") == aave)
    }

    @Test("A chain is named by its name, with the coin that the source points to")
    func chains() throws {
        let text = """
            [{"gecko_id":"ethereum","tvl":71.5,"tokenSymbol":"ETH","name":"Ethereum"},
            {"gecko_id":null,"tvl":3,"tokenSymbol":null,"name":"Base"}]
            """
        let reading = try JSONReading(text: text, observedAt: "2026-11-01")
        #expect(reading.facts.map(\.values) == [["chain_tvl_usd": 71.5], ["chain_tvl_usd": 3]])
        #expect(keys(reading).map(\.id) == ["chain:Ethereum", "chain:Base"])
        #expect(keys(reading).map(\.coin) == ["ethereum", nil])
    }

    @Test("Fees and revenue look alike, and what was asked for or the file's name tells them apart")
    func figures() throws {
        let rows = [
            #"{"defillamaId":"1","name":"A","protocolType":"protocol","total30d":60.25,"parentProtocol":"p"}"#,
            #"{"defillamaId":"9","name":"Solana","protocolType":"chain","total30d":7,"latestFetchIsOk":true}"#,
            #"{"defillamaId":"3","name":"C","protocolType":"protocol","total30d":8,"latestFetchIsOk":false}"#,
            #"{"defillamaId":"4","name":"D","protocolType":"protocol","total30d":null}"#,
        ].joined(separator: ",")
        for (stem, metric) in [("overview_dailyFees", "fees_30d"), ("dailyRevenue", "revenue_30d")] {
            let reading = try fees(rows, stem: stem)
            #expect(reading.facts.map(\.values) == [[metric: 60.25], [metric: 7]])
            #expect(keys(reading).map(\.id) == ["1", "chain:Solana"])
            #expect(keys(reading).map(\.parent) == ["p", nil])
        }
        let answer = "HTTP/1.1 200 OK\nassay-snapshot: 2026-11-01T10:00:00Z\nassay-figure: dailyRevenue\n\n"
        let archived = try JSONReading(text: answer + #"{"protocols":[\#(rows)]}"#, stem: "x")
        #expect(archived.facts.first?.values == ["revenue_30d": 60.25])
        #expect(archived.facts.first?.time == "2026-11-01T10:00:00Z")
    }

    @Test(
        "An answer that does not say what it has, or has nothing, is refused as a whole",
        arguments: [("x", "1", "no-figure"), ("dailyFees", "null", "no-values")]
    )
    func refused(_ stem: String, _ total: String, _ reason: String) throws {
        let row = #"{"defillamaId":"1","name":"A","protocolType":"protocol","total30d":\#(total)}"#
        do {
            let reading = try fees(row, stem: stem)
            Issue.record("read \(reading.facts.count) facts")
        } catch let refusal as SourceError {
            #expect(refusal.reason == reason)
        }
    }
}
