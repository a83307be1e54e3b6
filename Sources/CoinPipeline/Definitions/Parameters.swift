internal import CoinModel
internal import CoinOperations

/// The parameters of a definition: texts that stand in it for `${name}`.
///
/// A value takes the place of a part of a scalar that was read already, so that whatever it holds it stays text: it makes no
/// key, list or line of the definition.
struct Parameters {
    /// What was put in, by name: the value, of one that may come from the environment its digest, and of a secret nothing.
    private(set) var used: [String: String] = [:]

    /// The values of secrets that were put in.
    private(set) var secrets: Set<String> = []

    private let declared: [String: Declaration]
    private let settings: [String: String]
    private let environment: [String: String]

    /// A parameter as the definition has it.
    private struct Declaration {
        let place: DefinitionNode
        var usual: String?
        var variable: String?
        /// Whether it is left out of paths, messages and records.
        var isSecret = false

        static var keys: [YAMLKey<Declaration>] {
            [
                YAMLKey("environment", \.variable, .text, "The variable that has the value."),
                YAMLKey("default", \.usual, .text, "The value where nothing else says one."),
                YAMLKey("secret", \.isSecret, .flag, "Whether it is left out of paths, messages and records."),
            ]
        }

        init(_ key: DefinitionNode, _ value: DefinitionNode) throws {
            place = key
            try value.take(by: Declaration.keys, into: &self, elseAs: "default")
            if isSecret, usual != nil || variable == nil {
                throw value.error("a secret comes from the environment alone; give it `environment` and no `default`")
            }
            if usual == nil, variable == nil { throw value.error("has neither `default` nor `environment`") }
            if usual?.contains("${") ?? false { throw value.error("a default is taken as it stands and has no `${`") }
        }
    }

    /// What the schema says of them.
    static var form: YAMLForm<DefinitionNode> {
        let declaration = YAMLSchema.object(Declaration.keys, "\"minProperties\": 1")
        let value = "\"anyOf\": [{\(YAMLForm.text.schema)}, \(declaration)]"
        let names = "\"propertyNames\": {\"pattern\": \"^[A-Za-z][A-Za-z0-9_-]*$\"}"
        return YAMLForm(schema: "\"type\": \"object\", \(names), \"additionalProperties\": {\(value)}") { $0 }
    }

    private static let nameRule = "name of a parameter: a letter, then letters, digits, _ and -"

    private static func isName(_ text: String) -> Bool { text.wholeMatch(of: /[A-Za-z][A-Za-z0-9_-]*/) != nil }

    /// Reads what a definition declares; `settings` stand for whatever it says.
    init(_ node: DefinitionNode?, _ settings: [String: String], _ environment: [String: String]) throws {
        var declared: [String: Declaration] = [:]
        for (key, value) in try node?.entries() ?? [] {
            let name = try key.text()
            guard Parameters.isName(name) else { throw key.error("`\(name)` is not a \(Parameters.nameRule)") }
            declared[name] = try Declaration(key, value)
        }
        (self.declared, self.settings, self.environment) = (declared, settings, environment)
    }

    /// The text with values for its parameters; `$${` is `${` itself.
    ///
    /// - Throws: `OperationError` naming the line of what is not a parameter, or has no value.
    mutating func fill(_ text: String, at node: DefinitionNode, takingSecrets: Bool) throws -> String {
        var (filled, rest) = ("", text[...])
        while let start = rest.firstRange(of: "${") {
            let before = rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            if before.last == "$" {
                filled += before.dropLast() + "${"
                continue
            }
            guard let end = rest.firstIndex(of: "}") else {
                throw node.error("a `${` has no `}`; write `$${` for these characters themselves")
            }
            filled += before + (try value(of: String(rest[..<end]), at: node, takingSecrets))
            rest = rest[rest.index(after: end)...]
        }
        return filled + rest
    }

    private mutating func value(of name: String, at node: DefinitionNode, _ takesSecrets: Bool) throws -> String {
        guard Parameters.isName(name) else {
            throw node.error("`\(name)` is not a \(Parameters.nameRule); `$${` stands for `${` itself")
        }
        guard let parameter = declared[name] else {
            throw node.error("${\(name)}: \(unknownParameter(name))")
        }
        guard takesSecrets || !parameter.isSecret else {
            throw node.error("`${\(name)}` is secret, and only the words of `alert-command` may contain a secret")
        }
        let variable = parameter.variable
        // A variable that is set to nothing says nothing.
        let found = variable.flatMap { environment[$0] }.flatMap { $0.isEmpty ? nil : $0 }
        guard !parameter.isSecret || settings[name] == nil else {
            let next = "every process of this machine sees what --set says; set the variable \(variable ?? "")"
            throw parameter.place.error("`\(name)` is secret; \(next)")
        }
        guard let value = settings[name] ?? found ?? parameter.usual else {
            let set = parameter.isSecret ? [] : ["--set \(name)=…"]
            let ways = (variable.map { ["set the variable \($0) of the environment"] } ?? []) + set
            throw parameter.place.error("`\(name)` has no value and no default; \(ways.joined(separator: ", or "))")
        }
        if parameter.isSecret {
            used[name] = "(secret)"
            secrets.insert(value)
            return value
        }
        used[name] = variable == nil ? value : contentDigest(of: Array(value.utf8))
        return value
    }

    /// Refuses settings that changed nothing, once all texts are filled.
    ///
    /// - Throws: `OperationError` naming the first of them.
    func checkSettings(of source: DefinitionNode) throws {
        guard let name = settings.keys.filter({ used[$0] == nil }).min() else { return }
        let isDeclared = declared[name] != nil
        throw source.error("--set \(name): \(isDeclared ? "stands nowhere as `${\(name)}`" : unknownParameter(name))")
    }

    private func unknownParameter(_ name: String) -> String {
        let names = declared.keys.sorted()
        let all = names.isEmpty ? "declare it: `parameters: {\(name): …}`" : "it has: \(names.joined(separator: ", "))"
        return unknown("parameter", name, among: names, else: all)
    }
}

extension DefinitionNode {
    /// The same with values for the parameters in its texts; keys stay as they are.
    func filled(by parameters: inout Parameters, takingSecrets: Bool) throws -> DefinitionNode {
        try replacingTexts { try parameters.fill($0, at: $1, takingSecrets: takingSecrets) }
    }
}
