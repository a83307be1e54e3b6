extension JSONSketch {
    private static let depth = 6
    private static let elements = 3
    private static let nameLength = 64

    /// Sketches the document at the start of some bytes, as far as they go.
    ///
    /// What lies more than six levels deep, behind an array's third element or under a name of more than 64 bytes is
    /// passed over, so that the sketch of any head stays small.
    init(_ bytes: [UInt8]) {
        struct Container {
            /// The path of the value to come; nil when it is passed over.
            var next: String?
            var path: String?
            var isArray: Bool
            var count = 0
        }
        var scanner = JSONScanner(bytes, depth: 64)
        var open: [Container] = []
        var isArray = false
        var paths: Set<String> = []

        func below(_ path: String?, _ step: String) -> String? {
            guard let path, open.count <= JSONSketch.depth else { return nil }
            return path.isEmpty ? step : path + "/" + step
        }

        // A head is cut anywhere, so a failure only ends the sketch: reading the whole input will name it.
        while case .success(let token?) = Result(catching: { () throws(JSONScanner.Failure) in try scanner.next() }) {
            if case .close = token {
                open.removeLast()
                continue
            }
            if case .name(let range) = token, let container = open.last {
                let name = String(decoding: bytes[range], as: UTF8.self)
                let path = range.count <= JSONSketch.nameLength ? below(container.path, name) : nil
                open[open.count - 1].next = path
                if let path { paths.insert(path) }
                continue
            }
            var path: String? = ""
            if let container = open.last {
                path = container.next
                if container.isArray {
                    // Behind the third row of a document that is rows there is nothing more to see.
                    if open.count == 1, container.count == JSONSketch.elements { break }
                    path = container.count < JSONSketch.elements ? below(container.path, "*") : nil
                    open[open.count - 1].count += 1
                    if let path { paths.insert(path) }
                }
            }
            if case .open(let array) = token {
                if open.isEmpty { isArray = array }
                open.append(Container(next: nil, path: path, isArray: array))
            }
        }
        self.init(isArray: isArray, paths: paths)
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

    /// Whether the head shows all of these paths.
    func shows(_ patterns: [String]) -> Bool {
        patterns.allSatisfy(shows)
    }

    /// The names of the members directly below a path: `*` for those of an array's rows, empty for the document's.
    func names(below path: String) -> Set<Substring> {
        let prefix = path.isEmpty ? "" : path + "/"
        return Set(
            paths.compactMap { candidate in
                let rest = candidate.dropFirst(prefix.count)
                return candidate.hasPrefix(prefix) && !rest.isEmpty && !rest.contains("/") ? rest : nil
            }
        )
    }
}
