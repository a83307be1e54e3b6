import CoinIdentity
import CoinModel
import Testing

@Suite struct CrosswalkTests {
    private func member(
        _ reference: String,
        _ symbol: String,
        _ name: String,
        at addresses: [(String, String)] = [],
        to pointers: [String] = [],
        isListed: Bool = false,
        hasFacts: Bool = true
    ) -> Crosswalk.Member {
        let reference = CoinArgument(reference)
        let source = reference.space.isEmpty ? "coingecko" : reference.space
        let coin = SourceCoin(
            reference,
            symbol: symbol,
            name: name,
            addresses: addresses.compactMap { ContractAddress(source: source, chain: $0, address: $1) },
            pointers: pointers.map { CoinArgument($0) }
        )
        return Crosswalk.Member(coin, isListed: isListed, hasFacts: hasFacts)
    }

    private func groups(_ crosswalk: Crosswalk) -> [String: [String]] {
        Dictionary(grouping: crosswalk.members.indices) {
            crosswalk.members[crosswalk.coin(of: $0)].coin.reference.description
        }
        .mapValues { $0.map { crosswalk.members[$0].coin.reference.description } }.filter { $0.value.count > 1 }
    }

    private func prices(_ crosswalk: Crosswalk, _ prices: [String: (Double, Int32)]) -> [[DatedFigure]] {
        crosswalk.members.map { member in
            prices[member.coin.reference.description].map { [price($0.0, on: Day(index: $0.1))] } ?? []
        }
    }

    @Test("The same address on the same chain links coins") func sameAddress() {
        let address = "0xdAC17F958D2ee523a2206206994597C13D831ec7"
        let crosswalk = Crosswalk([
            member("tether", "usdt", "Tether", at: [("ethereum", address), ("tron", "TR7NHq")]),
            member("coinpaprika:usdt-tether", "USDT", "Tether USD", at: [("eth-ethereum", address.lowercased())]),
            member("coinmarketcap:825", "USDT", "Tether USDt", at: [("tron", "tr7nhq")]),
        ])
        // Addresses that are no hexadecimal ones tell letter case apart.
        #expect(groups(crosswalk) == ["tether": ["tether", "coinpaprika:usdt-tether"]])
        #expect(crosswalk.links[2]?.basis == .address)
    }

    @Test("An address of two coins of one source links nothing") func sharedAddress() {
        let at = [("ethereum", "0xdac17f958d2ee523a2206206994597c13d831ec7")]
        let crosswalk = Crosswalk([
            member("a", "A", "A", at: at), member("b", "B", "B", at: at), member("coinpaprika:a-a", "A", "A", at: at),
        ])
        #expect(groups(crosswalk).isEmpty)
    }

    @Test("A source's own id of another source links coins") func sourceLink() {
        let crosswalk = Crosswalk([
            member("bitcoin", "btc", "Bitcoin", to: ["coinmarketcap:1"]), member("coinmarketcap:1", "BTC", "Bitcoin"),
            member("one", "one", "One"), member("two", "two", "Two", to: ["coinmarketcap:2"]),
            member("three", "two", "Two", to: ["coinmarketcap:2"]), member("coinmarketcap:2", "TWO", "Two"),
        ])
        #expect(groups(crosswalk) == ["bitcoin": ["bitcoin", "coinmarketcap:1"]])
    }

    @Test("Equal symbol, name and price agree, and link once stored") func agreement() {
        let members = [member("bitcoin", "btc", "Bitcoin"), member("coinpaprika:btc-bitcoin", "BTC", " bitcoin")]
        let crosswalk = Crosswalk(members)
        #expect(groups(crosswalk).isEmpty)
        let figures = ["bitcoin": (60_000.0, Int32(19_900)), "coinpaprika:btc-bitcoin": (62_999.0, 19_900)]
        let findings = crosswalk.findings(prices: prices(crosswalk, figures))
        #expect(findings.proposals.isEmpty && findings.refused == 0)
        #expect(findings.agreeing.map(\.description) == ["coinpaprika:btc-bitcoin agreeing bitcoin"])
        #expect(groups(Crosswalk(members, decisions: findings.agreeing)).count == 1)
    }

