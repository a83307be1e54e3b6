extension JSONSketch {
    private static let depth = 6
    private static let nameLength = 64

    /// Sketches a document by its outline.
    ///
    /// What lies more than six levels deep, behind an array's third element or under a name of more than 64 bytes is
    /// passed over, so that the sketch of any head stays small.
    init(_ outline: JSONOutline) {
        struct Container {
            /// The path of the value to come; nil when it is passed over.
            var next: String?
            var path: String?
            var isArray: Bool
            var count = 0
        }
        var open: [Container] = []
        var paths: Set<String> = []

        func below(_ path: String?, _ step: String) -> String? {
            guard let path, open.count <= JSONSketch.depth else { return nil }
            return path.isEmpty ? step : path + "/" + step
        }

        var tokens = outline.tokens[...]
        while let token = tokens.popFirst() {
            if token == UInt8(ascii: "]") || token == UInt8(ascii: "}") {
                open.removeLast()
                continue
            }
            if token == JSONOutline.nameStart {
                let name = tokens.prefix { $0 != JSONOutline.nameEnd }
                tokens = tokens.dropFirst(name.count + 1)
                guard let container = open.last else { continue }
                let isShort = name.count <= JSONSketch.nameLength
                let path = isShort ? below(container.path, String(decoding: name, as: UTF8.self)) : nil
                open[open.count - 1].next = path
                if let path { paths.insert(path) }
                continue
            }
            var path: String? = ""
            if let container = open.last {
                path = container.next
                if container.isArray {
                    path = container.count < JSONOutline.elements ? below(container.path, "*") : nil
                    open[open.count - 1].count += 1
                    if let path { paths.insert(path) }
                }
            }
            if token != JSONOutline.scalar {
                open.append(Container(next: nil, path: path, isArray: token == UInt8(ascii: "[")))
            }
        }
        self.init(isArray: outline.tokens.first == UInt8(ascii: "["), paths: paths)
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
