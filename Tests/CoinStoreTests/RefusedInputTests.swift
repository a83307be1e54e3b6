import CoinModel
import GRDB
import GRDBSQLite
import Testing

@testable import CoinStore

/// What inputs that are refused leave behind, and what many inputs cost.
@Suite struct RefusedInputTests {
    private let refusal = Reject("truncated", detail: "cut short")

    /// The rows of all tables but those that tell of inputs.
    private func tables(_ store: Store) throws -> [String] {
        try store.read { database in
            let names = try String.fetchAll(
                database,
                sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('load', 'reject')"
            )
            return try names.sorted().flatMap { name in
                try GRDB.Row.fetchAll(database, sql: "SELECT * FROM \"\(name)\"").map { "\(name) \($0)" }.sorted()
            }
        }
    }

    /// Rows of coins, a source and a metric that nobody else names, over many weeks.
    private func strange(_ count: Int) -> [ObservationBlock] {
        (0..<count).map { number in
            let day = Day(index: Int32(15_000 + number)).description
            return Row(coin: "new-\(number)", time: day, metric: .price("chf"), value: 1, source: "elsewhere").block
        }
    }

    /// Small ones wait in memory until they are refused; large ones were written by then.
    @Test("A rejected input leaves no coin, source or series name", arguments: [3, 1000])
    func leavesNoName(rows: Int) throws {
        let temporary = try TemporaryStore()
        try temporary.load([[Row(time: "2024-03-24", value: 1)]])
        let before = try tables(temporary.store)
        try temporary.store.load(acceptedAt: Instant(seconds: 1_711_929_600), waitingLimit: 100) { session in
            let entry = temporary.input("strange")
            session.begin(entry)
            session.add([Coin(id: "new", symbol: "n", name: "New")])
            for block in strange(rows) { try session.add(block) }
            try session.refuse(entry, because: refusal)
        }
        #expect(try tables(temporary.store) == before)
        #expect(try temporary.store.ledger().map(\.isRefused) == [false, true])
    }

    @Test("What follows a rejected input is stored as without it", arguments: [3, 1000])
    func following(rows: Int) throws {
        let good = (0..<300).map { Row(coin: "c\($0 % 7)", time: Day(index: Int32(19_000 + $0)).description, value: 2) }
        let stores = try [true, false].map { isThere in
            let temporary = try TemporaryStore()
            try temporary.store.load(acceptedAt: Instant(seconds: 1_711_929_600), waitingLimit: 100) { session in
                let entries = ["1", "strange", "2"].map { temporary.input($0) }
                session.begin(entries[0])
                for row in good[..<150] { try session.add(row.block) }
                try session.accept(entries[0])
                if isThere {
                    session.begin(entries[1])
                    for block in strange(rows) { try session.add(block) }
                    try session.refuse(entries[1], because: refusal)
                }
                session.begin(entries[2])
                for row in good[150...] { try session.add(row.block) }
                try session.accept(entries[2])
            }
            return temporary
        }
        #expect(try tables(stores[0].store) == tables(stores[1].store))
    }

    /// The steps of SQLite's machine that a load of so many inputs takes.
    private func steps(of count: Int, _ take: (LoadSession, InputDescriptor, Int) throws -> Void) throws -> Int {
        final class Counter {
            var steps = 0
        }
        let temporary = try TemporaryStore()
        let counter = Counter()
        try temporary.store.load(acceptedAt: Instant(seconds: 1_711_929_600)) { session in
            let context = Unmanaged.passUnretained(counter).toOpaque()
            sqlite3_progress_handler(
                session.database.sqliteConnection,
                1,
                { context in
                    if let context { Unmanaged<Counter>.fromOpaque(context).takeUnretainedValue().steps += 1 }
                    return 0
                },
                context
            )
            for number in 0..<count {
                let entry = temporary.input("\(number)")
                session.begin(entry)
                try take(session, entry, number)
            }
        }
        try temporary.store.write { sqlite3_progress_handler($0.sqliteConnection, 0, nil, nil) }
        return counter.steps
    }

    private func expectLinear(_ take: (LoadSession, InputDescriptor, Int) throws -> Void) throws {
        let (some, twice) = (try steps(of: 500, take), try steps(of: 1000, take))
        #expect(some > 500)
        #expect(Double(twice) < 2.2 * Double(some), "\(some) steps for 500 inputs, \(twice) for 1000")
    }

    @Test("Rejecting twice as many inputs takes twice the steps") func rejectingLinear() throws {
        try expectLinear { session, entry, number in
            try session.add(Row(coin: "coin-\(number)", time: "2024-03-24", value: 1).block)
            try session.refuse(entry, because: refusal)
        }
    }

    @Test("Accepting twice as many inputs takes twice the steps") func acceptingLinear() throws {
        try expectLinear { session, entry, number in
            try session.add(Row(coin: "coin-\(number)", time: "2024-03-24", value: 1).block)
            try session.accept(entry)
        }
    }

    @Test("Twice as many coin lists take twice the steps") func listsLinear() throws {
        try expectLinear { session, entry, number in
            let upstream = try #require(RepositoryUpstream("fork/r\(number)<source/r"))
            session.add([
                Coin(id: "c\(number)", symbol: "c", name: "C", repositories: [], tags: [], upstreams: [upstream])
            ])
            #expect(try session.upstreams().count == 1)
            try session.accept(entry)
        }
    }

    /// A circle lies within what the new entries lead to.
    @Test("Upstreams are followed from the new entries only") func upstreamsFollowed() throws {
        let said = ["a/1<a/2", "a/2<a/3", "b/1<b/2", "c/1<a/1"]
        var listed = ListedCoins([])
        for (number, text) in said.enumerated() {
            let upstream = try #require(RepositoryUpstream(text))
            listed.put(
                Coin(id: "\(number)", symbol: "", name: "", repositories: [], tags: [], upstreams: [upstream]),
                since: nil,
                load: 1
            )
        }
        func ledTo(_ texts: [String: String]) throws -> [String] {
            listed.upstreams(
                ledToBy: try texts.map { id, text in
                    let upstream = try #require(RepositoryUpstream(text))
                    return Coin(id: id, symbol: "", name: "", repositories: [], tags: [], upstreams: [upstream])
                }
            ).map(\.description).sorted()
        }
        #expect(try ledTo(["9": "a/3<a/1"]) == ["a/1<a/2", "a/2<a/3", "a/3<a/1"])
        #expect(try ledTo(["9": "d/1<b/1"]) == ["b/1<b/2", "d/1<b/1"])
        // What an entry says in place of its coin's old one counts alone.
        #expect(try ledTo(["1": "a/3<a/1"]) == ["a/1<a/2", "a/3<a/1"])
    }
}
