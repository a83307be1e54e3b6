import CoinModel
import CoinStore
import GRDB
import Testing

@Suite struct EcosystemTests {
    private func entry(_ coin: String, _ name: String, _ since: String, _ repositories: [String]) throws
        -> CoinEcosystem
    {
        CoinEcosystem(
            coin: coin,
            ecosystem: Ecosystem(
                part: EcosystemPart(name: name, scope: .direct),
                since: try #require(Instant(since)),
                count: repositories.count,
                repositories: repositories.compactMap { RepositoryName($0) }
            )
        )
    }

    @discardableResult
    private func load(_ entries: [CoinEcosystem], into temporary: TemporaryStore, at time: String) throws
        -> InputOutcome
    {
        let result = try temporary.store.load(acceptedAt: try #require(Instant(time))) { session in
            let input = temporary.input("\(entries)-\(time)")
            session.begin(input)
            for entry in entries { session.add(entry) }
            return try session.accept(input)
        }
        return try #require(result.outcomes[result.value])
    }

    private func words(_ store: Store, at moment: String? = nil, known: String? = nil) throws -> [String] {
        try store.reading(known: known.flatMap { AsOf($0) }) { reader in
            try reader.ecosystems(at: moment.flatMap { AsOf($0) }).map { entry in
                let names = entry.ecosystem.repositories.map(\.description).joined(separator: " ")
                return "\(entry.coin) \(entry.ecosystem.part.name) \(entry.ecosystem.since.day) \(names)"
            }
        }
    }

    @Test("Of two loads for one time the later wins and the earlier stays known") func laterStatement() throws {
        let temporary = try TemporaryStore()
        let first = [
            try entry("a", "X", "2024-01-01T00:00:00Z", ["o/1", "O/2"]),
            try entry("b", "X", "2024-01-01T00:00:00Z", []),
        ]
        try load(first, into: temporary, at: "2024-04-01T00:00:00Z")
        let again = [
            try entry("a", "X", "2024-01-01T00:00:00Z", ["o/3"]), try entry("a", "X", "2023-01-01T00:00:00Z", ["o/0"]),
            try entry("b", "X", "2024-01-01T00:00:00Z", []),
        ]
        let outcome = try load(again, into: temporary, at: "2024-04-02T00:00:00Z")
        #expect(outcome.accepted == 2)
        #expect(try words(temporary.store) == ["a X 2024-01-01 o/3", "b X 2024-01-01 "])
        #expect(try words(temporary.store, at: "2023-06-01") == ["a X 2023-01-01 o/0", "b X 2024-01-01 "])
        #expect(try words(temporary.store, known: "2024-04-01") == ["a X 2024-01-01 o/1 O/2", "b X 2024-01-01 "])
        #expect(try temporary.store.check().isEmpty)
    }

    @Test("The newest statement up to a time is used, otherwise the oldest") func newestStatement() throws {
        let temporary = try TemporaryStore()
        let entries = [
            try entry("a", "X", "2025-01-01T12:00:00Z", ["o/new"]),
            try entry("a", "X", "2024-01-01T12:00:00Z", ["o/old"]),
            try entry("a", "Y", "2024-06-01T12:00:00Z", ["o/y"]), try entry("a", "Y", "2025-06-01T12:00:00Z", []),
            try entry("a", "X", "2024-07-01T12:00:00Z", ["o/mid"]),
            try entry("b", "X", "2024-07-01T12:00:00Z", ["o/b"]),
        ]
        try load(entries, into: temporary, at: "2024-04-01T00:00:00Z")
        let at = { (time: String?) in
            try words(temporary.store, at: time).compactMap {
                $0.split(separator: " ").dropFirst(3).first.map(String.init)
            }
        }
        #expect(try at("2020-01-01") == ["o/old", "o/y", "o/b"])
        #expect(try at("2024-01-01") == ["o/old", "o/y", "o/b"])
        #expect(try at("2024-07-01T11:59:59Z") == ["o/old", "o/y", "o/b"])
        #expect(try at("2024-07-01T12:00:00Z") == ["o/mid", "o/y", "o/b"])
        #expect(try at("2025-01-01T11:59:59Z") == ["o/mid", "o/y", "o/b"])
        #expect(try at("2025-01-01") == ["o/new", "o/y", "o/b"])
        #expect(try at(nil) == ["o/new", "o/b"])
    }

    @Test("Known ecosystems are unchanged and their order does not matter") func unchanged() throws {
        let entries = [
            try entry("a", "X", "2024-01-01T00:00:00Z", ["o/1", "o/2"]),
            try entry("a", "Y", "2024-01-01T00:00:00Z", ["o/3"]),
        ]
        let (one, other) = (try TemporaryStore(), try TemporaryStore())
        try load(entries, into: one, at: "2024-04-01T00:00:00Z")
        #expect(try load(entries, into: one, at: "2024-04-02T00:00:00Z").unchanged == 3)
        for entry in entries.reversed() { try load([entry], into: other, at: "2024-04-01T00:00:00Z") }
        let digests = try [one, other].map { try $0.store.reading { try $0.contentDigest() } }
        #expect(digests[0] == digests[1])
        try load([try entry("a", "Y", "2024-01-01T00:00:00Z", ["o/4"])], into: other, at: "2024-04-03T00:00:00Z")
        #expect(try other.store.reading { try $0.contentDigest() } != digests[0])
    }

    @Test("A rejected input stores no ecosystem") func rejectedEcosystem() throws {
        let temporary = try TemporaryStore()
        let added = try entry("a", "X", "2024-01-01T00:00:00Z", ["o/1"])
        try temporary.store.load(acceptedAt: try #require(Instant("2024-04-01T00:00:00Z"))) { session in
            let (refused, taken) = (temporary.input("refused"), temporary.input("taken"))
            session.begin(refused)
            session.add(added)
            try session.refuse(refused, because: Reject("x", detail: "x"))
            session.begin(taken)
            try session.accept(taken)
        }
        #expect(try words(temporary.store).isEmpty)
    }

    @Test(
        "A stored ecosystem row that cannot be read is damage",
        arguments: [
            "repositories = 'o'", "repositories = 'o/1' || char(10) || 'o'", "scope = 'some'", "since = 'once'",
        ]
    )
    func unreadableRow(change: String) throws {
        let temporary = try TemporaryStore()
        try load([try entry("a", "X", "2024-01-01T00:00:00Z", ["o/1"])], into: temporary, at: "2024-04-01T00:00:00Z")
        try DatabaseQueue(path: temporary.path).write { try $0.execute(sql: "UPDATE coin_ecosystem SET \(change)") }
        let error = #expect(throws: StoreError.self) { try words(temporary.store) }
        #expect(error?.reason == .damaged)
    }
}
