import CoinModel
import Testing

@Suite struct ColumnMapTests {
    @Test(
        "Pairs are read at commas that a name follows, and written for the ledger without a blank",
        arguments: [
            (["date=Datum"], "date=Datum"),
            (["price_usd=Kurs (USD),date=Datum", "symbol=Kürzel"], "date=Datum,price_usd=Kurs%20(USD),symbol=Kürzel"),
            (["name=Name, long,date=D"], "date=D,name=Name%2c%20long"), (["price=a=b"], "price=a=b"),
            (["name=100 % name=x"], "name=100%20%25%20name=x"), (["date= Tag "], "date=Tag"), ([], ""),
        ]
    )
    func pairs(texts: [String], ledger: String) throws {
        var map = ColumnMap()
        for text in texts { #expect(map.add(text) == nil) }
        #expect(map.description == ledger)
        #expect(ColumnMap(ledger: ledger) == map)
    }

    @Test(
        "What is not a pair, or names a thing twice, is named",
        arguments: [
            ("Datum", "takes column=heading"), ("=Datum", "takes column=heading"), ("Date=x", "takes column=heading"),
            ("date=", "names no heading for 'date'"), ("date=a,date=b", "names 'a' and 'b' for 'date'"),
            ("date=a,time=A", "names 'A' for 'date' and 'time'"),
        ]
    )
    func faults(text: String, fault: String) {
        var map = ColumnMap()
        #expect(map.add(text)?.hasPrefix(fault) == true)
    }

    @Test("A header goes by the names, whatever the letter case; one without a heading by none")
    func headers() {
        var map = ColumnMap()
        _ = map.add("date=Tag,price=Kurs")
        #expect(map.renamed(["tag", "Coin", "KURS"]) == ["date", "coin", "price"])
        #expect(map.renamed(["tag", "date", "kurs"]) == ["date", "date of the file", "price"])
        #expect(map.renamed(["tag", "coin"]) == nil)
        #expect(map.missing(in: ["tag", "coin"]) == ["Kurs"])
        #expect(ColumnMap(ledger: "date=%zz") == nil && ColumnMap(ledger: "date") == nil)
    }
}
