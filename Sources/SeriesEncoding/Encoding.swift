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
    /// The values that differ from the one before, in one of the other encodings, and where they stand.
    case repeated = 3
    /// The bits that differ from the value before.
    case xor = 4
    /// 64 bits a value.
    case plain = 5

    /// The name that `store info` prints.
    public var name: String {
        switch self {
        case .constant: "constant"
        case .decimalFrame: "decimal-frame"
        case .decimalDelta: "decimal-delta"
        case .repeated: "repeated"
        case .xor: "xor"
        case .plain: "plain"
        }
    }

    /// The values of a run that has so many, 1 at least.
    func decode(_ cursor: inout ByteCursor, count: Int) throws(TileError) -> [Double] {
        switch self {
        case .constant: return Array(repeating: try cursor.double(), count: count)
        case .decimalFrame: return try DecimalRun.decodeFrame(&cursor, count: count)
        case .decimalDelta: return try DecimalRun.decodeDeltas(&cursor, count: count)
        case .repeated: return try RepeatedRun.decode(&cursor, count: count)
        case .xor: return try XORRun.decode(&cursor, count: count)
        case .plain:
            guard cursor.remaining >= 8 * count else { throw TileError(.truncated, "values end behind the bytes") }
            var values: [Double] = []
            values.reserveCapacity(count)
            for _ in 0..<count { values.append(try cursor.double()) }
            return values
        }
    }
}

/// Values with the forms in which they can be written, each with its size: only the one that is kept is written.
struct EncodedRun {
    private let values: [Double]
    private let decimal: DecimalRun?
    private let repeated: [RepeatedRun]

    /// The form of a run: no value is NaN, and there is at least one.
    ///
    /// A nested run is what another form leaves, and has no repeats itself.
    init(_ values: [Double], isNested: Bool = false) {
        self.values = values
        decimal = DecimalRun(values)
        repeated = isNested ? [] : [RepeatedRun(values)].compactMap { $0 }
    }

    /// The smallest form, and of equals the simplest.
    var best: Encoding {
        var best = Encoding.plain
        var least = Int.max
        for encoding in Encoding.allCases {
            // Differing bits are only worth a look where the values are no short decimals.
            if encoding == .xor, least < values.count * 4 { continue }
            if let size = size(encoding), size < least { (best, least) = (encoding, size) }
        }
        return best
    }

    /// The bytes that a form takes, or nil where it cannot hold the values to the bit.
    func size(_ encoding: Encoding) -> Int? {
        switch encoding {
        case .constant: values.allSatisfy { $0.bitPattern == values[0].bitPattern } ? 8 : nil
        case .decimalFrame: decimal?.frameSize
        case .decimalDelta: decimal?.deltaSize
        case .repeated: repeated.first?.size
        case .xor: (XORRun.bitCount(values) + 7) / 8
        case .plain: 8 * values.count
        }
    }

    /// Writes the values in a form that can hold them.
    func write(_ encoding: Encoding, to bytes: inout [UInt8]) {
        switch encoding {
        case .constant: bytes.append(double: values[0])
        case .decimalFrame: decimal?.writeFrame(to: &bytes)
        case .decimalDelta: decimal?.writeDeltas(to: &bytes)
        case .repeated: repeated.first?.write(to: &bytes)
        case .xor: XORRun.write(values, to: &bytes)
        case .plain: for value in values { bytes.append(double: value) }
        }
    }
}