    @Test("Prices of any common day are compared") func anyDay() {
        let crosswalk = Crosswalk([
            member("bitcoin", "btc", "Bitcoin"), member("coinpaprika:btc-bitcoin", "BTC", "Bitcoin"),
        ])
        let day = Day(index: 19_900)
        let today = [price(70_000, on: Day(index: 19_901)), price(60_000, on: day)]
        let findings = crosswalk.findings(prices: [today, [price(60_100, on: day)]])
        #expect(findings.agreeing.first?.evidence == "BTC, Bitcoin; prices 60100.0 and 60000.0 on \(day)")
    }

    @Test(
        "Without an agreeing price a match is only proposed",
        arguments: [(63_001.0, Int32(19_900), "price"), (60_000, 19_901, "price-of-one-day")]
    )
    func lackingPrice(price: Double, day: Int32, lacking: String) {
        let crosswalk = Crosswalk([
            member("bitcoin", "btc", "Bitcoin"), member("coinpaprika:btc-bitcoin", "BTC", "Bitcoin"),
        ])
        let figures = ["bitcoin": (60_000.0, Int32(19_900)), "coinpaprika:btc-bitcoin": (price, day)]
        let findings = crosswalk.findings(prices: prices(crosswalk, figures))
        #expect(findings.agreeing.isEmpty && findings.proposals.map(\.lacking) == [lacking])
        #expect(groups(crosswalk).isEmpty)
    }

