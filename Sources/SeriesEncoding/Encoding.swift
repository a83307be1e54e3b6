/// How the values of a run are written.
///
/// The smallest is kept, of equals the one that comes first here.
public enum Encoding: UInt8, CaseIterable, Sendable {
    /// One value for all.
    case constant = 0
    /// Whole numbers of a power of ten, as offsets from the smallest.
    case decimalFrame = 1
    /// Whole numbers of a power of ten, as differences in blocks.
    case decimalDelta = 2
    /// The bits that differ from the value before.
    case xor = 3
    /// 64 bits a value.
    case plain = 4

    /// The name that `store info` prints.
    public var name: String {
        switch self {
        case .constant: "constant"
        case .decimalFrame: "decimal-frame"
        case .decimalDelta: "decimal-delta"
        case .xor: "xor"
        case .plain: "plain"
        }
    }

    /// The values in this encoding, or nil where it cannot hold them to the bit.
    ///
    /// No value is NaN.
    func encode(_ values: [Double]) -> [UInt8]? {
        switch self {
        case .constant: encodeConstant(values)
        case .decimalFrame: DecimalRun(values)?.frame()
        case .decimalDelta: DecimalRun(values)?.deltas()
        case .xor: XORRun.encode(values)
        case .plain: Encoding.encodePlain(values)
        }
    }

    /// The values of a run that has so many, 1 at least.
    func decode(_ cursor: inout ByteCursor, count: Int) throws(TileError) -> [Double] {
        switch self {
        case .constant: return Array(repeating: try cursor.double(), count: count)
        case .decimalFrame: return try DecimalRun.decodeFrame(&cursor, count: count)
        case .decimalDelta: return try DecimalRun.decodeDeltas(&cursor, count: count)
        case .xor: return try XORRun.decode(&cursor, count: count)
        case .plain:
            guard cursor.remaining >= 8 * count else { throw TileError(.truncated, "values end behind the bytes") }
            var values: [Double] = []
            values.reserveCapacity(count)
            for _ in 0..<count { values.append(try cursor.double()) }
            return values
        }
    }

    /// The smallest encoding of values.
    static func best(_ values: [Double]) -> (encoding: Encoding, bytes: [UInt8]) {
        var best: (encoding: Encoding, bytes: [UInt8]) = (.plain, encodePlain(values))
        for encoding in Encoding.allCases.dropLast().reversed() {
            guard let bytes = encoding.encode(values), bytes.count <= best.bytes.count else { continue }
            best = (encoding, bytes)
        }
        return best
    }

    private func encodeConstant(_ values: [Double]) -> [UInt8]? {
        guard let first = values.first, values.allSatisfy({ $0.bitPattern == first.bitPattern }) else { return nil }
        var bytes: [UInt8] = []
        bytes.append(double: first)
        return bytes
    }

    private static func encodePlain(_ values: [Double]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 * values.count)
        for value in values { bytes.append(double: value) }
        return bytes
    }
}
