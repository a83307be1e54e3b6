/// What a tile says of its values without their being decoded: how many there are, and between which bounds.
struct TileSummary {
    private(set) var valueCount = 0
    private var minimum = Double.infinity
    private var maximum = -Double.infinity

    /// The smallest and the largest value, a zero always as +0; nil when there is none.
    var zone: (minimum: Double, maximum: Double)? {
        // −0 + 0 is +0, so the bounds do not depend on which zero came first.
        valueCount > 0 ? (minimum + 0, maximum + 0) : nil
    }

    /// Counts the values of a row that are there: all that are not NaN.
    mutating func insert(_ row: [Double]) {
        for value in row where !value.isNaN {
            valueCount += 1
            if value < minimum { minimum = value }
            if value > maximum { maximum = value }
        }
    }

    func write(to writer: inout ByteWriter) {
        writer.append(double: zone?.minimum ?? minimum)
        writer.append(double: zone?.maximum ?? maximum)
    }

    /// Reads the bounds of so many values.
    static func read(_ reader: inout ByteReader, valueCount: Int) throws(TileError) -> TileSummary {
        let (minimum, maximum) = (try reader.double(), try reader.double())
        guard valueCount > 0 ? minimum <= maximum : minimum == .infinity && maximum == -.infinity else {
            throw TileError(.corrupt, "\(minimum)…\(maximum) are no bounds of \(valueCount) values")
        }
        return TileSummary(valueCount: valueCount, minimum: minimum, maximum: maximum)
    }
}
