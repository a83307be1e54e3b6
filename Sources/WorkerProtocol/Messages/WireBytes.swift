/// Numbers and texts as they travel between two processes of one machine: in its own byte order, lengths before texts.
struct WireWriter {
    var bytes: [UInt8] = []

    mutating func put(_ number: some FixedWidthInteger & BitwiseCopyable) {
        unsafe withUnsafeBytes(of: number) { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func put(_ text: [UInt8]) {
        put(Int64(text.count))
        bytes.append(contentsOf: text)
    }

    mutating func put(_ text: String) {
        put(Array(text.utf8))
    }

    mutating func put(column: [some FixedWidthInteger & BitwiseCopyable]) {
        unsafe column.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
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

    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>() throws(WorkerFault) -> Number {
        try column(1)[0]
    }

    mutating func byte() throws(WorkerFault) -> UInt8 {
        try number()
    }

    /// A number of things: not negative.
    mutating func count() throws(WorkerFault) -> Int {
        let value: Int64 = try number()
        guard value >= 0 else { throw WireReader.broken }
        return Int(value)
    }

    mutating func text() throws(WorkerFault) -> [UInt8] {
        try column(count())
    }

    mutating func string() throws(WorkerFault) -> String {
        String(decoding: try text(), as: UTF8.self)
    }

    mutating func column<Number: FixedWidthInteger & BitwiseCopyable>(
        _ count: Int
    ) throws(WorkerFault) -> [Number] {
        let size = count.multipliedReportingOverflow(by: MemoryLayout<Number>.size)
        guard !size.overflow, size.partialValue <= bytes.count - next else { throw WireReader.broken }
        let start = next
        next += size.partialValue
        return unsafe [Number](unsafeUninitializedCapacity: count) { buffer, initialized in
            unsafe bytes.withUnsafeBytes { source in
                unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: source[start..<start + size.partialValue])
                )
            }
            initialized = count
        }
    }
}
