/// Finds out what is wrong with bytes that are no JSON document.
enum JSONFault {
    /// The refusal of bytes that are not one JSON document: `truncated-json` when they end too early, `bad-json` with
    /// line and column otherwise; nil when nothing is found wrong with them.
    static func found(in bytes: [UInt8], from start: Int) -> SourceError? {
        if let offset = firstInvalid(bytes[start...]) { return error(bytes, at: offset, "bytes are not UTF-8") }
        var scanner = JSONScanner(bytes, from: start, depth: JSONDocument.depth)
        do {
            while try scanner.next() != nil {}
            return nil
        } catch {
            if let fault = error.fault { return JSONFault.error(bytes, at: error.offset, fault) }
            return SourceError(
                "truncated-json",
                line: line(bytes, error.offset),
                detail: "ends after \(bytes.count) bytes, in the middle of its JSON; fetch it again"
            )
        }
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
