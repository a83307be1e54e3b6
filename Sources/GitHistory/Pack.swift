internal import WorkerProtocol

/// A pack and its index.
///
/// Source: git's documentation, gitformat-pack, "pack-*.pack files" and "Deltified representation".
final class Pack: Sendable {
    /// What an entry holds.
    enum Entry {
        /// An object of its own.
        case whole(ObjectKind)
        /// Changes to the entry that begins so far before.
        case delta(base: Int)
    }

    /// Where an entry's stream begins, and what it holds.
    struct Head {
        var entry: Entry
        /// The size of what its stream decodes to.
        var size: Int
        /// Where its stream begins.
        var stream: Int
    }

    /// The index.
    let index: PackIndex
    /// The pack.
    let file: MappedFile

    /// Checks that pack and index belong together and that the pack ends as it was written.
    ///
    /// - Throws: `WorkerFault` when they do not.
    init(_ file: MappedFile, index: PackIndex) throws(WorkerFault) {
        let version: UInt32 = try file.number(at: 4)
        let count: UInt32 = try file.number(at: 8)
        guard try file.number(at: 0) == UInt32(0x5041_434b), version == 2 || version == 3 else {
            throw file.damaged("is no pack of version 2 or 3")
        }
        guard Int(count) == index.count, file.count >= 32, try file.id(at: file.count - 20) == index.packSum else {
            throw file.damaged("does not match its index")
        }
        self.file = file
        self.index = index
    }

    /// Reads what stands before an entry's stream.
    ///
    /// - Throws: `WorkerFault` when there is no entry.
    func head(at offset: Int) throws(WorkerFault) -> Head {
        guard offset >= 12, offset < file.count - 20 else { throw file.damaged("has no object at \(offset)") }
        var next = offset
        var byte = try file.byte(at: next)
        let type = byte >> 4 & 7
        var size = UInt64(byte & 15)
        var shift: UInt64 = 4
        while byte & 128 != 0 {
            next += 1
            byte = try file.byte(at: next)
            guard shift < 57 else { throw file.damaged("has a size beyond reason at \(offset)") }
            size |= UInt64(byte & 127) << shift
            shift += 7
        }
        next += 1
        guard let size = Int(exactly: size) else { throw file.damaged("has a size beyond reason at \(offset)") }
        switch type {
        case 6:
            byte = try file.byte(at: next)
            var distance = Int(byte & 127)
            while byte & 128 != 0 {
                next += 1
                byte = try file.byte(at: next)
                guard distance < 1 << 48 else { throw file.damaged("has a base beyond reason at \(offset)") }
                distance = (distance + 1) << 7 | Int(byte & 127)
            }
            guard distance > 0 else { throw file.damaged("has an object based on itself at \(offset)") }
            return Head(entry: .delta(base: offset - distance), size: size, stream: next + 1)
        case 7:
            guard let base = try index.offset(of: file.id(at: next)) else {
                throw file.damaged("lacks the base of the object at \(offset)")
            }
            return Head(entry: .delta(base: base), size: size, stream: next + ObjectID.size)
        default:
            guard let kind = ObjectKind(rawValue: type) else { throw file.damaged("has no object at \(offset)") }
            return Head(entry: .whole(kind), size: size, stream: next)
        }
    }
}

/// The kinds of git's objects, by their numbers in packs.
enum ObjectKind: UInt8, CaseIterable {
    case commit = 1
    case tree, blob, tag

    /// The name that starts a loose object and enters every id.
    var name: String {
        switch self {
        case .commit: "commit"
        case .tree: "tree"
        case .blob: "blob"
        case .tag: "tag"
        }
    }
}
