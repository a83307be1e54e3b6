import CoinIdentity
import CoinModel
import Testing

@Suite struct EcosystemTests {
    private func ecosystem(
        _ name: String,
        _ repositories: [String],
        since: String = "2024-01-01T00:00:00Z",
        scope: EcosystemScope = .direct
    ) -> Ecosystem {
        Ecosystem(
            part: EcosystemPart(name: name, scope: scope),
            since: Instant(since) ?? Instant(seconds: 0),
            count: repositories.count,
            repositories: repositories.compactMap { RepositoryName($0) }
        )
    }

    private func coin(_ id: String, _ symbol: String = "", _ name: String = "", _ repositories: [String] = []) -> Coin {
        Coin(id: id, symbol: symbol, name: name, repositories: repositories.compactMap { RepositoryName($0) })
    }

    private func names(_ coins: [Coin]) -> [[String]] { coins.map { $0.repositories.map(\.description) } }

    @Test("A map requests each ecosystem part once for all its coins") func mapParts() {
        let maker = EcosystemPart(name: "Maker", scope: .direct)
        let map = EcosystemMap([
            ("maker", maker), ("dai", maker),
            ("dai", EcosystemPart(name: "Maker", scope: .all)),
        ])
        #expect(map.parts == [maker, EcosystemPart(name: "Maker", scope: .all)])
        #expect(map.coins(of: ecosystem("Maker", ["o/a"])).map(\.coin) == ["maker", "dai"])
        #expect(map.coins(of: ecosystem("maker", ["o/a"])).isEmpty)
        #expect(map.coins == ["maker", "dai"])
    }

    @Test("Repositories of several coins are counted once") func sharedRepositories() {
        var shared = SharedRepositories()
        for (coin, names) in [("a", ["o/1", "o/2"]), ("b", ["O/2", "o/3"]), ("c", ["o/2"]), ("a", ["o/1"])] {
            shared.add(names.compactMap { RepositoryName($0) }, of: coin)
        }
        #expect(shared.count == 3)
        #expect(shared.sharedCount == 1)
    }

    @Test("A coin has the listed repositories, then those of its ecosystems") func repositoriesOfCoin() {
        let entries = [
            CoinEcosystem(coin: "a", ecosystem: ecosystem("X", ["o/B", "o/d", "o/z"])),
            CoinEcosystem(coin: "a", ecosystem: ecosystem("Y", ["o/c", "o/d"])),
            CoinEcosystem(coin: "unlisted", ecosystem: ecosystem("X", ["o/z"])),
        ]
        let listed = [coin("a", "", "", ["o/z", "o/b"]), coin("b", "", "", ["o/q"])]
        #expect(names(listed.with(entries)) == [["o/z", "o/b", "o/c", "o/d"], ["o/q"]])
        #expect(names(listed.with(entries.reversed())) == [["o/z", "o/b", "o/c", "o/d"], ["o/q"]])
        #expect(names(listed.with([])) == [["o/z", "o/b"], ["o/q"]])
    }

    @Test("Ecosystem proposals have their evidence, the best first") func ecosystemProposals() {
        let proposals = EcosystemProposals([
            ecosystem("Zcash", []), ecosystem("ZEC", []), ecosystem("Wallets", ["zcash/zcash", "zcash/librustzcash"]),
            ecosystem("Bridges", ["Zcash/zcash"]), ecosystem("Dash", ["dashpay/dash"]),
        ])
        let found = proposals.proposals(for: coin("zcash", "zec", "ZCash", ["zcash/zcash", "zcash/librustzcash"]))
        let words = found.map { "\($0.ecosystem.part.name) \($0.hasName) \($0.hasSymbol) \($0.shared.count)" }
        #expect(words == ["Zcash true false 0", "Wallets false false 2", "Bridges false false 1", "ZEC false true 0"])
        #expect(proposals.proposals(for: coin("monero", "XMR", "Monero", ["monero-project/monero"])).isEmpty)
        #expect(proposals.proposals(for: coin("x", "", "")).isEmpty)
    }

    @Test("Names are compared by letters and digits only") func plainNames() {
        let proposals = EcosystemProposals([ecosystem("Sushi Swap", []), ecosystem("Fetch.ai", []), ecosystem("!", [])])
        #expect(proposals.proposals(for: coin("sushi", "", "SushiSwap")).map(\.ecosystem.part.name) == ["Sushi Swap"])
        #expect(proposals.proposals(for: coin("fetch-ai", "", "")).map(\.ecosystem.part.name) == ["Fetch.ai"])
        #expect(proposals.proposals(for: coin("?", "!", "")).isEmpty)
    }

    @Test("At most five ecosystems are proposed") func fiveProposals() {
        let proposals = EcosystemProposals((0..<9).map { ecosystem("E\($0)", ["o/a"]) })
        let found = proposals.proposals(for: coin("a", "", "", ["o/a"])).map(\.ecosystem.part.name)
        #expect(found == ["E0", "E1", "E2", "E3", "E4"])
    }
}
