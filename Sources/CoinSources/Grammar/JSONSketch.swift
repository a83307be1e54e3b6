internal import CSimdJSON

/// What the head of a JSON document shows without parsing it whole.
public struct JSONSketch: Hashable, Sendable {
    /// Whether the document is an array at the top (else an object or scalar).
    public let isArray: Bool
    /// Paths of the keys seen in the head, array elements as `*`.
    ///
    /// Such as `*/current_price`, `Data/Data/*/volumefrom`, `prices/*/*`. Only the first three elements of an array
    /// are sketched, six levels and names of at most 64 bytes, so that the sketch of any head stays small.
    public let paths: Set<String>

    private static let levels = 6
    /// How many elements of an array are sketched.
    private static let elements = 3

    /// The paths that the head of a document shows, each on a line; empty when it is none.
    ///
    /// A head is cut anywhere, and may go on behind its document.
    static func outline(_ bytes: [UInt8]) -> String {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let head = unsafe assay_json_parse_head(bytes.baseAddress, bytes.count, elements) else { return "" }
            defer { unsafe assay_json_free(head) }
            return unsafe String(decoding: assay_json_paths(head, levels, elements).bytes, as: UTF8.self)
        }
    }

    init(isArray: Bool, outline: String) {
        self.isArray = isArray
        paths = Set(outline.split(separator: "\n").map(String.init))
    }

    /// Whether the head shows a path; a step `?` stands for any one step.
    func shows(_ pattern: String) -> Bool {
        guard pattern.contains("?") else { return paths.contains(pattern) }
        let wanted = pattern.split(separator: "/")
        return paths.contains { path in
            let steps = path.split(separator: "/", omittingEmptySubsequences: false)
            return steps.count == wanted.count && zip(steps, wanted).allSatisfy { $1 == "?" || $0 == $1 }
        }
    }

    /// Whether the head shows all paths of one of some alternatives.
    func shows(_ alternatives: [[String]]) -> Bool {
        alternatives.contains { $0.allSatisfy(shows) }
    }

    /// The names of the members directly below a path: `*` for those of an array's rows, empty for the document's.
    func names(below path: String) -> Set<Substring> {
        let prefix = path.isEmpty ? "" : path + "/"
        let rests = paths.lazy.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
        return Set(rests.filter { !$0.isEmpty && !$0.contains("/") })
    }
}
