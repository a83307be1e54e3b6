internal import CSimdJSON

/// One value of a document; a missing member and `null` say the same.
enum JSONValue: Hashable, Sendable {
    case missing
    case number(Double)
    case text(String)
    case truth(Bool)
    case container

    init(_ cell: assay_json_cell) {
        self =
            switch unsafe Int(cell.kind) {
            case Int(ASSAY_JSON_MISSING): .missing
            case Int(ASSAY_JSON_NUMBER): .number(unsafe cell.number)
            case Int(ASSAY_JSON_TEXT): .text(unsafe String(decoding: cell.bytes, as: UTF8.self))
            case Int(ASSAY_JSON_BOOL): .truth(unsafe cell.number == 1)
            default: .container
            }
    }

    var name: String {
        switch self {
        case .missing: "missing"
        case .number(let number): "\(number)"
        case .text(let text): "the text \"\(text.prefix(40))\""
        case .truth: "true or false"
        case .container: "an array or an object"
        }
    }
}

extension assay_json_cell {
    /// Its text where it lies; empty where it holds none.
    var bytes: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: text, count: Int(length)) }
}
