internal import Foundation
internal import GRDBSQLite
internal import SeriesEncoding
internal import Synchronization

/// A checksum in the last bytes of every page of a store: written with the page, and compared whenever SQLite reads the
/// page from the file.
///
/// So no bit of a table, an index or the schema changes unseen, and each command pays for the pages that it uses.
/// SQLite leaves the bytes free (the header says how many) and asks for whole pages; between it and the file stands a
/// VFS that is the system's in all but the reading and writing of a main file's pages.
enum PageChecksums {
    /// Whether SQLite goes through it: the first use makes it SQLite's default for this process.
    static let isInstalled: Bool = {
        guard let system = unsafe system else { return false }
        let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        unsafe own.initialize(to: system.pointee)
        unsafe own.pointee.pNext = nil
        unsafe own.pointee.zName = unsafe UnsafePointer(strdup("assay-pages"))
        unsafe own.pointee.szOsFile = Int32(stateOffset + MemoryLayout<FileState>.size)
        unsafe own.pointee.xOpen = { unsafe PageChecksums.open($1, $2, $3, $4) }
        return unsafe sqlite3_vfs_register(own, 1) == SQLITE_OK
    }()

    /// The system's own VFS; found before another one is the default.
    nonisolated(unsafe) private static let system: UnsafeMutablePointer<sqlite3_vfs>? = unsafe sqlite3_vfs_find(nil)

    /// Runs the body with the name of the system's own VFS, which verifies nothing.
    static func withSystemName<Value>(_ body: (UnsafePointer<CChar>?) throws -> Value) rethrows -> Value {
        try unsafe body(system?.pointee.zName)
    }

    /// What is known of an open file, behind what the system keeps of it.
    @unsafe private struct FileState {
        let methods: UnsafePointer<sqlite3_io_methods>
        /// Whether its pages have checksums; a file that is empty is to become a store.
        var hasChecksums: Bool
        /// The bytes of a page; 0 while unknown.
        var pageSize: Int32 = 0
        var isVerifying = true

        /// Whether what is asked for is a page, no more and no less.
        func isPage(_ count: Int32, _ offset: sqlite3_int64) -> Bool {
            if unsafe pageSize > 0 { return unsafe count == pageSize && offset % sqlite3_int64(count) == 0 }
            return count >= 512 && count & (count - 1) == 0
        }
    }

    private static let stateOffset = unsafe (Int(system?.pointee.szOsFile ?? 0) + 15) / 16 * 16

    private static func state(_ file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<FileState> {
        unsafe (UnsafeMutableRawPointer(file) + stateOffset).assumingMemoryBound(to: FileState.self)
    }

    /// The system's ways to handle a file, and those that stand in their place: one pair for each kind of file system.
    private static let replaced = Mutex<[Int: Int]>([:])

    private static func open(
        _ name: UnsafePointer<CChar>?,
        _ file: UnsafeMutablePointer<sqlite3_file>?,
        _ flags: Int32,
        _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let system = unsafe system, let file = unsafe file else { return SQLITE_MISUSE }
        let code = unsafe system.pointee.xOpen(system, name, file, flags, outFlags)
        // Journals and temporary files have no pages.
        guard code == SQLITE_OK, flags & SQLITE_OPEN_MAIN_DB != 0, let methods = unsafe file.pointee.pMethods else {
            return code
        }
        var size: sqlite3_int64 = 0
        unsafe _ = methods.pointee.xFileSize(file, &size)
        unsafe state(file).initialize(to: FileState(methods: methods, hasChecksums: size == 0))
        let own = replaced.withLock { known in
            let address = Int(bitPattern: methods)
            if let own = known[address] { return own }
            let own = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
            unsafe own.initialize(to: methods.pointee)
            // The third version hands out memory that the file is mapped to, unread.
            unsafe own.pointee.iVersion = min(methods.pointee.iVersion, 2)
            unsafe own.pointee.xRead = { unsafe PageChecksums.read($0, $1, $2, $3) }
            unsafe own.pointee.xWrite = { unsafe PageChecksums.write($0, $1, $2, $3) }
            known[address] = Int(bitPattern: own)
            return Int(bitPattern: own)
        }
        unsafe file.pointee.pMethods = UnsafePointer(bitPattern: own)
        return code
    }

    private static func read(
        _ file: UnsafeMutablePointer<sqlite3_file>?,
        _ buffer: UnsafeMutableRawPointer?,
        _ count: Int32,
        _ offset: sqlite3_int64
    ) -> Int32 {
        guard let file = unsafe file, let buffer = unsafe buffer else { return SQLITE_MISUSE }
        let state = unsafe state(file)
        let code = unsafe state.pointee.methods.pointee.xRead(file, buffer, count, offset)
        // A page that ends behind the file is filled up with zeros, and then is not what was written.
        guard code == SQLITE_OK || code == shortRead else { return code }
        if offset == 0, count >= FileHeader.size, code == SQLITE_OK {
            unsafe note(FileHeader(UnsafeRawBufferPointer(start: buffer, count: FileHeader.size)), state)
        }
        guard unsafe state.pointee.hasChecksums && state.pointee.isVerifying else { return code }
        guard unsafe state.pointee.isPage(count, offset) else {
            return code == SQLITE_OK ? unsafe verifyPage(around: offset, count, of: file) : code
        }
        return unsafe verified(UnsafeRawBufferPointer(start: buffer, count: Int(count)), at: offset)
    }

    /// Verifies the page that a part was read of; the header alone is read before the page is.
    private static func verifyPage(
        around offset: sqlite3_int64,
        _ count: Int32,
        of file: UnsafeMutablePointer<sqlite3_file>
    ) -> Int32 {
        let state = unsafe state(file)
        let pageSize = unsafe state.pointee.pageSize
        guard pageSize > 0, offset + sqlite3_int64(count) > FileHeader.size else { return SQLITE_OK }
        let page = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(pageSize), alignment: 8)
        defer { unsafe page.deallocate() }
        let start = offset - offset % sqlite3_int64(pageSize)
        let code = unsafe state.pointee.methods.pointee.xRead(file, page.baseAddress, pageSize, start)
        guard code == SQLITE_OK || code == shortRead else { return code }
        return unsafe verified(UnsafeRawBufferPointer(page), at: start)
    }

