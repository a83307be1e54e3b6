/// This is the only place where a key of a definition is said: name, meaning, how its value reads and where it goes.
///
/// What is allowed, what is read and what `pipelines/schema.json` has are made from the same rows.
struct YAMLKey<Target> {
    let name: String
    /// What the schema says of its value.
    let schema: String
    /// What to write where it has to be there and is not; nil for a key that may be left out.
    let need: String?
    private let take: (DefinitionNode, inout Target) throws -> Void

    /// A key whose value is taken by a closure, once those before it are.
    init<Value>(
        _ name: String,
        _ form: YAMLForm<Value>,
        _ meaning: String,
        need: String? = nil,
        take: @escaping (Value, inout Target) throws -> Void = { _, _ in }
    ) {
        (self.name, self.need) = (name, need)
        schema = "{\"description\": \"\(meaning)\", \(form.schema)}"
        self.take = { try take(form.read($0), &$1) }
    }

    /// A key whose value goes to one place.
    init<Value>(
        _ name: String,
        _ place: WritableKeyPath<Target, Value>,
        _ form: YAMLForm<Value>,
        _ meaning: String,
        need: String? = nil
    ) {
        self.init(name, form, meaning, need: need) { $1[keyPath: place] = $0 }
    }

    /// The same for a place that is empty without it.
    init<Value>(
        _ name: String,
        _ place: WritableKeyPath<Target, Value?>,
        _ form: YAMLForm<Value>,
        _ meaning: String,
        need: String? = nil
    ) {
        self.init(name, form, meaning, need: need) { $1[keyPath: place] = $0 }
    }

    /// Takes its value where there is one.
    ///
    /// - Throws: `OperationError` naming the place of a value that does not read, or of what lacks the key.
    func take(from fields: [String: DefinitionNode], into target: inout Target, at node: DefinitionNode) throws {
        if let value = fields[name] {
            try take(value, &target)
        } else if let need {
            throw node.error("`\(name)` is missing" + (need.isEmpty ? "" : "; " + need))
        }
    }
}

extension DefinitionNode {
    /// Takes what a mapping says, and returns it too; what is not a mapping is the value of the key `only`.
    @discardableResult
    func take<Target>(
        by keys: [YAMLKey<Target>],
        into target: inout Target,
        elseAs only: String? = nil
    ) throws -> [String: DefinitionNode] {
        let fields = try mapping(allowing: keys.map(\.name), elseAs: only)
        for key in keys { try key.take(from: fields, into: &target, at: self) }
        return fields
    }
}

/// Parts of a JSON Schema, as texts.
enum YAMLSchema {
    /// A mapping with these keys and no others, of which those that are needed have to be there.
    static func object<Target>(_ keys: [YAMLKey<Target>], head: String = "", _ more: String...) -> String {
        let rows = keys.map { "\"\($0.name)\": \($0.schema)" }.joined(separator: ",\n")
        let needed = keys.filter { $0.need != nil }.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let members = [
            head, "\"type\": \"object\"", "\"properties\": \(braces(rows))",
            needed.isEmpty ? "" : "\"required\": [\(needed)]", "\"additionalProperties\": false",
        ]
        return braces((members + more).filter { !$0.isEmpty }.joined(separator: ",\n"))
    }

    /// That one of some keys has to be there at least.
    static func anyRequired(_ keys: String...) -> String {
        "\"anyOf\": [\(keys.map { "{\"required\": [\"\($0)\"]}" }.joined(separator: ", "))]"
    }

    static func title(_ text: String) -> String { "\"title\": \"\(text)\"" }

    /// One of some mappings, or what is defined by a name.
    static func orText(_ name: String?, _ mappings: [String]) -> String {
        let all = (name.map { ["{\"$ref\": \"#/$defs/\($0)\"}"] } ?? []) + mappings
        return braces("\"anyOf\": [\n  \(all.joined(separator: ",\n").replacing("\n", with: "\n  "))\n]")
    }

    static func braces(_ text: String) -> String { "{\n  \(text.replacing("\n", with: "\n  "))\n}" }
}
