import CoinModel
import Testing

@testable import CoinSources

private func map(_ text: String) -> ColumnMap {
    var map = ColumnMap()
    _ = map.add(text)
    return map
}

private func head(_ text: String) -> InputHead { InputHead(bytes: Array(text.utf8)) }

@Suite struct OwnTableTests {
    @Test("Each table has a format, and each of its columns a name") func tables() {
        #expect(OwnTable.all.map(\.title) == ["market data", "weekly commits", "search interest", "coins"])
        #expect(OwnTable.all.allSatisfy { !$0.needs.isEmpty && $0.needs.allSatisfy { !$0.names.isEmpty } })
        #expect(OwnTable.all.flatMap(\.needs).filter(\.isMoney).count == 1)
    }

    @Test(
        "A table that no format has is answered with the nearest table, what it lacks, and what to type",
        arguments: [
            (
                "Coin;Kürzel;Datum;Kurs (€)\nBitcoin;BTC;1.2.2024;5\n", "market data (date,coin_id,price_usd);",
                "--map 'name=Coin,symbol=Kürzel,date=Datum,price_eur=Kurs (€)'`"
            ),
            (
                "Name,Day,Close in GBP,Market Cap,24h Volume\na,2024-01-01,1,2,3\n", "market data",
                "--map 'date=Day,price_gbp=Close in GBP,market_cap=Market Cap,volume=24h Volume'`"
            ),
            (
                "Tag\tKurs\n2024-01-01\t1\n", "of which it lacks `symbol` (or coin_id, id, name)",
                "--map date=Tag,price=Kurs`, or name the coin of all rows with --coin ID"
            ),
            ("a,b\n1,2\n", "lacks `date`", "--map date=HEADING,price_usd=HEADING`"),
            (
                "Repository,Woche,Commits\na/b,2024-01-07,3\n", "weekly commits",
                "--map repo=Repository,week_start=Woche`"
            ),
            ("Suchbegriff,Woche,Wert,coin_id\nx,2024-01-07,3,x\n", "search interest", "term=Suchbegriff"),
            (
                "Asset,Ticker,Github\nx,X,a/b\n", "coins (id,symbol,name,repos)",
                "--map id=Asset,symbol=Ticker,repos=Github`"
            ),
            ("Export of 1.2.2024;;;\n\nTag;Kurs;Münze;x\n1.2.2024;5;BTC;y\n", "market data", "date=Tag"),
        ]
    )
    func answers(text: String, nearest: String, line: String) {
        let answer = head(text).answer(path: "my file.csv", kind: nil, namesCoin: false)
        #expect(answer.contains(nearest) && answer.contains("assay load 'my file.csv'") && answer.contains(line))
    }

    @Test("What is not a table is answered with its first line, a list of repositories with the command for it")
    func others() {
        #expect(
            head("hello\nworld\n").answer(path: "x", kind: nil, namesCoin: false) == "; its first line reads `hello`"
        )
        let list = head("# mine\na/b\nhttps://github.com/c/d  # note\n")
        #expect(RepositoryList.isOne(list))
        #expect(
            list.answer(path: "x", kind: .coins, namesCoin: false).contains(
                "`assay identity propose x --output coins.csv`"
            )
        )
        #expect(!RepositoryList.isOne(head("a/b\nc\nd\n")) && !RepositoryList.isOne(head("# nothing\n")))
    }

    @Test("A mapped table is read by the first line that has all headings, under the names of its columns")
    func mapped() throws {
        let text = "Export;x\n\nTag;Kürzel;Kurs;price_usd\n24.03.2024;BTC;1,5;9\n25.03.2024;BTC;2,5;9\n"
        let columns = map("date=Tag,symbol=Kürzel,price_usd=Kurs")
        let read = try reading(text, as: "tidy-market") {
            $0.hints.columns = columns
            $0.hints.notation.decimal = .comma
        }
        #expect(read["tidy-market BTC price_usd 2024-03-24"] == 1.5 && read.rows == 2)
        #expect(read.unread == ["price_usd of the file"])
        let named = try head(text).named(by: columns)
        #expect(try columns.reader(for: named, kind: nil, namesCoin: false).id == "tidy-market")
    }

    @Test("A table of one coin needs no column of coins where the caller names it")
    func oneCoin() throws {
        let text = "Tag,Kurs\n2024-03-24,1.5\n"
        let columns = map("date=Tag,price_usd=Kurs")
        let named = try head(text).named(by: columns)
        #expect(try columns.reader(for: named, kind: nil, namesCoin: true).id == "tidy-market")
        let error = #expect(throws: SourceError.self) { try columns.reader(for: named, kind: nil, namesCoin: false) }
        #expect(error?.reason == "missing-column")
        let read = try reading(text, as: "tidy-market") {
            $0.hints.columns = columns
            $0.hints.coin = "bitcoin"
        }
        #expect(read["tidy-market bitcoin price_usd 2024-03-24"] == 1.5)
    }

    @Test("A heading that no line has, and names of different kinds of tables, refuse the file")
    func refusals() throws {
        let text = "Tag,Kurs\n2024-03-24,1.5\n"
        let wrong = #expect(throws: SourceError.self) { try head(text).named(by: map("date=Datum")) }
        #expect(wrong?.reason == "wrong-header" && wrong?.detail.contains("`Tag`, `Kurs`") == true)
        let mixed = map("date=Tag,commits=Kurs")
        let named = try head(text).named(by: mixed)
        let error = #expect(throws: SourceError.self) { try mixed.reader(for: named, kind: nil, namesCoin: true) }
        #expect(error?.reason == "missing-column")
        let json = #expect(throws: SourceError.self) { try head("[{\"a\":1}]").named(by: map("date=a")) }
        #expect(json?.reason == "not-recognised")
        #expect(map("prise=a,price_usd=b,market_cap_eur=c,date_usd=d").unknownNames == ["date_usd", "prise"])
    }
}
