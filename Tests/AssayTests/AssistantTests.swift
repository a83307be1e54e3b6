import Foundation
import TestPrograms
import Testing

/// What `assay mcp` answers next to what the commands print.
@Suite struct AssistantTests {
    /// Calls of tools, with the command that prints the same rows.
    private static let calls: [(tool: String, arguments: String, command: [String])] = [
        ("rank", #"{"preset":"activity","limit":200}"#, ["rank", "--preset", "activity"]),
        ("rank", #"{"preset":"classic","sort":"name:desc"}"#, ["rank", "--preset", "classic", "--sort", "name:desc"]),
        (
            "rank", #"{"where":"rank <= 3","columns":["coin_id","rank"],"as_of":"2023-12-31"}"#,
            ["rank", "--where", "rank <= 3", "--columns", "coin_id,rank", "--as-of", "2023-12-31"]
        ),
        ("find", #"{"query":"coin"}"#, ["find", "coin"]),
        ("coin", #"{"coin":"c1"}"#, ["coin", "c1"]),
        ("coin", #"{"coin":"c1","weeks":3}"#, ["coin", "c1", "--weeks", "3"]),
        ("coin", #"{"coin":"c1","part":"details"}"#, ["coin", "c1", "--details"]),
        ("coin", #"{"coin":"c1","part":"ranks","weeks":2}"#, ["coin", "c1", "--ranks", "--weeks", "2"]),
        ("compare", #"{"coins":["c1","c2","c3"]}"#, ["compare", "c1", "c2", "c3"]),
        ("why", #"{"coin":"c1"}"#, ["why", "c1"]),
        ("why", #"{"coin":"c1","metric":"price_usd"}"#, ["why", "c1", "price_usd"]),
        ("sql", #"{"statement":"SELECT * FROM coin"}"#, ["store", "sql", "SELECT * FROM coin"]),
    ]

    private static func line(_ id: Int, _ tool: String, _ arguments: String) -> String {
        let params = #"{"name":"\#(tool)","arguments":\#(arguments)}"#
        return #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":\#(params)}"# + "\n"
    }

    /// The rows of the answers to calls, by their ids.
    private func rows(_ lines: String, in market: SmallMarket) throws -> [Int: NSArray] {
        try market.write("session", lines)
        let end = try shell(["sh", "-c", "assay mcp <session"], in: market.folder)
        try #require(end.status == 0, "\(end.errors)")
        #expect(!end.output.utf8.contains { $0 > 0x7E })
        var rows: [Int: NSArray] = [:]
        for line in end.output.split(separator: "\n") {
            let answer = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary
            let id = try #require(answer?["id"] as? Int)
            let result = answer?["result"] as? NSDictionary
            rows[id] = (result?["structuredContent"] as? NSDictionary)?["rows"] as? NSArray
        }
        return rows
    }

    @Test("A tool answers with the rows that the command prints") func sameRows() throws {
        try SmallMarket.with { market in
            let load = "assay load all coins.csv market.csv commits.csv trends.csv --quiet"
            try #require(shell(["sh", "-c", load], in: market.folder).status == 0)
            for (id, call) in AssistantTests.calls.enumerated() {
                let got = try rows(AssistantTests.line(id, call.tool, call.arguments), in: market)
                let printed = try shell(["assay"] + call.command + ["--format", "json"], in: market.folder)
                let expected = try JSONSerialization.jsonObject(with: Data(printed.output.utf8)) as? NSArray
                #expect(got[id] != nil && got[id] == expected, "\(call)")
            }
        }
    }

    @Test("A statement that is cancelled ends, its answer is not sent, and the next call is answered") func cancelled()
        throws
    {
        try SmallStore.with { store in
            let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
            let lines =
                AssistantTests.line(1, "sql", #"{"statement":"\#(endless)"}"#)
                + AssistantTests.line(2, "find", #"{"query":"btc"}"#)
                + #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"# + "\n"
                + #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"unknown"}}"# + "\n"
            try store.write("session", lines)
            let end = try store.run("assay mcp <session")
            #expect(end.status == 0 && end.output.split(separator: "\n").count == 1, "\(end.output)")
            #expect(end.output.contains(#""id":2"#))
        }
    }

    @Test("Of many calls at once eight wait, and the others are refused by their ids") func manyCalls() throws {
        try SmallStore.with { store in
            let slow = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
            let lines = (1...12).map {
                AssistantTests.line($0, "sql", #"{"statement":"\#($0 == 1 ? slow : "SELECT 1")"}"#)
            }
            try store.write("session", lines.joined())
            let answers = try store.run("assay mcp <session").output.split(separator: "\n")
            #expect(answers.count == 12)
            let refused = answers.filter { $0.contains(#""code":-32000"#) }
            #expect((3...4).contains(refused.count), "\(refused)")
            #expect(answers.contains { $0.contains("[sql-limit]") })
        }
    }

    @Test("A store that was replaced is another file, and says so") func replacedStore() throws {
        try SmallStore.with { store in
            let script = """
                mkfifo lines; assay mcp <lines >answers & exec 3>lines
                ask() { cat session >&3; i=0; while [ "$(wc -l <answers)" -lt $1 ] && [ $((i += 1)) -lt 999 ]; do sleep 0.05; done; }
                ask 1; cp assay.sqlite new && mv new assay.sqlite; ask 2; exec 3>&-; wait
                grep -c '"isError":false' answers; grep -c '"isError":true' answers; grep -c 'store-replaced' answers
                """
            try store.write("session", AssistantTests.line(1, "find", #"{"query":"btc"}"#))
            let end = try store.run(script)
            #expect(end.output == "1\n1\n1\n", "\(end.errors)")
        }
    }

    @Test("A ranking of a store that was loaded meanwhile is a new one") func newFacts() throws {
        try SmallMarket.with { market in
            let script = """
                assay load all coins.csv market.csv commits.csv trends.csv --quiet
                mkfifo lines; assay mcp <lines >answers & exec 3>lines
                ask() { cat session >&3; i=0; while [ "$(wc -l <answers)" -lt $1 ] && [ $((i += 1)) -lt 999 ]; do sleep 0.05; done; }
                ask 1; ask 2
                echo 'date,coin_id,price_usd\n2024-02-26,c1,17' >more.csv && assay load market more.csv --quiet
                ask 3; exec 3>&-; wait
                sort -u answers | grep -c rows; grep -c '"price_usd": 17' answers
                """
            try market.write("session", AssistantTests.line(1, "rank", #"{"columns":["coin_id","price_usd"]}"#))
            let end = try shell(["sh", "-c", script], in: market.folder)
            #expect(end.output == "2\n1\n", "\(end.errors)")
        }
    }
}
