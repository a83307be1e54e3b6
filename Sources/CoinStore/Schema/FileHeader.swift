/// The header of a SQLite file, of any program.
struct FileHeader: Hashable {
    static let size = 100

    /// `ASAY` in ASCII: `PRAGMA application_id` of a store.
    static let storeID = 0x4153_4159

    /// `ASYP` in ASCII: that of a file of published tables.
    static let publishedID = 0x4153_5950

    /// The bytes of a checksum, which SQLite leaves free at the end of each page of a store.
    static let checksumWidth = 4

    /// Whether they begin as every SQLite file does, as far as they go.
    let isSQLite: Bool
    /// The bytes of a page; 0 where the number is impossible.
    let pageSize: Int32
    /// Whether pages end with a checksum.
    let hasChecksums: Bool
    let applicationID: UInt32
    /// Whether it is in WAL mode, in which this program never writes.
    let hasWriteAheadLog: Bool

    /// Whether it is the header of a store, or one of which a byte is not what was written.
    var isOfStore: Bool { applicationID == UInt32(FileHeader.storeID) || hasChecksums }

    /// Reads a header; what is not there counts as zeros.
    init(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        func byte(_ place: Int) -> UInt8 { bytes.indices.contains(place) ? bytes[place] : 0 }
        isSQLite = Array("SQLite format 3\0".utf8).starts(with: bytes.prefix(16))
        // 65,536 does not fit, and is written as 1.
        let size = Int32(byte(16)) << 8 | Int32(byte(17))
        pageSize = size == 1 ? 65_536 : size >= 512 && size & (size - 1) == 0 ? size : 0
        hasChecksums = Int(byte(20)) == FileHeader.checksumWidth
        hasWriteAheadLog = byte(18) == 2 || byte(19) == 2
        applicationID = (68..<72).reduce(0) { $0 << 8 | UInt32(byte($1)) }
    }
}