    @Test("Matches lacking one sign are proposed, a symbol alone never is") func proposals() {
        let crosswalk = Crosswalk([
            member("a", "AAA", "Alpha"), member("coinpaprika:aaa-a", "AAA", "Alpha Coin"),
            member("b", "BBB", "Beta"), member("coinpaprika:b-beta", "BB", "Beta"),
            member("c", "CCC", "Gamma"), member("c-2", "CCC", "Gamma"), member("coinpaprika:c", "CCC", "Gamma"),
            member("d", "DDD", "Delta"), member("coinpaprika:ddd", "DDD", "Other"),
        ])
        let figures = Dictionary(
            uniqueKeysWithValues: crosswalk.members.map {
                (
                    $0.coin.reference.description,
                    ($0.coin.name == "Other" ? 9.0 : $0.coin.reference.id == "c-2" ? 4.0 : 2.0, Int32(5))
                )
            }
        )
        let findings = crosswalk.findings(prices: prices(crosswalk, figures))
        #expect(findings.agreeing.isEmpty)
        let proposed = findings.proposals.map { "\($0.coin) \($0.target) \($0.lacking)" }
        #expect(
            proposed == [
                "coinpaprika:aaa-a a name", "coinpaprika:b-beta b symbol", "coinpaprika:c c one-on-each-side",
            ]
        )
        #expect(findings.refused == 2)
    }

    @Test("Nine coins with one symbol are matched one to one") func sharedSymbol() {
        let nine = (1...9).map { member("scc-\($0)", "scc", "Coin \($0)") }
        let others = (1...9).map { member("coinpaprika:scc-coin-\($0)", "SCC", "Coin \($0)") }
        let crosswalk = Crosswalk(nine + others)
        let equal = Dictionary(
            uniqueKeysWithValues: crosswalk.members.map { ($0.coin.reference.description, (1.0, Int32(5))) }
        )
        let findings = crosswalk.findings(prices: prices(crosswalk, equal))
        #expect(findings.agreeing.count == 9 && findings.proposals.isEmpty && findings.refused == 72)
        let joined = Crosswalk(nine + others, decisions: findings.agreeing)
        #expect(groups(joined).count == 9 && groups(joined).allSatisfy { $0.value.count == 2 })
        #expect(joined.findings(prices: prices(joined, equal)).agreeing.isEmpty)
    }

    @Test("Merged coins have the links of both") func mergedCoins() {
        let members = [
            member("a", "A", "A"), member("b", "B", "B"), member("coinpaprika:a-a", "A", "A"),
            member("coinpaprika:b-b", "B", "B"),
        ]
        func decision(_ coin: String, _ relation: CoinDecision.Relation, _ target: String) -> CoinDecision {
            CoinDecision(CoinArgument(coin), relation, CoinArgument(target))
        }
        let agreeing = [decision("coinpaprika:a-a", .agreeing, "a"), decision("coinpaprika:b-b", .agreeing, "b")]
        let joined = Crosswalk(members, decisions: agreeing + [decision("b", .same, "a")])
        #expect(groups(joined) == ["a": ["a", "b", "coinpaprika:a-a", "coinpaprika:b-b"]])
    }

    @Test("A user's decision overrides all else, and the last one wins") func decisions() {
        let at = [("ethereum", "0xdac17f958d2ee523a2206206994597c13d831ec7")]
        let members = [
            member("a", "A", "A", at: at), member("coinpaprika:a-a", "A", "A", at: at), member("a-2", "A2", "Other"),
        ]
        let apart = CoinDecision(CoinArgument("coinpaprika:a-a"), .other, CoinArgument("a"))
        #expect(groups(Crosswalk(members, decisions: [apart])).isEmpty)
        let same = CoinDecision(CoinArgument("coinpaprika:a-a"), .same, CoinArgument("a-2"))
        #expect(groups(Crosswalk(members, decisions: [apart, same])) == ["a-2": ["a-2", "coinpaprika:a-a"]])
        let again = CoinDecision(CoinArgument("a"), .same, CoinArgument("coinpaprika:a-a"))
        #expect(
            groups(Crosswalk(members, decisions: [apart, again])) == ["coinpaprika:a-a": ["a", "coinpaprika:a-a"]]
        )
    }

    @Test("A listed coin without data takes the match of symbol and name") func listedCoin() {
        func crosswalk(listedHasFacts: Bool) -> Crosswalk {
            Crosswalk([
                member("x", "X", "Ex", isListed: true, hasFacts: listedHasFacts), member("coinmarketcap:7", "X", "Ex"),
                member("coinpaprika:x-ex", "X", "Ex"),
            ])
        }
        // The second source has to agree with the first one.
        #expect(groups(crosswalk(listedHasFacts: false)) == ["x": ["x", "coinmarketcap:7"]])
        #expect(groups(crosswalk(listedHasFacts: true)).isEmpty)
    }

    @Test("Two lists of 17,000 coins are matched in under 20 seconds") func largeLists() {
        let left = (0..<17_000).map { member("coin-\($0)", "C\($0 % 9_000)", "Coin \($0)") }
        let right = (0..<17_000).map { member("coinpaprika:c-\($0)", "c\($0 % 9_000)", "COIN \($0)") }
        let clock = ContinuousClock()
        let time = clock.measure {
            let crosswalk = Crosswalk(left + right)
            let same = crosswalk.members.map { _ in [price(1, on: Day(index: 5))] }
            let findings = crosswalk.findings(prices: same)
            #expect(findings.agreeing.count == 17_000)
        }
        // Without optimisation; a quadratic rule would take minutes.
        #expect(time < .seconds(20))
    }

    @Test(
        "A decision reads back as written",
        arguments: ["coinpaprika:btc-bitcoin same bitcoin", "a%20b alias 100%25", "coinmarketcap:1 other x:y"]
    )
    func decisionText(_ text: String) {
        #expect(CoinDecision(text)?.description == text)
        #expect(CoinDecision(text + " more") == nil)
    }

    @Test("A coin reference names its source") func reference() {
        #expect(CoinArgument("coingecko:bitcoin") == CoinArgument(space: "", id: "bitcoin"))
        #expect(CoinArgument("coinmarketcap:1") == CoinArgument(space: "coinmarketcap", id: "1"))
        #expect(CoinArgument("ibc:atom") == CoinArgument(space: "", id: "ibc:atom"))
        #expect(CoinArgument("coinpaprika:").space.isEmpty)
    }
}

/// A price of a day.
private func price(_ value: Double, on day: Day) -> DatedFigure {
    DatedFigure(value, at: Instant(startOf: day), by: "test")
}
