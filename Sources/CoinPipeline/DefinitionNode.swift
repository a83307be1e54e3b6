internal import CoinOperations
internal import Yams

/// A place in a YAML text, read by us: every scalar is text until it is asked to be something else.
///
/// Aliases are refused before anything is walked, for a few lines of them unfold to gigabytes.
struct DefinitionNode {
    private let node: Node
    private let path: String

    /// - Throws: `OperationError` when the text is too long, no YAML, or has an anchor or alias.
    init(yaml bytes: [UInt8], path: String) throws {
        self.path = path
        guard bytes.count <= 1 << 20 else {
            throw OperationError(.usage, "definition-too-large", place: path, "is longer than 1 MiB")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        where DefinitionNode.hasReference(line) {
            throw OperationError(
                .usage,
                "definition-alias",
                place: "\(path):\(index + 1)",
                "has an anchor or alias (& or *); write the value out, or quote the text"
            )
        }
        do {
            guard let root = try Yams.compose(yaml: text) else {
                throw OperationError(.usage, "definition-empty", place: path, "holds no definition")
            }
            node = root
        } catch let error as YamlError {
            throw OperationError(.usage, "definition-yaml", place: path, "\(error)")
        }
    }

    private init(_ node: Node, path: String) {
        self.node = node
        self.path = path
    }

    /// Whether an unquoted word of a line begins with `&` or `*`.
    private static func hasReference(_ line: Substring) -> Bool {
        var quote: Character?
        var previous: Character = " "
        for character in line {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == "#", previous == " " {
                return false
            } else if character == "&" || character == "*", " [{,-:".contains(previous) {
                return true
            }
            previous = character
        }
        return false
    }

    var isMapping: Bool { node.mapping != nil }

    /// An error about this place.
    func error(_ message: String) -> OperationError {
        let mark = node.mark.map { ":\($0.line):\($0.column)" } ?? ""
        return OperationError(.usage, "bad-definition", place: path + mark, message)
    }

    /// An error about another place, or this one without it.
    func error(_ message: String, at other: DefinitionNode?) -> OperationError {
        (other ?? self).error(message)
    }

    func text() throws -> String {
        guard let scalar = node.scalar else { throw error("expected a text") }
        return scalar.string
    }

    func number() throws -> Double {
        guard let number = Double(try text()), number.isFinite else { throw error("expected a number") }
        return number
    }

    /// The elements of a list; a single value is a list of itself.
    func items() throws -> [DefinitionNode] {
        guard let sequence = node.sequence else { return [self] }
        return sequence.map { DefinitionNode($0, path: path) }
    }

    /// The entries of a mapping in the file's order.
    func entries() throws -> [(key: String, value: DefinitionNode)] {
        guard let mapping = node.mapping else { throw error("expected `key: value` lines") }
        var seen: Set<String> = []
        return try mapping.map { key, value in
            let name = try DefinitionNode(key, path: path).text()
            guard seen.insert(name).inserted else {
                throw DefinitionNode(key, path: path).error("`\(name)` stands twice")
            }
            return (name, DefinitionNode(value, path: path))
        }
    }

    /// The entries of a mapping by key; a key that is not allowed is an error.
    func mapping(allowing keys: [String]) throws -> [String: DefinitionNode] {
        var values: [String: DefinitionNode] = [:]
        for (key, value) in try entries() {
            guard keys.contains(key) else {
                throw value.error("`\(key)` is no key here; there are: \(keys.joined(separator: ", "))")
            }
            values[key] = value
        }
        return values
    }
}
