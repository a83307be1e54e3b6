import CoinIdentity
import CoinModel
import Testing

/// Which migrations go together.
@Suite struct CoinMigrationsTests {
    private let coins = ["a", "b", "c", "d"].map {
        Crosswalk.Member(SourceCoin(CoinArgument($0), symbol: $0, name: $0), isListed: true, hasFacts: true)
    }

    private func decision(_ text: String) throws -> CoinDecision { try #require(CoinDecision(text)) }

    /// The migrations that hold, as `ab`.
    private func held(_ texts: String...) throws -> [String] {
        let crosswalk = Crosswalk(coins, decisions: try texts.map(decision))
        return crosswalk.migrations.map { migration in
            [migration.former, migration.current].map { crosswalk.members[$0].coin.reference.id }.joined()
        }.sorted()
    }

    private func conflict(of text: String, beside others: String...) throws -> MigrationConflict? {
        let new = try decision(text)
        return Crosswalk(coins, decisions: try others.map(decision) + [new]).conflict(of: new)
    }

    @Test("Chains of migrations are accepted in any order") func chains() throws {
        #expect(try held("a migrated(1:1,2020-01-01) b", "b migrated(2:1,2021-01-01) c") == ["ab", "bc"])
        #expect(try held("b migrated(2:1,2021-01-01) c", "a migrated(1:1,2020-01-01) b") == ["ab", "bc"])
    }

    @Test("Contradicting migrations are reported with their conflict") func conflicts() throws {
        let known = "a migrated(1:1,2020-01-01) b"
        let first = try decision(known)
        #expect(try conflict(of: "b migrated(1:1,2021-01-01) a", beside: known) == nil, "it replaces the other")
        #expect(try conflict(of: "a migrated(1:1,2021-01-01) c", beside: known) == .secondSuccessor(first))
        #expect(try conflict(of: "c migrated(1:1,2021-01-01) b", beside: known) == .secondPredecessor(first))
        #expect(try conflict(of: "b migrated(1:1,2019-01-01) c", beside: known) == .order(first))
        #expect(try conflict(of: "c migrated(1:1,2020-01-01) a", beside: known) == .order(first))
        let second = "b migrated(1:1,2021-01-01) c"
        let circle = try conflict(of: "c migrated(1:1,2022-01-01) a", beside: known, second)
        #expect(circle == .circle([first, try decision(second)]))
        #expect(try conflict(of: "a migrated(1:1,2022-01-01) d", beside: "a same d", "a same d") == nil)
        #expect(try conflict(of: "a migrated(1:1,2022-01-01) d", beside: "a same c", "c same d") == .sameCoin)
    }

    @Test("An exchange of a coin's own units goes together with its migrations") func ownUnits() throws {
        let units = "b migrated(1000:1,2022-01-01) b"
        #expect(try held("a migrated(1:1,2020-01-01) b", units, "b migrated(1:1,2023-01-01) c") == ["ab", "bb", "bc"])
        #expect(try conflict(of: units, beside: "a migrated(1:1,2020-01-01) b") == nil)
        #expect(try held(units, "b migrated(100:1,2022-01-01) b") == ["bb"], "the last one holds")
    }

    @Test("The last decision about two coins wins") func lastDecision() throws {
        #expect(try held("a migrated(1:1,2020-01-01) b", "b migrated(1:1,2020-01-01) a") == ["ba"])
        #expect(try held("a migrated(1:1,2020-01-01) b", "b other a") == [])
        #expect(try held("a migrated(1:1,2020-01-01) b", "a same b") == [])
        #expect(try held("a same b", "a migrated(1:1,2020-01-01) b") == ["ab"])
        // Lists are not asked: of what does not go together the last one holds.
        #expect(try held("a migrated(1:1,2020-01-01) b", "c migrated(1:1,2021-01-01) b") == ["cb"])
    }

    @Test("A migrated coin is not merged with its successor") func migratedCoin() throws {
        let address = ContractAddress("ethereum/0xdac17f958d2ee523a2206206994597c13d831ec7")
        let members = ["a", "coinpaprika:b"].map { id in
            let coin = SourceCoin(CoinArgument(id), symbol: "S", name: "N", addresses: [address].compactMap { $0 })
            return Crosswalk.Member(coin, isListed: true, hasFacts: true)
        }
        #expect(Crosswalk(members).links.contains { $0 != nil })
        let parted = Crosswalk(members, decisions: [try decision("a migrated(1:1,2020-01-01) coinpaprika:b")])
        #expect(parted.links.allSatisfy { $0 == nil })
        #expect(parted.migrations.count == 1)
    }
}
