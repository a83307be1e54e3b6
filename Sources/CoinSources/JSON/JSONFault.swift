internal import CSimdJSON

enum JSONFault {
    /// `truncated-json` when they end too early, `bad-json` with line and column otherwise, `too-large` when memory ends.
    static func error(_ fault: assay_json_fault, in bytes: [UInt8], from start: Int) -> SourceError {
        let place = unsafe start + fault.place
        switch unsafe Int(fault.code) {
        case Int(ASSAY_JSON_NO_MEMORY):
            return tooLarge
        case Int(ASSAY_JSON_CUT):
            let detail = "ends after \(bytes.count) bytes, in the middle of its JSON; fetch it again"
            return SourceError("truncated-json", line: line(bytes, bytes.count), detail: detail)
        default:
            if let offset = firstInvalid(bytes[start...]) { return wrong(bytes, at: offset, "bytes are not UTF-8") }
            return wrong(bytes, at: place, unsafe fault.words.map { unsafe String(cString: $0) } ?? "")
        }
    }

    /// The refusal of a document that memory does not suffice for.
    static let tooLarge = SourceError("too-large", detail: "the document needs more memory than there is; split it")

    private static func wrong(_ bytes: [UInt8], at offset: Int, _ words: String) -> SourceError {
        let lineStart = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line = line(bytes, offset)
        let detail = "is not JSON at line \(line), byte \(offset - lineStart + 1): \(words); fetch it again"
        return SourceError("bad-json", line: line, detail: detail)
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
