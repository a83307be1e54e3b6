import CoinIdentity
import CoinModel
import Testing

@Suite struct UniverseTests {
    let universe = Universe([
        Coin(id: "bitcoin", symbol: "BTC", name: "Bitcoin"),
        Coin(id: "batcat", symbol: "btc", name: "batcat"),
        Coin(id: "ethereum", symbol: "ETH", name: "Ethereum"),
        Coin(id: "bitcoin", symbol: "XXX", name: "Impostor"),
        Coin(id: "near", symbol: "NEAR", name: "NEAR Protocol"),
    ])

    func id(_ match: Universe.Match) -> String? {
        if case .coin(let index) = match { universe.coins[index].id } else { nil }
    }

    @Test("An id of the coin list decides alone") func listID() {
        #expect(id(universe.match(CoinKey(id: "bitcoin", symbol: "??"), in: .universe)) == "bitcoin")
        #expect(universe.match(CoinKey(id: "BITCOIN"), in: .universe) == .unknown)
    }

    @Test("An id of another source is not an id of the list") func foreignID() {
        let paprika = IdentifierSpace(source: "coinpaprika-tickers")
        #expect(universe.match(CoinKey(id: "bitcoin"), in: paprika) == .unknown)
        let key = CoinKey(id: "btc-bitcoin", symbol: "BTC", name: "Bitcoin")
        #expect(id(universe.match(key, in: paprika)) == "bitcoin")
    }

    @Test("A shared symbol is ambiguous unless the name decides") func ambiguousSymbol() {
        let source = IdentifierSpace(source: "yahoo-csv")
        #expect(universe.match(CoinKey(symbol: "BTC"), in: source) == .ambiguous(["batcat", "bitcoin"]))
        #expect(id(universe.match(CoinKey(symbol: "btc", name: " BITCOIN "), in: source)) == "bitcoin")
        #expect(universe.match(CoinKey(symbol: "BTC", name: "Other"), in: source) == .unknown)
        #expect(id(universe.match(CoinKey(symbol: "eth"), in: source)) == "ethereum")
    }

    @Test("A name alone means the one coin that has it; an empty symbol is none")
    func nameAlone() {
        let source = IdentifierSpace(source: "tidy-market")
        #expect(id(universe.match(CoinKey(name: " near protocol"), in: source)) == "near")
        #expect(id(universe.match(CoinKey(symbol: "", name: "Ethereum"), in: source)) == "ethereum")
        #expect(universe.match(CoinKey(name: "Other"), in: source) == .unknown)
        #expect(universe.match(CoinKey(id: "x", name: "Ethereum"), in: .source("coinpaprika")) == .unknown)
    }

    @Test("A search term is matched by id, then name, then symbol") func searchTerm() {
        #expect(id(universe.match(term: "near protocol")) == "near")
        #expect(id(universe.match(term: "NEAR")) == "near")
        #expect(id(universe.match(term: "eth")) == "ethereum")
        #expect(universe.match(term: "btc") == .ambiguous(["batcat", "bitcoin"]))
        #expect(universe.match(term: "weather") == .unknown)
    }

    @Test("A declared search term means its coin before any id, name or symbol, and none where two declare it")
    func declaredSearchTerms() {
        let universe = Universe(
            [
                ("near", "/m/05p0rrx"), ("flow", "Near"), ("one", "both"), ("two", "both"),
            ].map { Coin(id: $0, symbol: "", name: "", tags: [DeclaredSearchTerm($1).tag, "search:far"]) }
        )
        func match(_ term: String) -> String? {
            if case .coin(let index) = universe.match(term: term) { universe.coins[index].id } else { nil }
        }
        #expect(match("/m/05p0rrx") == "near")
        #expect(match("near") == "flow")
        #expect(match("one") == "one")
        #expect(match("both") == nil)
        let flow = universe.coins.firstIndex { $0.id == "flow" } ?? 0
        #expect(["NEAR", "far", "flow"].map { universe.place(ofTerm: $0, declaredBy: flow) } == [0, 1, nil])
    }

    @Test("Coins are found by id, then symbol, then name") func search() {
        #expect(universe.find("bitcoin").map(\.coin.id) == ["bitcoin"])
        #expect(universe.find("btc").map(\.coin.id) == ["batcat", "bitcoin"])
        #expect(universe.find("b").map(\.coin.id) == ["batcat", "bitcoin"])
        #expect(universe.find("proto").map(\.coin.id) == ["near"])
        #expect(universe.find("  ").isEmpty)
        #expect(universe.match(words: "btc") == .ambiguous(["batcat", "bitcoin"]))
        #expect(id(universe.match(words: "Near")) == "near")
        #expect(universe.match(words: "proto") == .unknown)
    }

    @Test("Ids, then symbols, then names that begin with a word complete it; a kind before it leaves the others out")
    func completedNames() {
        let universe = Universe([
            Coin(id: "sun", symbol: "SUN", name: "Sun Coin"), Coin(id: "other", symbol: "sun", name: "SUNNY"),
            Coin(id: "far", symbol: "", name: "far"),
        ])
        #expect(universe.names(beginningWith: "SU") == ["sun", "SUN", "SUNNY", "Sun Coin"])
        #expect(universe.names(beginningWith: "id:s") == ["id:sun"])
        #expect(universe.names(beginningWith: "symbol:s") == ["symbol:SUN", "symbol:sun"])
        #expect(universe.names(beginningWith: "name:far") == ["name:far"])
        #expect(universe.names(beginningWith: "") == ["far", "other", "sun", "SUN", "SUNNY", "Sun Coin"])
        #expect(universe.names(beginningWith: "x").isEmpty)
    }

    @Test(
        "Text that fits several coins is ambiguous, and a prefix decides",
        arguments: [
            ("sun", ["sun", "other"]), ("SUN", ["sun", "other"]), ("id:sun", ["sun"]), ("id:other", ["other"]),
            ("symbol:sun", ["other"]), ("name:\"Own Sun\"", ["sun"]), ("name:own sun", ["sun"]),
            ("sun-coin", ["other"]),
            // Its id and its symbol are the same word.
            ("moon", ["moon"]), ("Case", ["Case", "case"]), ("id:case", ["case"]), ("id:CASE", ["Case", "case"]),
            ("id:", []), ("name:moon", []), ("id:id:odd", ["id:odd"]), ("id:odd", []), ("\"moon\"", []),
        ]
    )
    func ambiguousText(_ words: String, _ meant: [String]) {
        let universe = Universe([
            Coin(id: "sun", symbol: "OWN", name: "Own Sun"), Coin(id: "other", symbol: "SUN", name: "Sun-coin"),
            Coin(id: "moon", symbol: "MOON", name: ""), Coin(id: "case", symbol: "", name: ""),
            Coin(id: "Case", symbol: "", name: ""), Coin(id: "id:odd", symbol: "", name: ""),
        ])
        switch universe.match(words: words) {
        case .coin(let index): #expect([universe.coins[index].id] == meant)
        case .ambiguous(let ids): #expect(ids == meant)
        case .unknown: #expect(meant.isEmpty)
        }
    }

    @Test("Tidy files and CoinGecko use the ids of the list") func listSources() {
        #expect(IdentifierSpace(source: "tidy-market:yahoo") == .universe)
        #expect(IdentifierSpace(source: "coingecko-markets") == .universe)
        #expect(IdentifierSpace(source: "coinmarketcap-listings") == .source("coinmarketcap"))
    }
}
