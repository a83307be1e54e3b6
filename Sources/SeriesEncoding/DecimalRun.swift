/// Values as whole numbers of one power of ten: value = mantissa × 10^exponent, checked bit for bit.
///
/// Prices and volumes are published as short decimals, so a few digits say what 64 bits do; the idea is that of ALP
/// (Afroozeh, Kuffó, Boncz, SIGMOD 2024). A value that has no such form stands aside as an exception.
struct DecimalRun {
    private let exponent: Int8
    private let mantissas: [Int64]
    private let exceptions: [(index: Int, value: Double)]

    /// The largest mantissa: beyond it doubles skip whole numbers.
    private static let limit: Int64 = 1 << 53

    /// The numbers that one block of differences holds.
    private static let blockSize = 32

    /// Nil when more than one value in eight has no such form.
    init?(_ values: [Double]) {
        // The finest power that any value needs serves them all.
        var finest: Int8?
        for value in values {
            guard let own = DecimalRun.exponent(of: value) else { continue }
            finest = min(finest ?? own, own)
        }
        guard let finest else { return nil }
        exponent = finest
        var mantissas: [Int64] = []
        var exceptions: [(index: Int, value: Double)] = []
        mantissas.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            if let mantissa = DecimalRun.mantissa(of: value, finest) {
                mantissas.append(mantissa)
            } else {
                exceptions.append((index, value))
                mantissas.append(mantissas.last ?? 0)
            }
        }
        guard exceptions.count * 8 <= values.count else { return nil }
        self.mantissas = mantissas
        self.exceptions = exceptions
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// mantissa × 10^exponent; one correctly rounded operation, for powers up to 10^22 are exact doubles.
    private static func value(_ mantissa: Int64, _ exponent: Int8) -> Double {
        exponent < 0
            ? Double(mantissa) / powers[Int(-exponent)] : Double(mantissa) * powers[Int(exponent)]
    }

    /// The mantissa of a value at an exponent, or nil when there is none to the bit.
    private static func mantissa(of value: Double, _ exponent: Int8) -> Int64? {
        let scaled = exponent < 0 ? value * powers[Int(-exponent)] : value / powers[Int(exponent)]
        guard scaled.magnitude < Double(limit) else { return nil }
        let mantissa = Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
        return DecimalRun.value(mantissa, exponent).bitPattern == value.bitPattern ? mantissa : nil
    }

    /// The coarsest exponent that a value has a mantissa at; 0 needs none of its own.
    private static func exponent(of value: Double) -> Int8? {
        guard value.isFinite, value != 0 else { return value.bitPattern == 0 ? 6 : nil }
        var exponent: Int8 = 0
        while mantissa(of: value, exponent) == nil {
            exponent -= 1
            if exponent < -22 { return nil }
        }
        if exponent == 0 {
            while exponent < 6, mantissa(of: value, exponent + 1) != nil { exponent += 1 }
        }
        return exponent
    }

    /// Exponent, exceptions, smallest mantissa, width, offsets.
    func frame() -> [UInt8]? {
        guard let least = mantissas.min(), let most = mantissas.max() else { return nil }
        let width = bitWidth(UInt64(most - least))
        var bytes = head()
        bytes.append(signed: least)
        bytes.append(UInt8(width))
        var bits = BitWriter()
        for mantissa in mantissas { bits.append(UInt64(mantissa - least), width: width) }
        return bytes + bits.finish()
    }

    /// Exponent, exceptions, first mantissa, then the differences: for each block of 32 its width and the bits.
    func deltas() -> [UInt8]? {
        guard let first = mantissas.first else { return nil }
        var bytes = head()
        bytes.append(signed: first)
        let differences = zip(mantissas.dropFirst(), mantissas).map { ($0 - $1).zigzag }
        for start in stride(from: 0, to: differences.count, by: DecimalRun.blockSize) {
            let block = differences[start..<min(start + DecimalRun.blockSize, differences.count)]
            let width = bitWidth(block.reduce(0, |))
            bytes.append(UInt8(width))
            var bits = BitWriter()
            for difference in block { bits.append(difference, width: width) }
            bytes += bits.finish()
        }
        return bytes
    }

    private func head() -> [UInt8] {
        var bytes = [UInt8(bitPattern: exponent)]
        bytes.append(number: UInt64(exceptions.count))
        var next = 0
        for exception in exceptions {
            bytes.append(number: UInt64(exception.index - next))
            bytes.append(double: exception.value)
            next = exception.index + 1
        }
        return bytes
    }

    private struct Head {
        let exponent: Int8
        let exceptions: [(index: Int, value: Double)]

        init(_ cursor: inout ByteCursor, count: Int) throws(TileError) {
            exponent = Int8(bitPattern: try cursor.byte())
            guard (-22...22).contains(exponent) else { throw TileError(.corrupt, "exponent \(exponent)") }
            var exceptions: [(index: Int, value: Double)] = []
            var next = 0
            for _ in 0..<(try cursor.count(upTo: count, "exceptions")) {
                let index = next + (try cursor.count(upTo: count, "exception distance"))
                guard index < count else { throw TileError(.corrupt, "an exception lies behind the last value") }
                exceptions.append((index, try cursor.double()))
                next = index + 1
            }
            self.exceptions = exceptions
        }

        func values(_ mantissas: [Int64]) -> [Double] {
            var values = mantissas.map { DecimalRun.value($0, exponent) }
            for exception in exceptions { values[exception.index] = exception.value }
            return values
        }
    }

    static func decodeFrame(_ cursor: inout ByteCursor, count: Int) throws(TileError) -> [Double] {
        let head = try Head(&cursor, count: count)
        let least = try cursor.signed()
        let width = UInt64(try cursor.byte())
        guard width <= 64 else { throw TileError(.corrupt, "width \(width)") }
        var bits = try cursor.bits(byteCount: (count * Int(width) + 7) / 8)
        var mantissas: [Int64] = []
        mantissas.reserveCapacity(count)
        for _ in 0..<count { mantissas.append(least &+ Int64(bitPattern: bits.read(width: width))) }
        return head.values(mantissas)
    }

    static func decodeDeltas(_ cursor: inout ByteCursor, count: Int) throws(TileError) -> [Double] {
        let head = try Head(&cursor, count: count)
        var mantissas = [try cursor.signed()]
        mantissas.reserveCapacity(count)
        while mantissas.count < count {
            let width = UInt64(try cursor.byte())
            guard width <= 64 else { throw TileError(.corrupt, "width \(width)") }
            let length = min(blockSize, count - mantissas.count)
            var bits = try cursor.bits(byteCount: (length * Int(width) + 7) / 8)
            for _ in 0..<length {
                mantissas.append(mantissas[mantissas.count - 1] &+ Int64(zigzag: bits.read(width: width)))
            }
        }
        return head.values(mantissas)
    }
}
