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
