import CoinModel
import Foundation
import GRDB
import Testing

@testable import CoinStore

/// What dead processes left beside a store goes with the next command; what a living one holds, or is none of ours, stays.
@Suite struct LeftoversTests {
    private func names(_ made: TemporaryStore) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: made.folder.path).sorted()
    }

    @Test(
        "Temporary files of stopped processes are removed on opening",
        arguments: [Store.Mode.read, .existing, .write]
    )
    func abandonedDrafts(mode: Store.Mode) throws {
        let made = try TemporaryStore()
        for (name, bytes) in [
            ("4711", Data()), ("4711-journal", Data("half".utf8)), ("4712-journal", Data("half".utf8)),
            ("99999999", try Data(contentsOf: URL(fileURLWithPath: made.path))), ("4713-1", Data(count: 9000)),
        ] {
            try bytes.write(to: made.folder.appendingPathComponent(".t.sqlite.assay-store-" + name))
        }
        _ = try Store(path: made.path, mode: mode)
        #expect(try names(made) == ["t.sqlite"])
    }

    @Test("Temporary files in use and files of other programs stay") func otherFiles() throws {
        let made = try TemporaryStore()
        let draft = ".t.sqlite.assay-store-4711"
        let held = made.folder.appendingPathComponent(draft).path
        try Data().write(to: URL(fileURLWithPath: held))
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: held))
        #expect(flock(file.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        let others =
            ["-", "a", "b-1"].map { ".t.sqlite.assay-store-x" + $0 }
            + [".other.assay-store-4711", "t.sqlite.part-4711", "t.sqlite.rebuilt"]
        for name in others { try Data().write(to: made.folder.appendingPathComponent(name)) }
        let mine = ".t.sqlite.assay-store-4712"
        try Data("a note".utf8).write(to: made.folder.appendingPathComponent(mine))
        _ = try Store(path: made.path, mode: .read)
        #expect(try names(made) == (others + ["t.sqlite", draft, mine]).sorted())
        try file.close()
        _ = try Store(path: made.path, mode: .read)
        #expect(try names(made) == (others + ["t.sqlite", mine]).sorted())
    }

    @Test("A journal without content is removed") func emptyJournal() throws {
        let made = try TemporaryStore()
        try made.load([[Row(time: "2024-03-25", value: 7)]])
        try Data(count: 512).write(to: URL(fileURLWithPath: made.path + "-journal"))
        #expect(try Store(path: made.path, mode: .read).check().isEmpty)
        #expect(try names(made) == ["t.sqlite"])
    }

    @Test("A reader that changes no file leaves temporary files, and reads no store with an unfinished write")
    func untouchedFiles() throws {
        let made = try TemporaryStore()
        let draft = ".t.sqlite.assay-store-4711"
        try Data().write(to: made.folder.appendingPathComponent(draft))
        _ = try Store(path: made.path, mode: .readOnly)
        #expect(try names(made) == [draft, "t.sqlite"])
        // How SQLite's journals begin.
        let journal = Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]) + Data(count: 5000)
        try journal.write(to: URL(fileURLWithPath: made.path + "-journal"))
        #expect(throws: StoreError.self) { try Store(path: made.path, mode: .readOnly).check() }
        #expect(try names(made) == [draft, "t.sqlite", "t.sqlite-journal"])
    }

    @Test("A pipe in the place of a store is refused, and not waited for", arguments: [Store.Mode.read, .write])
    func pipe(mode: Store.Mode) throws {
        let made = try TemporaryStore()
        let path = made.folder.appendingPathComponent("pipe").path
        #expect(mkfifo(path, 0o600) == 0)
        #expect {
            try Store(path: path, mode: mode)
        } throws: {
            "\($0)".contains("is a pipe; name the file of a store")
        }
    }

    @Test("The journal of a running writer stays") func activeJournal() throws {
        let made = try TemporaryStore()
        try made.store.write { database in
            try database.execute(sql: "INSERT INTO source (name) VALUES ('x')")
            #expect(try names(made) == ["t.sqlite", "t.sqlite-journal"])
            StaleTemporaryFiles.remove(beside: made.path)
            #expect(try names(made) == ["t.sqlite", "t.sqlite-journal"])
        }
        #expect(try names(made) == ["t.sqlite"])
    }

    @Test("A draft is locked while in use and removed afterwards") func lockedDraft() throws {
        let made = try TemporaryStore()
        do {
            let draft = try StoreDraft(for: made.path)
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: draft.path))
            #expect(flock(file.fileDescriptor, LOCK_EX | LOCK_NB) != 0)
            try file.close()
        }
        #expect(try names(made) == ["t.sqlite"])
    }

    /// As those of processes in several containers, which have one number.
    @Test("Drafts of two processes with one number do not mix") func sameNumber() throws {
        let made = try TemporaryStore()
        let place = made.folder.appendingPathComponent("new.sqlite").path
        let first = try StoreDraft(for: place)
        do {
            let second = try StoreDraft(for: place)
            #expect(first.path != second.path)
            try second.makeStore()
            try second.put(at: second.target)
            // The name is another's from now on.
            #expect(FileManager.default.createFile(atPath: second.path, contents: Data("mine".utf8)))
        }
        try first.makeStore()
        try first.put(at: first.target)
        #expect(try Store(path: place, mode: .read).check().isEmpty)
        #expect(try names(made).count { $0.contains("assay-store") } == 1)
    }
}
