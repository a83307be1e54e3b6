internal import GRDB
internal import Synchronization

/// Reads single tiles of a store when they are asked for, on any thread, by a connection of its own.
///
/// It is used while a reader's transaction is open: no load commits until that ends, so both see the same state.
final class TileConnection: Sendable {
    private let path: String
    private let connection = Mutex<DatabaseQueue?>(nil)

    init(path: String) { self.path = path }

    /// The bytes of the tile at a place, which has to be there.
    ///
    /// - Throws: `StoreError` where a page is damaged.
    func bytes(of place: TilePlace) throws -> [UInt8] {
        try StoreError.translatingDatabase(path) {
            let queue = try connection.withLock { connection in
                let queue = try connection ?? StoreFile.open(path, readOnly: true, wait: 0)
                connection = queue
                return queue
            }
            return try queue.read { try TileTable(database: $0, path: path).stored(place)?.bytes ?? [] }
        }
    }
}
