internal import Digests
internal import WorkerProtocol

/// One file of a commit-graph: what git noted of commits, so that they need not be read.
///
/// Source: git's documentation, gitformat-commit-graph. Used are the chunks OIDF, OIDL, CDAT, GDA2, GDO2, EDGE and BASE.
final class GraphLayer: Sendable {
    /// How many commits it has.
    let count: Int
    /// The check sum at its end, which is also the name of a file of a chain.
    let sum: ObjectID
    /// The files below it, the lowest one first.
    let bases: [ObjectID]
    private let file: MappedFile
    private let fanout: [Int]
    private let names: Int
    private let data: Int
    private let dates: Int
    private let largeDates: Range<Int>
    private let edges: Range<Int>

    /// Reads the frame of a file.
    ///
    /// - Returns: nil when it is of a kind that is not used here: it has no corrected dates or other ids.
    /// - Throws: `WorkerFault` when it is damaged.
    static func open(_ file: MappedFile) throws(WorkerFault) -> GraphLayer? {
        guard try file.number(at: 0) == UInt32(0x4347_5048) else { throw file.damaged("is no commit-graph") }
        guard try file.byte(at: 4) == 1, try file.byte(at: 5) == 1 else { return nil }
        let chunkCount = Int(try file.byte(at: 6))
        var chunks: [UInt32: Range<Int>] = [:]
        for chunk in 0..<chunkCount {
            let entry = 8 + chunk * 12
            let name: UInt32 = try file.number(at: entry)
            let start: UInt64 = try file.number(at: entry + 4)
            let end: UInt64 = try file.number(at: entry + 16)
            guard start <= end, end <= UInt64(max(0, file.count - ObjectID.size)) else {
                throw file.damaged("has a chunk that reaches beyond it")
            }
            chunks[name] = Int(start)..<Int(end)
        }
        guard chunks[name("GDA2")] != nil else { return nil }
        return try GraphLayer(file, chunks, baseCount: Int(file.byte(at: 7)))
    }

    private init(_ file: MappedFile, _ chunks: [UInt32: Range<Int>], baseCount: Int) throws(WorkerFault) {
        func chunk(_ text: StaticString, size: Int) throws(WorkerFault) -> Int {
            guard let range = chunks[GraphLayer.name(text)], range.count == size else {
                throw file.damaged("has no chunk \(text) of the right size")
            }
            return range.lowerBound
        }
        self.file = file
        fanout = try Fanout.read(file, at: try chunk("OIDF", size: 1024))
        count = fanout[255]
        names = try chunk("OIDL", size: count * ObjectID.size)
        data = try chunk("CDAT", size: count * GraphLayer.rowSize)
        dates = try chunk("GDA2", size: count * 4)
        largeDates = chunks[GraphLayer.name("GDO2")] ?? 0..<0
        edges = chunks[GraphLayer.name("EDGE")] ?? 0..<0
        sum = try file.id(at: file.count - ObjectID.size)
        var bases: [ObjectID] = []
        if baseCount > 0 {
            let start = try chunk("BASE", size: baseCount * ObjectID.size)
            for base in 0..<baseCount { bases.append(try file.id(at: start + base * ObjectID.size)) }
        }
        self.bases = bases
    }

    private static let rowSize = ObjectID.size + 16

    private static func name(_ text: StaticString) -> UInt32 {
        var name: UInt32 = 0
        for index in 0..<4 { name = unsafe name << 8 | UInt32(text.utf8Start[index]) }
        return name
    }

    /// Checks that the file's bytes are those that were written.
    ///
    /// - Throws: `WorkerFault` when they are not.
    func check() throws(WorkerFault) {
        var digest = SHA1()
        try unsafe file.withBytes(0..<file.count - ObjectID.size) { (bytes) throws(WorkerFault) in
            unsafe digest.update(bytes.bytes)
        }
        guard ObjectID(digest.finish()) == sum else {
            throw WorkerFault(
                .damagedObject,
                "\(file.name) has not the bytes that were written; write it anew with `git commit-graph write`"
            )
        }
    }

    /// The place of a commit, or nil when it is not in this file.
    func place(of id: ObjectID) throws(WorkerFault) -> Int? {
        try Fanout.place(of: id, in: file, at: names, fanout)
    }

    /// The id of the commit at a place.
    func id(at place: Int) throws(WorkerFault) -> ObjectID {
        try file.id(at: names + place * ObjectID.size)
    }

    /// The committer time at a place: the lower 34 bits of the last eight bytes of a row.
    func committed(at place: Int) throws(WorkerFault) -> Int64 {
        let bits: UInt64 = try file.number(at: data + place * GraphLayer.rowSize + ObjectID.size + 8)
        return Int64(bits & 0x3_ffff_ffff)
    }

    /// The committer time and the corrected date at a place: the latter is not before the former, and after that of every
    /// parent.
    func times(at place: Int) throws(WorkerFault) -> (committed: Int64, corrected: Int64) {
        let committed = try committed(at: place)
        let short: UInt32 = try file.number(at: dates + place * 4)
        guard short >> 31 == 1 else { return (committed, committed + Int64(short)) }
        let entry = largeDates.lowerBound + Int(short & 0x7fff_ffff) * 8
        guard entry + 8 <= largeDates.upperBound else { throw file.damaged("names a date that it does not have") }
        let long: UInt64 = try file.number(at: entry)
        let (sum, isTooLarge) = committed.addingReportingOverflow(Int64(clamping: long))
        guard !isTooLarge, sum < .max else { throw file.damaged("has a date beyond reason") }
        return (committed, sum)
    }

    /// The parents of the commit at a place, numbered over all files of the graph.
    func parents(at place: Int) throws(WorkerFault) -> GraphParents {
        GraphParents(bits: try file.number(at: data + place * GraphLayer.rowSize + ObjectID.size))
    }

    /// Adds the parents of all its commits.
    func appendParents(to parents: inout [GraphParents]) throws(WorkerFault) {
        for place in 0..<count { parents.append(try self.parents(at: place)) }
    }

    /// The further parent at a place of the list for commits with more than two, and whether it is the last.
    func further(at place: Int) throws(WorkerFault) -> (parent: UInt32, isLast: Bool) {
        let entry = edges.lowerBound + place * 4
        guard entry + 4 <= edges.upperBound else { throw file.damaged("names a parent that it does not have") }
        let value: UInt32 = try file.number(at: entry)
        return (value & 0x7fff_ffff, value >> 31 == 1)
    }
}

/// What is left to take of a commit's parents, as a commit-graph has them.
struct GraphParents {
    /// The next one, or `none`.
    let next: UInt32
    /// The one after it, or `none`; with the highest bit, where the list of all after it goes on.
    let then: UInt32

    /// In the place of a parent: there is none.
    static let none: UInt32 = 0x7000_0000

    init(next: UInt32, then: UInt32) {
        self.next = next
        self.then = then
    }

    /// The parents in eight bytes of a row.
    init(bits: UInt64) {
        self.init(next: UInt32(bits >> 32), then: UInt32(truncatingIfNeeded: bits))
    }

    /// Where in the list the one after the next stands; nil where there is no list.
    var listed: Int? { then >> 31 == 1 ? Int(then & 0x7fff_ffff) : nil }

    /// Whether there are two or more.
    var areMany: Bool { then != GraphParents.none }
}
