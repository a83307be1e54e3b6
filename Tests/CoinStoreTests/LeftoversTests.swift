import Foundation
import GRDB
import Testing

@testable import CoinStore

/// What dead processes left beside a store goes with the next command; what a living one holds, or is none of ours, stays.
@Suite struct LeftoversTests {
    private func names(_ made: TemporaryStore) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: made.folder.path).sorted()
    }

    @Test(arguments: [Store.Mode.read, .existing, .write])
    func draftsOfTheDeadGo(mode: Store.Mode) throws {
        let made = try TemporaryStore()
        for name in ["part-4711", "part-4711-journal", "part-4712-journal", "part-99999999"] {
            try Data("half".utf8).write(to: made.folder.appendingPathComponent("t.sqlite." + name))
        }
        _ = try Store(path: made.path, mode: mode)
        #expect(try names(made) == ["t.sqlite"])
    }

    @Test func whatIsHeldOrNoneOfOursStays() throws {
        let made = try TemporaryStore()
        let held = made.path + ".part-4711"
        try Data("half".utf8).write(to: URL(fileURLWithPath: held))
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: held))
        #expect(flock(file.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        let others = ["t.sqlite.part-00", "t.sqlite.part-ab", "t.sqlite.part-", "other.part-4711", "t.sqlite.rebuilt"]
        for name in others { try Data().write(to: made.folder.appendingPathComponent(name)) }
        _ = try Store(path: made.path, mode: .read)
        #expect(try names(made) == (others + ["t.sqlite", "t.sqlite.part-4711"]).sorted())
        try file.close()
        _ = try Store(path: made.path, mode: .read)
        #expect(try names(made) == (others + ["t.sqlite"]).sorted())
    }

    /// A writer that was killed before its journal said anything leaves one that nobody needs.
    @Test func aJournalThatSaysNothingGoes() throws {
        let made = try TemporaryStore()
        try made.load([[Row(time: "2024-03-25", value: 7)]])
        try Data(count: 512).write(to: URL(fileURLWithPath: made.path + "-journal"))
        #expect(try Store(path: made.path, mode: .read).check().isEmpty)
        #expect(try names(made) == ["t.sqlite"])
    }

    /// The journal of a process that is writing is its own.
    @Test func theJournalOfALivingWriterStays() throws {
        let made = try TemporaryStore()
        try made.store.write { database in
            try database.execute(sql: "INSERT INTO source (name) VALUES ('x')")
            #expect(try names(made) == ["t.sqlite", "t.sqlite-journal"])
            Leftovers.remove(beside: made.path)
            #expect(try names(made) == ["t.sqlite", "t.sqlite-journal"])
        }
        #expect(try names(made) == ["t.sqlite"])
    }

    @Test func aDraftIsHeldUntilItIsPutOrLetGo() throws {
        let made = try TemporaryStore()
        do {
            let draft = try StoreDraft(for: made.path)
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: draft.path))
            #expect(flock(file.fileDescriptor, LOCK_EX | LOCK_NB) != 0)
            try file.close()
        }
        #expect(try names(made) == ["t.sqlite"])
    }
}
