internal import GRDB
internal import GRDBSQLite

/// The pages of a store as they stand in its file, read past SQLite's cache.
///
/// They are read through a connection's own file: another one, once closed, would take this process's locks with it.
@safe struct StorePages {
    private let file: UnsafeMutablePointer<sqlite3_file>

    /// The pages that a connection reads, which has to stay open.
    init(_ database: Database) throws {
        guard let connection = unsafe database.sqliteConnection, let pages = unsafe StorePages(connection) else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE)
        }
        self = pages
    }

    /// The pages that a connection of SQLite's own reads; nil where it has none.
    init?(_ connection: OpaquePointer) {
        var opened: UnsafeMutablePointer<sqlite3_file>?
        unsafe sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &opened)
        guard let file = unsafe opened else { return nil }
        unsafe self.file = file
    }

    /// Has a connection leave space for checksums in the pages that it writes.
    static func reserveChecksums(in database: Database) {
        var width = Int32(FileHeader.checksumWidth)
        unsafe sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &width)
    }

    func tolerateDamage() { unsafe PageChecksums.tolerate(file) }

    var size: Int {
        var size: sqlite3_int64 = 0
        unsafe _ = file.pointee.pMethods.pointee.xFileSize(file, &size)
        return Int(size)
    }

    var header: FileHeader { FileHeader(bytes(FileHeader.size, at: 0).prefix(size)) }

    /// The numbers of the pages that are not what was written.
    func damaged(count: Int, size: Int) -> [Int] {
        // SQLite locks bytes of this page and never writes it.
        let locking = 0x4000_0000 / size + 1
        return (1...max(count, 1)).filter { number in
            let page = bytes(size, at: (number - 1) * size)
            let isSound = unsafe page.withUnsafeBytes { unsafe PageChecksums.isSound($0, number: number) }
            return number != locking && !isSound
        }
    }

    /// Bytes of the file; zeros where it has none.
    private func bytes(_ count: Int, at offset: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        _ = read(&bytes, at: offset)
        return bytes
    }

    /// Reads bytes as SQLite does; the code is SQLite's.
    func read(_ bytes: inout [UInt8], at offset: Int) -> Int32 {
        unsafe bytes.withUnsafeMutableBytes { buffer in
            let (start, count) = (buffer.baseAddress, Int32(buffer.count))
            return unsafe file.pointee.pMethods.pointee.xRead(file, start, count, sqlite3_int64(offset))
        }
    }
}
