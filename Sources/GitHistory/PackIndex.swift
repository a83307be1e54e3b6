internal import WorkerProtocol

/// The index of a pack, version 2: where each object begins.
///
/// Source: git's documentation, gitformat-pack, "Version 2 pack-*.idx files".
final class PackIndex: Sendable {
    /// How many objects the pack has.
    let count: Int
    /// The check sum that stands at the end of the pack.
    let packSum: ObjectID
    private let file: MappedFile
    private let fanout: [Int]

    private static let namesStart = 8 + 256 * 4

    /// Checks the frame of an index: its version, the order of its fan-out, and its size.
    ///
    /// - Throws: `WorkerFault` when it is not whole.
    init(_ file: MappedFile) throws(WorkerFault) {
        self.file = file
        guard try file.number(at: 0) == UInt32(0xff74_4f63), try file.number(at: 4) == UInt32(2) else {
            throw file.damaged("is no pack index of version 2")
        }
        fanout = try Fanout.read(file, at: 8)
        count = fanout[255]
        let fixed = PackIndex.namesStart + count * 28 + 40
        guard file.count >= fixed, (file.count - fixed) % 8 == 0 else { throw file.damaged("has not the size it says") }
        packSum = try file.id(at: file.count - 40)
    }

    /// Where an object begins in the pack; nil when it is not in it.
    ///
    /// - Complexity: about log log n steps, as ids are spread evenly; log n at worst.
    func offset(of id: ObjectID) throws(WorkerFault) -> Int? {
        guard let place = try Fanout.place(of: id, in: file, at: PackIndex.namesStart, fanout) else { return nil }
        let offsets = PackIndex.namesStart + count * 24
        let short: UInt32 = try file.number(at: offsets + place * 4)
        guard short >> 31 == 1 else { return Int(short) }
        let entry = offsets + count * 4 + Int(short & 0x7fff_ffff) * 8
        guard entry + 8 <= file.count - 40 else { throw file.damaged("names an offset that it does not have") }
        let long: UInt64 = try file.number(at: entry)
        guard let offset = Int(exactly: long) else { throw file.damaged("has an offset beyond every pack") }
        return offset
    }
}

/// Sorted ids behind a table that tells for each first byte how many ids do not lie above it: in pack indexes and
/// commit-graphs alike.
enum Fanout {
    /// Reads such a table.
    ///
    /// - Throws: `WorkerFault` when it falls.
    static func read(_ file: MappedFile, at offset: Int) throws(WorkerFault) -> [Int] {
        var fanout: [Int] = []
        fanout.reserveCapacity(256)
        for entry in 0..<256 {
            let count: UInt32 = try file.number(at: offset + entry * 4)
            guard Int(count) >= fanout.last ?? 0 else { throw file.damaged("its fan-out table falls") }
            fanout.append(Int(count))
        }
        return fanout
    }

    /// The place of an id among those that start at an offset.
    static func place(
        of id: ObjectID,
        in file: MappedFile,
        at start: Int,
        _ fanout: [Int]
    ) throws(WorkerFault) -> Int? {
        let bucket = Int(id.high >> 56)
        var low = bucket == 0 ? 0 : fanout[bucket - 1]
        var high = fanout[bucket]
        // Bits 24 to 55 of the first word spread evenly over the bucket: guess by them first, then widen, then halve.
        var guess = low + Int(UInt64(high - low) * (id.high >> 24 & 0xffff_ffff) >> 32)
        var reach = 8
        while low < high {
            let first: UInt64 = try file.number(at: start + guess * ObjectID.size)
            let isBefore: Bool
            if first != id.high {
                isBefore = first < id.high
            } else {
                let found = try file.id(at: start + guess * ObjectID.size)
                if found == id { return guess }
                isBefore = found < id
            }
            if isBefore { low = guess + 1 } else { high = guess }
            let near = isBefore ? low + reach : high - reach
            guess = low < near && near < high ? near : low + (high - low) / 2
            reach = min(reach * 4, 1 << 20)
        }
        return nil
    }
}
