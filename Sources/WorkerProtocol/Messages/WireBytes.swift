/// What travels between two processes of one machine: in its own byte order, counts before contents.
protocol WireValue {
    func encode(into wire: inout WireWriter)
    init(decoding wire: inout WireReader) throws(WorkerFault)

    /// Puts several values, one after the other.
    static func encode(_ values: [Self], into wire: inout WireWriter)
    /// Takes so many values.
    static func decode(_ count: Int, from wire: inout WireReader) throws(WorkerFault) -> [Self]
}

struct WireWriter {
    var bytes: [UInt8] = []

    mutating func put<each Value: WireValue>(_ values: repeat each Value) {
        repeat (each values).encode(into: &self)
    }

    /// Puts which case of an enumeration it is, and what that carries.
    mutating func put<each Value: WireValue>(tag: UInt8, _ values: repeat each Value) {
        put(tag, repeat each values)
    }
}

/// Reads what `WireWriter` wrote; whatever does not fit is a broken protocol, never a trap.
struct WireReader {
    private let bytes: [UInt8]
    private var next = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    static let broken = WorkerFault(
        .protocolBroken,
        "the worker and assay do not understand each other; install both from one build"
    )

    var isAtEnd: Bool { next == bytes.count }

    mutating func value<Value: WireValue>() throws(WorkerFault) -> Value {
        try Value(decoding: &self)
    }

    mutating func values<each Value: WireValue>() throws(WorkerFault) -> (repeat each Value) {
        (repeat try (each Value)(decoding: &self))
    }

    fileprivate mutating func numbers<Number: FixedWidthInteger & BitwiseCopyable>(
        _ count: Int
    ) throws(WorkerFault) -> [Number] {
        let size = count.multipliedReportingOverflow(by: MemoryLayout<Number>.size)
        guard !size.overflow, size.partialValue <= bytes.count - next else { throw WireReader.broken }
        let range = next..<next + size.partialValue
        next = range.upperBound
        return unsafe [Number](unsafeUninitializedCapacity: count) { buffer, initialized in
            unsafe bytes.withUnsafeBytes { source in
                unsafe UnsafeMutableRawBufferPointer(buffer).copyBytes(from: source[range])
            }
            initialized = count
        }
    }
}

extension WireValue {
    static func encode(_ values: [Self], into wire: inout WireWriter) {
        for value in values { value.encode(into: &wire) }
    }

    static func decode(_ count: Int, from wire: inout WireReader) throws(WorkerFault) -> [Self] {
        var values: [Self] = []
        for _ in 0..<count { values.append(try wire.value()) }
        return values
    }
}

/// Numbers travel as they lie in memory.
extension WireValue where Self: FixedWidthInteger & BitwiseCopyable {
    func encode(into wire: inout WireWriter) {
        Self.encode([self], into: &wire)
    }

    init(decoding wire: inout WireReader) throws(WorkerFault) {
        self = try wire.numbers(1)[0]
    }

    static func encode(_ values: [Self], into wire: inout WireWriter) {
        unsafe values.withUnsafeBytes { unsafe wire.bytes.append(contentsOf: $0) }
    }

    static func decode(_ count: Int, from wire: inout WireReader) throws(WorkerFault) -> [Self] {
        try wire.numbers(count)
    }
}

extension UInt8: WireValue {}
extension UInt32: WireValue {}
extension Int64: WireValue {}
extension UInt64: WireValue {}

/// A number of things: not negative.
extension Int: WireValue {
    func encode(into wire: inout WireWriter) {
        wire.put(Int64(self))
    }

    init(decoding wire: inout WireReader) throws(WorkerFault) {
        let number: Int64 = try wire.value()
        guard number >= 0 else { throw WireReader.broken }
        self = Int(number)
    }
}

extension Bool: WireValue {
    func encode(into wire: inout WireWriter) {
        wire.put(UInt8(self ? 1 : 0))
    }

    init(decoding wire: inout WireReader) throws(WorkerFault) {
        let byte: UInt8 = try wire.value()
        guard byte < 2 else { throw WireReader.broken }
        self = byte == 1
    }
}

extension String: WireValue {
    func encode(into wire: inout WireWriter) {
        wire.put(Array(utf8))
    }

    init(decoding wire: inout WireReader) throws(WorkerFault) {
        self.init(decoding: try wire.value() as [UInt8], as: UTF8.self)
    }
}

extension Optional: WireValue where Wrapped: WireValue {
    func encode(into wire: inout WireWriter) {
        wire.put(self != nil)
        self?.encode(into: &wire)
    }

    init(decoding wire: inout WireReader) throws(WorkerFault) {
        self = try wire.value() as Bool ? try wire.value() as Wrapped : nil
    }
}

extension Array: WireValue where Element: WireValue {
    func encode(into wire: inout WireWriter) {
        wire.put(count)
        Element.encode(self, into: &wire)
    }

    init(decoding wire: inout WireReader) throws(WorkerFault) {
        self = try Element.decode(wire.value(), from: &wire)
    }
}

extension WireValue where Self: RawRepresentable, RawValue: WireValue {
    func encode(into wire: inout WireWriter) {
        wire.put(rawValue)
    }

    init(decoding wire: inout WireReader) throws(WorkerFault) {
        guard let value = Self(rawValue: try wire.value()) else { throw WireReader.broken }
        self = value
    }
}
