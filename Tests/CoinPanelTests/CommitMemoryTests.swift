import CoinModel
import CoinStore
import Foundation
import Testing

@testable import CoinPanel

/// Three logs of repositories that have one commit, which landed in each at another time.
@Suite struct CommitMemoryTests {
    private static let names = ["one/a", "one/b", "one/c"]
    private static let landings: [Int64] = [19_050, 19_010, 19_030]

    @Test("Several moments read with one memory find the families that each finds alone")
    func families() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let store = try Store(path: folder.appendingPathComponent("s.sqlite").path, mode: .write)
        let repositories = try Self.names.map { try #require(RepositoryName($0)) }
        _ = try store.load(acceptedAt: try #require(Instant("2024-04-01T00:00:00Z"))) { session in
            for (repository, landing) in zip(repositories, Self.landings) {
                var input = InputDescriptor(path: "\(repository.key).csv", stem: repository.key)
                (input.kind, input.format, input.size, input.digest) = (.commits, "test", 1, repository.key)
                session.begin(input)
                _ = try session.add(block(repository, landed: [18_000, landing]))
                try session.accept(input)
            }
        }
        let coin = Coin(id: "one", symbol: "ONE", name: "One", repositories: repositories)
        let expected: [(day: Int32, families: [Int?])] = [
            (19_060, [0, 0, 0]), (19_030, [nil, 0, 0]), (19_020, [nil, nil, nil]), (19_050, [0, 0, 0]),
            (19_040, [nil, 0, 0]),
        ]
        try store.reading { reader in
            let memory = CommitMemory()
            for (day, families) in expected {
                let asOf = AsOf.day(Day(index: day))
                memory.beginMoment()
                for memory in [memory, CommitMemory()] {
                    let shared = try SharedCommits(reader, [coin], asOf, memory)
                    let found = repositories.map { shared[shared.place(of: $0, in: "commit-log-csv")]?.family }
                    #expect(found == families, "\(day)")
                }
            }
        }
    }

    /// A commit of the repository's own, and one that the others have too.
    private func block(_ repository: RepositoryName, landed: [Int64]) -> CommitBlock {
        let commits = landed.enumerated().map { place, day in
            CommitRecord(
                id: place == 1 ? 7 : UInt64(repository.key.utf8.last ?? 0),
                landed: day * 86_400,
                landingID: 0,
                committedDay: Int32(day),
                authoredDay: .min,
                developer: 0,
                flags: [],
                work: 0
            )
        }
        var block = CommitBlock(
            repository: repository,
            source: "commit-log-csv",
            covered: Week(index: 2800),
            commits: commits,
            developers: [DeveloperID(high: 1, low: 1)]
        )
        block.log = CommitBlock.Log(metrics: [.commits], namesCommits: true, line: 1)
        return block
    }
}
