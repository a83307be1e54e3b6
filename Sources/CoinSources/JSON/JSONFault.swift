/// Finds out what is wrong with bytes that simdjson refused.
enum JSONFault {
    /// The bytes with `e0` behind every integer of 19 digits or more, and with padding; nil when there is none.
    ///
    /// - Throws: `SourceError` when the bytes are not one JSON document: `truncated-json` when they end too early,
    ///   `bad-json` with line and column otherwise.
    static func withExponents(_ bytes: [UInt8], from start: Int) throws(SourceError) -> [UInt8]? {
        if let offset = firstInvalid(bytes[start...]) {
            throw error(bytes, at: offset, "bytes are not UTF-8")
        }
        var scanner = JSONScanner(bytes, from: start, depth: JSONDocument.depth)
        var copy: [UInt8] = []
        var copied = start
        do {
            while let token = try scanner.next() {
                guard case .number(let range) = token, range.count >= 19,
                    !bytes[range].contains(where: { ".eE".utf8.contains($0) })
                else { continue }
                copy += bytes[copied..<range.upperBound]
                copy += "e0".utf8
                copied = range.upperBound
            }
        } catch {
            guard let fault = error.fault else {
                throw SourceError(
                    "truncated-json",
                    line: line(bytes, error.offset),
                    detail: "ends after \(bytes.count) bytes, in the middle of its JSON; fetch it again"
                )
            }
            throw JSONFault.error(bytes, at: error.offset, fault)
        }
        guard copied > start else { return nil }
        return copy + bytes[copied...] + Array(repeating: UInt8(ascii: " "), count: 64)
    }

    private static func error(_ bytes: [UInt8], at offset: Int, _ fault: String) -> SourceError {
        let lineStart = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line = line(bytes, offset)
        return SourceError(
            "bad-json",
            line: line,
            detail: "is not JSON at line \(line), byte \(offset - lineStart + 1): \(fault); fetch it again"
        )
    }

    private static func line(_ bytes: [UInt8], _ offset: Int) -> Int {
        bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1
    }

    private static func firstInvalid(_ bytes: ArraySlice<UInt8>) -> Int? {
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = bytes.startIndex
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar): offset += scalar.count
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }
}
