/// Values as whole numbers of one power of ten: value = mantissa × 10^exponent, checked bit for bit.
///
/// Prices and volumes are published as short decimals, so a few digits say what 64 bits do; the idea is that of ALP
/// (Afroozeh, Kuffó, Boncz, SIGMOD 2024). A value that has no such form stands aside as an exception.
struct DecimalRun {
    private let exponent: Int
    private let mantissas: [Int64]
    private let exceptions: [(index: Int, value: Double)]

    /// The numbers that one block of differences holds.
    private static let blockSize = 32

    /// Nil when more than one value in eight has no such form.
    init?(_ values: [Double]) {
        // The finest power that any value needs serves them all.
        var finest = PowerOfTen.coarsest
        for value in values where PowerOfTen(finest).mantissa(of: value) == nil {
            if let own = PowerOfTen.exponent(of: value), own < finest { finest = own }
        }
        let power = PowerOfTen(finest)
        var mantissas: [Int64] = []
        var exceptions: [(index: Int, value: Double)] = []
        mantissas.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            if let mantissa = power.mantissa(of: value) {
                mantissas.append(mantissa)
            } else {
                exceptions.append((index, value))
                guard exceptions.count * 8 <= values.count else { return nil }
                mantissas.append(mantissas.last ?? 0)
            }
        }
        exponent = finest
        self.mantissas = mantissas
        self.exceptions = exceptions
    }

    /// The smallest mantissa, and the bits that the offsets from it take.
    private var frame: (least: Int64, width: UInt64) {
        var (least, most) = (mantissas[0], mantissas[0])
        for mantissa in mantissas {
            least = min(least, mantissa)
            most = max(most, mantissa)
        }
        return (least, bitWidth(UInt64(most - least)))
    }

    /// The bits that the differences of a block take; `start` is the place of the first of its mantissas.
    private func blockWidth(_ start: Int) -> UInt64 {
        var bits: UInt64 = 0
        for index in start..<min(start + DecimalRun.blockSize, mantissas.count) {
            bits |= (mantissas[index] - mantissas[index - 1]).zigzag
        }
        return bitWidth(bits)
    }

    /// The bytes of `writeFrame`.
    var frameSize: Int {
        let (least, width) = frame
        return headSize + numberSize(least.zigzag) + 1 + (mantissas.count * Int(width) + 7) / 8
    }

    /// The bytes of `writeDeltas`.
    var deltaSize: Int {
        var size = headSize + numberSize(mantissas[0].zigzag)
        for start in stride(from: 1, to: mantissas.count, by: DecimalRun.blockSize) {
            let length = min(DecimalRun.blockSize, mantissas.count - start)
            size += 1 + (length * Int(blockWidth(start)) + 7) / 8
        }
        return size
    }

    /// Exponent, exceptions, smallest mantissa, width, offsets.
    func writeFrame(to bytes: inout [UInt8]) {
        let (least, width) = frame
        writeHead(to: &bytes)
        bytes.append(signed: least)
        bytes.append(UInt8(width))
        var bits = BitWriter()
        for mantissa in mantissas { bits.append(UInt64(mantissa - least), width: width, to: &bytes) }
        bits.finish(&bytes)
    }

    /// Exponent, exceptions, first mantissa, then the differences: for each block of 32 its width and the bits.
    func writeDeltas(to bytes: inout [UInt8]) {
        writeHead(to: &bytes)
        bytes.append(signed: mantissas[0])
        for start in stride(from: 1, to: mantissas.count, by: DecimalRun.blockSize) {
            let width = blockWidth(start)
            bytes.append(UInt8(width))
            var bits = BitWriter()
            for index in start..<min(start + DecimalRun.blockSize, mantissas.count) {
                bits.append((mantissas[index] - mantissas[index - 1]).zigzag, width: width, to: &bytes)
            }
            bits.finish(&bytes)
        }
    }

    private var headSize: Int {
        var size = 1 + numberSize(UInt64(exceptions.count))
        var next = 0
        for exception in exceptions {
            size += numberSize(UInt64(exception.index - next)) + 8
            next = exception.index + 1
        }
        return size
    }

    private func writeHead(to bytes: inout [UInt8]) {
        bytes.append(UInt8(bitPattern: Int8(exponent)))
        bytes.append(number: UInt64(exceptions.count))
        var next = 0
        for exception in exceptions {
            bytes.append(number: UInt64(exception.index - next))
            bytes.append(double: exception.value)
            next = exception.index + 1
        }
    }
}

extension DecimalRun {
    /// Reads what `writeFrame` wrote.
    static func decodeFrame(_ cursor: inout ByteCursor, count: Int) throws(TileError) -> [Double] {
        let head = try Head(&cursor, count: count)
        let least = try cursor.signed()
        let width = UInt64(try cursor.byte())
        guard width <= 64 else { throw TileError(.corrupt, "width \(width)") }
        var bits = try cursor.bits(byteCount: (count * Int(width) + 7) / 8)
        var values: [Double] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(head.power.value(least &+ Int64(bitPattern: bits.read(width: width)))) }
        return head.applied(to: values)
    }

    /// Reads what `writeDeltas` wrote.
    static func decodeDeltas(_ cursor: inout ByteCursor, count: Int) throws(TileError) -> [Double] {
        let head = try Head(&cursor, count: count)
        var mantissa = try cursor.signed()
        var values = [head.power.value(mantissa)]
        values.reserveCapacity(count)
        while values.count < count {
            let width = UInt64(try cursor.byte())
            guard width <= 64 else { throw TileError(.corrupt, "width \(width)") }
            let length = min(blockSize, count - values.count)
            var bits = try cursor.bits(byteCount: (length * Int(width) + 7) / 8)
            for _ in 0..<length {
                mantissa &+= Int64(zigzag: bits.read(width: width))
                values.append(head.power.value(mantissa))
            }
        }
        return head.applied(to: values)
    }

    private struct Head {
        let power: PowerOfTen
        private let exceptions: [(index: Int, value: Double)]

        init(_ cursor: inout ByteCursor, count: Int) throws(TileError) {
            let exponent = Int(Int8(bitPattern: try cursor.byte()))
            guard PowerOfTen.finest...PowerOfTen.coarsest ~= exponent else {
                throw TileError(.corrupt, "exponent \(exponent)")
            }
            power = PowerOfTen(exponent)
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

        func applied(to values: [Double]) -> [Double] {
            guard !exceptions.isEmpty else { return values }
            var values = values
            for exception in exceptions { values[exception.index] = exception.value }
            return values
        }
    }
}
