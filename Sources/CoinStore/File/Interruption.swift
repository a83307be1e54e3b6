internal import CoinModel
internal import GRDB
internal import GRDBSQLite
internal import Synchronization

/// A signal that asks this process to end: what is being written is rolled back or finished first, at a commit point.
///
/// Only the handler of a signal asks, so all that it touches is a number; writers look at it between blocks, and SQLite
/// between steps of a statement.
public enum Interruption {
    private static let asked = Atomic<Int32>(0)
    private static let writers = Atomic<Int>(0)

    static let detail =
        "was not written to the end, for a signal ended the work; "
        + "what was committed is there: run the same command again to go on"

    /// The signal that asked to end; nil while none did.
    public static var signal: Int32? {
        let signal = asked.load(ordering: .sequentiallyConsistent)
        return signal == 0 ? nil : signal
    }

    /// Makes what `ask` touches, before a handler is set that calls it.
    public static func prepare() { _ = (asked.load(ordering: .relaxed), writers.load(ordering: .relaxed)) }

    /// Asks to end, as a handler of signals may; whether a write is under way, whose end the process has to await.
    public static func ask(_ signal: Int32) -> Bool {
        asked.store(signal, ordering: .sequentiallyConsistent)
        return writers.load(ordering: .sequentiallyConsistent) > 0
    }

    /// Does what a signal does not end at once.
    public static func finishing<Value>(_ body: () throws -> Value) rethrows -> Value {
        beginWriting()
        defer { endWriting() }
        return try body()
    }

    /// Notes that something is written that takes longer than one call.
    static func beginWriting() { writers.add(1, ordering: .sequentiallyConsistent) }

    static func endWriting() { writers.subtract(1, ordering: .sequentiallyConsistent) }

    /// Ends what is being written where a signal asks for it.
    static func check(_ path: String) throws(StoreError) {
        guard signal == nil else { throw StoreError(.interrupted, at: path, detail) }
    }

    /// The steps of SQLite's machine between two looks: some tenths of a millisecond.
    private static let stepsBetweenLooks: Int32 = 10_000

    /// Ends a connection's statements where a signal asks for it.
    static func end(statementsOf database: Database) {
        let handler: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { _ in Interruption.signal == nil ? 0 : 1 }
        unsafe sqlite3_progress_handler(database.sqliteConnection, stepsBetweenLooks, handler, nil)
    }
}
