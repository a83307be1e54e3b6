import CoinModel
import Testing

@Suite struct RepositoryRoleTests {
    private static let written: [(text: String, isSide: Bool, weight: Double?)] = [
        ("owner/app", false, nil), ("owner/app:side", true, nil), ("owner/app:core", false, nil),
        ("owner/name:0.6", false, 0.6), ("owner/name:side:0.6", true, 0.6), ("owner/name:core:1", false, 1),
        ("https://github.com/owner/name:side", true, nil),
        ("https://git.example.org:8080/group/name:side:0.25", true, 0.25),
    ]

    @Test("A repository name may be followed by a role and a weight", arguments: written)
    func reading(text: String, isSide: Bool, weight: Double?) throws {
        let listed = try #require(ListedRepository(text))
        #expect(listed.role.isSide == isSide)
        #expect(listed.role.weight == weight)
        // What is written is read again.
        #expect(ListedRepository(listed.description) == listed)
    }

    @Test(
        "Anything else after a repository name is rejected",
        arguments: [
            "owner/name:", "owner/name:tool", "owner/name:0", "owner/name:1.5", "owner/name:-0.5",
            "owner/name:0.6:side",
            "owner/name:side:0.6:0.6", "owner/name:nan", "owner:side", ":side",
        ]
    ) func rejected(text: String) { #expect(ListedRepository(text) == nil) }

    @Test("A coin has a repository once, in its first role")
    func list() {
        var coin = Coin(id: "c", symbol: "", name: "")
        coin.list(["o/a", "O/B:side", "o/a:0.5", "o/c:0.5"].compactMap { ListedRepository($0) })
        #expect(coin.listedRepositories.map(\.description) == ["o/a", "O/B:side", "o/c:0.5"])
        #expect(coin.roles.count == 2)
    }

    private static let shared: [(weights: [String: Double], shares: [String: Double])] = [
        ([:], ["a": 0.25, "b": 0.25, "c": 0.25]), (["a": 0.4], ["a": 0.4, "b": 0.2, "c": 0.2]),
        (["a": 0.6, "b": 0.4], ["a": 0.6, "b": 0.4, "c": 0]),
        (["a": 0.2, "b": 0.2, "c": 0.1], ["a": 0.2, "b": 0.2, "c": 0.1, "d": 0.5]),
        (["a": 0.2, "b": 0.2, "c": 0.05, "d": 0.05], ["a": 0.4, "c": 0.1]),
        (["a": 1, "b": 1], ["a": 0.5, "b": 0.5, "c": 0]),
    ]

    @Test("Written weights divide a repository, and coins without one share the rest equally", arguments: shared)
    func shares(weights: [String: Double], shares: [String: Double]) throws {
        let name = try #require(RepositoryName("o/n"))
        var repository = RepositoryHistory(name: name, firstActiveWeek: nil, source: nil)
        repository.coins = 4
        repository.weights = weights
        for (coin, share) in shares { #expect(abs(repository.share(of: coin) - share) < 1e-12) }
        #expect(repository.isStandIn == weights.isEmpty)
    }
}
