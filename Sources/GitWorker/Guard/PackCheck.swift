internal import WorkerProtocol

/// Sees to it that an index names no place outside of its pack: libgit2 would read there.
///
/// Source: git's documentation, gitformat-pack, "Version 2 pack-*.idx files".
struct PackCheck {
    private let folder: RepositoryFolder
    private let name: String
    /// Where objects may begin: behind the pack's head and before its check sum.
    private let places: Range<UInt64>

    /// The head and the counts by first byte.
    private static let head = 8 + 256 * 4
    /// The check sums of the pack and of the index itself.
    private static let tail = 40
    /// How many bytes are read at once.
    private static let portion = 1 << 16

    init(_ folder: RepositoryFolder, _ name: String, packSize: Int) throws(WorkerFault) {
        self.folder = folder
        self.name = name
        guard packSize > 32 else { throw WorkerFault(.damagedObject, "the pack of \(name) is cut short; clone again") }
        places = 12..<UInt64(packSize - 20)
    }

    func run() throws(WorkerFault) {
        try folder.withFile(name) { (file, size) throws(WorkerFault) in
            let head = try words(of: file, 0..<PackCheck.head)
            let counts = head.dropFirst(2)
            guard head.starts(with: [0xff74_4f63, 2]) else { throw damaged("is not a pack index of version 2") }
            guard zip(counts, counts.dropFirst()).allSatisfy({ $0 <= $1 }), let count = counts.last.map({ Int($0) })
            else { throw damaged("counts its objects wrong") }
            let short = PackCheck.head + count * 24
            let long = short + count * 4
            guard size >= long + PackCheck.tail, (size - long - PackCheck.tail) % 8 == 0 else {
                throw damaged("has not the size it says")
            }
            let longCount = (size - long - PackCheck.tail) / 8
            for start in stride(from: short, to: long, by: PackCheck.portion) {
                for word in try words(of: file, start..<min(start + PackCheck.portion, long)) {
                    // Those beyond 2 GiB stand in a table of their own.
                    let isInside = word >> 31 == 1 ? word & 0x7fff_ffff < longCount : places.contains(UInt64(word))
                    guard isInside else { throw damaged("names a place outside of its pack") }
                }
            }
            for start in stride(from: long, to: long + longCount * 8, by: PackCheck.portion) {
                let halves = try words(of: file, start..<min(start + PackCheck.portion, long + longCount * 8))
                for place in stride(from: 0, to: halves.count, by: 2) {
                    guard places.contains(UInt64(halves[place]) << 32 | UInt64(halves[place + 1])) else {
                        throw damaged("names a place outside of its pack")
                    }
                }
            }
        }
    }

    /// Big-endian numbers.
    private func words(of file: CInt, _ range: Range<Int>) throws(WorkerFault) -> [UInt32] {
        let bytes = try RepositoryFolder.bytes(of: file, range, name)
        guard bytes.count == range.count else { throw damaged("is cut short") }
        return unsafe bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { place in
                unsafe UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self))
            }
        }
    }

    private func damaged(_ what: String) -> WorkerFault {
        WorkerFault(.damagedObject, "\(name): \(what); check it with `git fsck` and clone it again")
    }
}
