import CoinModel
import Testing

@testable import CoinSources

struct CoinNamesTests {
    /// A page of coins, as (id, symbol, name), none of them where it is nil.
    private func page(_ coins: [(String, String?, String?)]) -> [UInt8] {
        let rows = coins.map { id, symbol, name in
            let members = [("id", id), ("symbol", symbol), ("name", name)].compactMap { key, value in
                value.map { "\"\(key)\":\"\($0)\"" }
            }
            return "{\(members.joined(separator: ","))}"
        }
        return Array("[\(rows.joined(separator: ","))]".utf8)
    }

    private func named(_ bytes: [UInt8], in names: CoinNames) throws -> [(subject: Subject, number: Int)] {
        let document = try JSONDocument(bytes)
        var found: [(Subject, Int)] = []
        try names.withNumbers { coins in
            try document.forEachRow("*", ["id", "symbol", "name"]) { row in
                let number = try row.coin(in: &coins)
                found.append((coins.numbering[number], number))
            }
        }
        return found
    }

    @Test("The same names are one coin with one number on every page")
    func same() throws {
        let names = CoinNames()
        let first = try named(page([("a", "x", "A"), ("b", nil, "B"), ("a", "x", "A")]), in: names)
        let second = try named(page([("b", nil, "B"), ("a", "x", "\\u0041"), ("b", "", "B")]), in: names)
        #expect(first.map(\.number) == [0, 1, 0])
        #expect(second.map(\.number) == [1, 0, 1])
        #expect(first.map(\.subject) == [0, 1, 0].map { second.map(\.subject)[$0 == 0 ? 1 : 0] })
        #expect(first[0].subject == .coin(CoinKey(id: "a", symbol: "x", name: "A")))
        #expect(first[1].subject == .coin(CoinKey(id: "b", name: "B")))
    }

    @Test("An id is the same coin as text and as number, in any row")
    func numbers() throws {
        let rows = [#""7""#, "8", "7", #""8""#].map { "{\"id\":\($0),\"symbol\":\"s\",\"name\":\"N\"}" }
        let found = try named(Array("[\(rows.joined(separator: ","))]".utf8), in: CoinNames())
        #expect(found.map(\.number) == [0, 1, 0, 1])
        #expect(found[1].subject == .coin(CoinKey(id: "8", symbol: "s", name: "N")))
    }

    @Test("Names that differ only in their boundaries are different coins")
    func boundaries() throws {
        let parts: [(String, String?, String?)] = [
            ("ab", "c", nil), ("a", "bc", nil), ("abc", nil, nil), ("a", "b", "c"), ("ab", nil, "c"), ("a", nil, "bc"),
        ]
        let found = try named(page(parts), in: CoinNames())
        #expect(found.map(\.number) == Array(0..<parts.count))
        for (coin, part) in zip(found, parts) {
            #expect(coin.subject == .coin(CoinKey(id: part.0, symbol: part.1, name: part.2)))
        }
    }

    @Test("Long names are distinguished by all their bytes")
    func longNames() throws {
        let long = String(repeating: "wrapped-", count: 4)
        let parts: [(String, String?, String?)] = [
            (long, "w", "W"), (long + "a", "w", "W"), (long + "b", "w", "W"), (long + "ba", "w", "W"),
            (String(long.dropLast()), "w", "W"), ("w", long + "a", "W"), ("w", long + "b", "W"), ("w", "W", long + "a"),
            ("w", "W", long + "b"), ("w", "W", "\\u0041" + long), ("w", "W", "\\u0042" + long),
        ]
        let names = CoinNames()
        for _ in 0..<2 {
            #expect(try named(page(parts), in: names).map(\.number) == Array(0..<parts.count))
            for (number, part) in parts.enumerated() {
                #expect(try named(page([part]), in: names).map(\.number) == [number])
            }
        }
    }

    @Test("70,000 coins are distinguished, and numbering restarts with the next input")
    func many() throws {
        let names = CoinNames()
        let found = try named(page((0..<70_000).map { ("coin-\($0)", "s\($0 % 7)", nil) }), in: names)
        for (index, coin) in found.enumerated() {
            guard coin.subject == .coin(CoinKey(id: "coin-\(index)", symbol: "s\(index % 7)")), coin.number == index
            else {
                Issue.record("\(index): \(coin)")
                break
            }
        }
        #expect(try named(page([("new", nil, nil)]), in: names).map(\.number) == [0])
    }

    @Test("A block names the coins of its rows by their numbers")
    func blocks() throws {
        let (known, other) = (Subject.coin(CoinKey(id: "a")), Subject.coin(CoinKey(id: "b")))
        let numbering = SubjectNumbering()
        let (first, second) = (numbering.add(known), numbering.add(other))
        let context = ReadContext(path: "x.json", now: testClock)
        var facts = JSONFacts("s", .snapshot, [.price("usd")], context, numbering: numbering)
        var blocks: [ObservationBlock] = []
        let pages = [[first, second, first, second], [first], [second]]
        for page in pages {
            for (row, subject) in page.enumerated() {
                let fact = JSONFact(subject: subject, time: .moment(context.now), values: [1])
                try facts.take(row + 1, { _ in }, { fact })
            }
            try facts.flush { if case .observations(let block) = $0 { blocks.append(block) } }
        }
        let named = blocks.map { block in block.subjectIndex.map { block.subject(Int($0)) } }
        #expect(named == [[known, other, known, other], [known], [other]])
        #expect(blocks.map(\.subjects.count) == [2, 1, 1])
        #expect(blocks.map(\.subjectNumbers) == [[0, 1], [0], [1]])
    }
}
