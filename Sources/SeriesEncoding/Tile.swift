/// One metric over one stretch of time for one group of up to 256 entities.
///
/// Layout of version 1, numbers as LEB128 unless said otherwise:
///
/// | Bytes | What |
/// |---|---|
/// | 2 | `A`, `T` |
/// | 1 | version, 1 |
/// | – | number of steps (at most 2²⁰); if any: the first, zigzag; the distance of each further one to the one before |
/// | – | number of runs (at most 256); for each: slot (1 byte), encoding + 16 × presence (1 byte), length in bytes |
/// | – | the runs, one behind the other: presence, then values |
/// | 4 | CRC-32C of all bytes before, the lowest byte first |
///
/// A run has at least one value. Missing is not written: neither as 0 nor as NaN.
public struct Tile: Equatable, Sendable {
    /// The times of the columns, strictly ascending.
    public var steps: [Int64]
    /// The rows that have values, ascending by slot.
    public var runs: [Run]

    /// One entity's values.
    public struct Run: Equatable, Sendable {
        /// The entity's place in its group.
        public var slot: UInt16
        /// A value for each step; NaN where it is missing.
        public var values: [Double]

        /// A row.
        public init(slot: UInt16, values: [Double]) {
            self.slot = slot
            self.values = values
        }
    }

    /// A tile of rows over steps.
    public init(steps: [Int64], runs: [Run]) {
        self.steps = steps
        self.runs = runs
    }

    static let magic: [UInt8] = [0x41, 0x54]
    static let version: UInt8 = 1
    static let stepLimit = 1 << 20
    static let runLimit = 256

    /// Its bytes.
    ///
    /// Runs without any value are left out.
    public func encoded() -> [UInt8] {
        var bytes = Tile.magic + [Tile.version]
        bytes.append(number: UInt64(steps.count))
        if let first = steps.first { bytes.append(signed: first) }
        for (step, before) in zip(steps.dropFirst(), steps) { bytes.append(number: UInt64(bitPattern: step &- before)) }
        var directory: [UInt8] = []
        var payload: [UInt8] = []
        var count = 0
        for run in runs {
            let values = run.values.contains(where: \.isNaN) ? run.values.filter { !$0.isNaN } : run.values
            guard !values.isEmpty else { continue }
            count += 1
            let start = payload.count
            let presence = Presence.write(run.values, count: values.count, to: &payload)
            let encoded = EncodedRun(values)
            let encoding = encoded.best
            encoded.write(encoding, to: &payload)
            directory.append(UInt8(truncatingIfNeeded: run.slot))
            directory.append(encoding.rawValue | presence.rawValue << 4)
            directory.append(number: UInt64(payload.count - start))
        }
        bytes.append(number: UInt64(count))
        bytes += directory
        bytes += payload
        let checksum = crc32c(bytes[...])
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: checksum >> shift))
        }
        return bytes
    }

    /// Reads a tile.
    ///
    /// - Throws: `TileError` when the bytes are not just what `encoded` wrote.
    public init(decoding bytes: [UInt8]) throws(TileError) {
        let reader = try TileReader(bytes)
        steps = reader.steps
        var runs: [Run] = []
        for slot in reader.slots {
            var values = [Double](repeating: .nan, count: reader.steps.count)
            try reader.decode(slot: slot, into: &values)
            runs.append(Run(slot: slot, values: values))
        }
        self.runs = runs
    }
}