    private static func verified(_ page: UnsafeRawBufferPointer, at offset: sqlite3_int64) -> Int32 {
        let number = number(ofPageAt: offset, page.count)
        if unsafe isSound(page, number: number) { return SQLITE_OK }
        Thread.current.threadDictionary[damagedPage] = number
        return SQLITE_CORRUPT
    }

    private static func write(
        _ file: UnsafeMutablePointer<sqlite3_file>?,
        _ buffer: UnsafeRawPointer?,
        _ count: Int32,
        _ offset: sqlite3_int64
    ) -> Int32 {
        guard let file = unsafe file, let buffer = unsafe buffer else { return SQLITE_MISUSE }
        let state = unsafe state(file)
        if offset == 0, count >= FileHeader.size {
            unsafe note(FileHeader(UnsafeRawBufferPointer(start: buffer, count: FileHeader.size)), state)
        }
        if unsafe state.pointee.hasChecksums && state.pointee.isPage(count, offset) {
            // SQLite's own copy has to bear it too: the journal takes the page from there.
            let start = unsafe UnsafeMutableRawPointer(mutating: buffer)
            let page = unsafe UnsafeMutableRawBufferPointer(start: start, count: Int(count))
            let sum = unsafe checksum(UnsafeRawBufferPointer(page), number: number(ofPageAt: offset, page.count))
            let offset = page.count - FileHeader.checksumWidth
            unsafe page.storeBytes(of: sum.littleEndian, toByteOffset: offset, as: UInt32.self)
        }
        return unsafe state.pointee.methods.pointee.xWrite(file, buffer, count, offset)
    }

    private static func note(_ header: FileHeader, _ state: UnsafeMutablePointer<FileState>) {
        unsafe state.pointee.hasChecksums = header.hasChecksums
        unsafe state.pointee.pageSize = header.pageSize
    }

    private static func number(ofPageAt offset: sqlite3_int64, _ pageSize: Int) -> Int { Int(offset) / pageSize + 1 }

    static func isSound(_ page: UnsafeRawBufferPointer, number: Int) -> Bool {
        let written = unsafe page.loadUnaligned(fromByteOffset: page.count - FileHeader.checksumWidth, as: UInt32.self)
        return unsafe UInt32(littleEndian: written) == checksum(page, number: number)
    }

    /// That of a page without its last bytes; with the number of the page, so that none stands in another's place.
    private static func checksum(_ page: UnsafeRawBufferPointer, number: Int) -> UInt32 {
        let bytes = unsafe RawSpan(_unsafeBytes: page[..<(page.count - FileHeader.checksumWidth)])
        return crc32c(bytes) ^ UInt32(truncatingIfNeeded: number)
    }

    /// Under which a thread notes the page: SQLite reads on the thread that asked, while others may read other stores.
    private static let damagedPage = "assay-damaged-page"

    /// The page that was last found to be damaged on this thread, once.
    static func takeDamagedPage() -> Int? {
        defer { Thread.current.threadDictionary.removeObject(forKey: damagedPage) }
        return Thread.current.threadDictionary[damagedPage] as? Int
    }

    /// Lets a connection read damaged pages, to find what they were part of.
    static func tolerate(_ file: UnsafeMutablePointer<sqlite3_file>) { unsafe state(file).pointee.isVerifying = false }

    /// `SQLITE_IOERR_SHORT_READ`.
    private static let shortRead = SQLITE_IOERR | 2 << 8
}
