/// Writes a message as bytes: its values one after the other in the machine's own byte order, counts before contents.
///
/// Both ends are built from the same declarations, so nothing is named but the cases of enumerations.
final class WireEncoder: Encoder, SingleValueEncodingContainer {
    fileprivate(set) var bytes: [UInt8] = []
    fileprivate var lastLongText = ""

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func encode<Value: Encodable>(_ value: Value) throws {
        if let value = value as? any WireValue { try value.put(into: self) } else { try value.encode(to: self) }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Fields<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { preconditionFailure("a list has bytes of its own") }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }
    func encodeNil() throws { throw WorkerFault.incompatible }

    private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: WireEncoder
        var codingPath: [any CodingKey] { [] }

        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder.encode(value) }
        func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try put(value) }
        func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws { try put(value) }

        private func put(_ value: (some Encodable)?) throws {
            try encoder.encode(value != nil)
            if let value { try encoder.encode(value) }
        }

        /// Only enumerations nest: the key is the name of the case.
        func nestedContainer<Inner>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
            key.stringValue.put(into: encoder)
            return encoder.container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
        func encodeNil(forKey key: Key) throws { throw WorkerFault.incompatible }
        func superEncoder() -> any Encoder { encoder }
        func superEncoder(forKey key: Key) -> any Encoder { encoder }
    }
}

/// Reads what `WireEncoder` wrote; whatever does not fit is an error, never a trap.
final class WireDecoder: Decoder, SingleValueDecodingContainer {
    private let bytes: [UInt8]
    private var next = 0
    fileprivate var lastLongText = ""

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { next == bytes.count }
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        guard let wire = type as? any WireValue.Type else {
            return try Value(from: self)
        }
        guard let value = try wire.init(wire: self) as? Value else { throw WorkerFault.incompatible }
        return value
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Fields<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw WorkerFault.incompatible }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }
    func decodeNil() -> Bool { false }

    private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: WireDecoder
        var codingPath: [any CodingKey] { [] }

        /// Only enumerations ask: the name of the case is what comes next.
        var allKeys: [Key] {
            do {
                return [Key(stringValue: try String(wire: decoder))].compactMap { $0 }
            } catch {
                return []
            }
        }

        func contains(_ key: Key) -> Bool { true }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try decoder.decode() }
        func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try take() }
        func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? { try take() }

        private func take<Value: Decodable>() throws -> Value? {
            try decoder.decode(Bool.self) ? decoder.decode(Value.self) : nil
        }

        func nestedContainer<Inner>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedDecodingContainer<Inner> {
            decoder.container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try decoder.unkeyedContainer()
        }

        func decodeNil(forKey key: Key) -> Bool { false }
        func superDecoder() -> any Decoder { decoder }
        func superDecoder(forKey key: Key) -> any Decoder { decoder }
    }

    fileprivate func numbers<Number>(_ count: Int) throws -> [Number] {
        let (size, isTooLong) = count.multipliedReportingOverflow(by: MemoryLayout<Number>.size)
        guard !isTooLong, size <= bytes.count - next else { throw WorkerFault.incompatible }
        defer { next += size }
        return unsafe [Number](unsafeUninitializedCapacity: count) { buffer, initialized in
            unsafe bytes.withUnsafeBytes { source in
                unsafe UnsafeMutableRawBufferPointer(buffer).copyBytes(from: source[next..<next + size])
            }
            initialized = count
        }
    }
}

/// A value with bytes of its own; of all others the stored properties travel.
private protocol WireValue {
    func put(into encoder: WireEncoder) throws
    init(wire decoder: WireDecoder) throws
}

/// Travels as it lies in memory, alone and in arrays; every pattern of bits is one.
protocol WireNumber: BitwiseCopyable {}

extension WireNumber {
    fileprivate func put(into encoder: WireEncoder) {
        unsafe withUnsafeBytes(of: self) { unsafe encoder.bytes.append(contentsOf: $0) }
    }

    fileprivate init(wire decoder: WireDecoder) throws {
        self = try decoder.numbers(1)[0]
    }
}

extension UInt8: WireNumber, WireValue {}
extension UInt32: WireNumber, WireValue {}
extension Int64: WireNumber, WireValue {}
extension UInt64: WireNumber, WireValue {}

/// A number of things: not negative.
extension Int: WireValue {
    fileprivate func put(into encoder: WireEncoder) {
        Int64(self).put(into: encoder)
    }

    fileprivate init(wire decoder: WireDecoder) throws {
        self = Int(try Int64(wire: decoder))
        guard self >= 0 else { throw WorkerFault.incompatible }
    }
}

extension Bool: WireValue {
    fileprivate func put(into encoder: WireEncoder) {
        UInt8(self ? 1 : 0).put(into: encoder)
    }

    fileprivate init(wire decoder: WireDecoder) throws {
        let byte = try UInt8(wire: decoder)
        guard byte < 2 else { throw WorkerFault.incompatible }
        self = byte == 1
    }
}

/// A long text that repeats the last long one, as the queries of an order do, travels once.
extension String: WireValue {
    private static let long = 256
    private static let repeated: Int64 = -1

    fileprivate func put(into encoder: WireEncoder) {
        let isLong = utf8.count >= String.long
        if isLong, utf8.elementsEqual(encoder.lastLongText.utf8) { return String.repeated.put(into: encoder) }
        utf8.count.put(into: encoder)
        encoder.bytes += utf8
        if isLong { encoder.lastLongText = self }
    }

    fileprivate init(wire decoder: WireDecoder) throws {
        let count = try Int64(wire: decoder)
        guard count != String.repeated else {
            self = decoder.lastLongText
            return
        }
        guard count >= 0 else { throw WorkerFault.incompatible }
        self.init(decoding: try decoder.numbers(Int(count)) as [UInt8], as: UTF8.self)
        if count >= String.long { decoder.lastLongText = self }
    }
}

extension Array: WireValue where Element: Codable {
    fileprivate func put(into encoder: WireEncoder) throws {
        count.put(into: encoder)
        if Element.self is any WireNumber.Type {
            unsafe withUnsafeBytes { unsafe encoder.bytes.append(contentsOf: $0) }
        } else {
            for element in self { try encoder.encode(element) }
        }
    }

    fileprivate init(wire decoder: WireDecoder) throws {
        let count = try Int(wire: decoder)
        if Element.self is any WireNumber.Type {
            self = try decoder.numbers(count)
        } else {
            self = []
            for _ in 0..<count { append(try decoder.decode()) }
        }
    }
}
