internal import CSimdJSON
internal import CoinModel

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
            if isNextLine(bytes, place) {
                let next = "join them into one list with `jq -s . FILE`, or write a table of your own as CSV"
                let detail = "is JSON lines, a document on each line, and one document is read: \(next)"
                return SourceError("json-lines", line: line(bytes, place), detail: detail)
            }
            if let offset = bytes[start...].firstInvalidUTF8 { return wrong(bytes, at: offset, "bytes are not UTF-8") }
            return wrong(bytes, at: place, unsafe words(fault))
        }
    }

    /// Where a value is wrong that costs its row, and why.
    static func detail(_ fault: assay_json_fault, in bytes: [UInt8], from start: Int) -> String {
        "\(place(bytes, unsafe start + fault.place)): \(unsafe words(fault))"
    }

    /// The refusal of a document that memory does not suffice for.
    static let tooLarge = SourceError("too-large", detail: "the document needs more memory than there is; split it")

    private static func words(_ fault: assay_json_fault) -> String {
        unsafe fault.words.map { unsafe String(cString: $0) } ?? ""
    }

    private static func wrong(_ bytes: [UInt8], at offset: Int, _ words: String) -> SourceError {
        let detail = "is not JSON at \(place(bytes, offset)): \(words); fetch it again"
        return SourceError("bad-json", line: line(bytes, offset), detail: detail)
    }

    private static func place(_ bytes: [UInt8], _ offset: Int) -> String {
        let lineStart = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return "line \(line(bytes, offset)), byte \(offset - lineStart + 1)"
    }

    /// Whether another document begins at a place, on a line of its own.
    private static func isNextLine(_ bytes: [UInt8], _ place: Int) -> Bool {
        guard place < bytes.count, "{[".utf8.contains(bytes[place]) else { return false }
        let before = bytes[..<place]
        let gap = before.reversed().prefix { $0 == 0x20 || 9...13 ~= $0 }
        return gap.contains(10) && "}]".utf8.contains(before.dropLast(gap.count).last ?? 0)
    }

    private static func line(_ bytes: [UInt8], _ offset: Int) -> Int {
        bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1
    }
}
