import Foundation

/// Holds values against the part of JSON Schema (draft 2020-12) that the shipped schema of pipelines uses.
struct SchemaValidator {
    let root: [String: Any]

    /// The first thing that is wrong; nil where nothing is.
    ///
    /// A keyword that is not known here is wrong too.
    func fault(in value: Any, against schema: Any? = nil, at place: String = "") -> String? {
        guard let schema = (schema ?? root) as? [String: Any] else { return "\(place): no schema" }
        return schema.sorted { $0.key < $1.key }.lazy.compactMap { keyword, rule in
            fault(in: value, keyword, rule, of: schema, at: place).map { "\(place)/\(keyword): \($0)" }
        }.first
    }

    private func fault(in value: Any, _ keyword: String, _ rule: Any, of schema: [String: Any], at place: String)
        -> String?
    {
        let (object, list) = (value as? [String: Any], value as? [Any])
        switch keyword {
        case "$schema", "$defs", "title", "description": return nil
        case "$ref":
            let name = (rule as? String)?.split(separator: "/").last.map(String.init) ?? ""
            return fault(in: value, against: (root["$defs"] as? [String: Any])?[name], at: place)
        case "type":
            let types = rule as? [String] ?? [rule as? String ?? ""]
            return types.contains { SchemaValidator.isOf($0, value) } ? nil : "is none of \(types)"
        case "properties":
            let rules = rule as? [String: Any] ?? [:]
            return object?.sorted { $0.key < $1.key }.lazy.compactMap { key, value in
                rules[key].flatMap { fault(in: value, against: $0, at: "\(place).\(key)") }
            }.first
        case "required":
            return object.flatMap { object in (rule as? [String])?.first { object[$0] == nil } }
        case "additionalProperties":
            let known = schema["properties"] as? [String: Any] ?? [:]
            return object?.sorted { $0.key < $1.key }.lazy.filter { known[$0.key] == nil }.compactMap { key, value in
                rule as? Bool == false ? key : fault(in: value, against: rule, at: "\(place).\(key)")
            }.first
        case "propertyNames": return object?.keys.lazy.compactMap { fault(in: $0, against: rule, at: place) }.first
        case "items": return list?.lazy.compactMap { fault(in: $0, against: rule, at: "\(place)[]") }.first
        case "anyOf":
            let faults = (rule as? [Any] ?? []).map { fault(in: value, against: $0, at: place) }
            return faults.contains { $0 == nil } ? nil : "\(faults.compactMap { $0 })"
        case "not": return fault(in: value, against: rule, at: place) == nil ? "is what it must not be" : nil
        case "const": return "\(value)" == "\(rule)" ? nil : "is not \(rule)"
        case "enum": return (rule as? [String])?.contains("\(value)") == true ? nil : "`\(value)` is none of \(rule)"
        case "pattern":
            guard let text = value as? String, let pattern = rule as? String else { return nil }
            return text.range(of: pattern, options: .regularExpression) == nil ? "`\(text)` is not \(pattern)" : nil
        case "minLength": return (value as? String).flatMap { $0.count < rule as? Int ?? 0 ? "is too short" : nil }
        case "minProperties": return object.flatMap { $0.count < rule as? Int ?? 0 ? "is too small" : nil }
        case "minimum": return (value as? NSNumber).flatMap { $0.doubleValue < number(rule) ? "is too small" : nil }
        case "maximum": return (value as? NSNumber).flatMap { $0.doubleValue > number(rule) ? "is too large" : nil }
        default: return "is a keyword that is not known here"
        }
    }

    private func number(_ rule: Any) -> Double { (rule as? NSNumber)?.doubleValue ?? .nan }

    private static func isOf(_ type: String, _ value: Any) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "boolean": value is Bool
        case "integer": value is Int && !(value is Bool)
        case "number": (value is Int || value is Double) && !(value is Bool)
        default: false
        }
    }
}
