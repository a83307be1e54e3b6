/// One metric over one stretch of time for one group of up to 256 entities: rows of values over common times.
///
/// ```
/// let tile = Tile(steps: [10, 11, 16], runs: [.init(slot: 2, values: [1.23, .nan, 1.26])])
/// let bytes = tile.encoded()
/// try TileReader(bytes).series(slot: 2)  // times [10, 16], values [1.23, 1.26]
/// ```
///
/// Values come back bit for bit, with −0, infinities and subnormals. NaN says that a value is missing, which is not 0;
/// which NaN it was is not stored.
public struct Tile: Equatable, Sendable {
    /// The times of the columns, strictly ascending, in a unit that the store knows.
    public var steps: [Int64]
    /// The rows that have values, strictly ascending by slot.
    public var runs: [Run]

    /// One entity's values.
    public struct Run: Equatable, Sendable {
        /// The entity's place in its group, 0..<256.
        public var slot: UInt16
        /// A value for each step; NaN where it is missing.
        public var values: [Double]

        /// A row.
        public init(slot: UInt16, values: [Double]) { (self.slot, self.values) = (slot, values) }
    }

    /// A tile of rows over steps.
    public init(steps: [Int64], runs: [Run]) { (self.steps, self.runs) = (steps, runs) }

    /// Reads what `encoded` wrote, and checks what the tile says of itself against its values.
    public init(decoding bytes: [UInt8]) throws(TileError) {
        let reader = try TileReader(bytes)
        steps = reader.steps
        runs = []
        runs.reserveCapacity(reader.slots.count)
        var count = 0
        for slot in reader.slots {
            var values = [Double](repeating: .nan, count: steps.count)
            try reader.decode(slot: slot, into: &values)
            count += values.count { !$0.isNaN }
            runs.append(Run(slot: slot, values: values))
        }
        guard count == reader.valueCount else {
            throw TileError(.corrupt, "it has \(count) values, and says that it has \(reader.valueCount)")
        }
    }
}
