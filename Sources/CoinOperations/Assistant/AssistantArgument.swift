internal import CoinModel
internal import CoinSources

/// An argument of a tool: what it takes, from which follow its JSON Schema and how it is read.
struct AssistantArgument: Sendable {
    enum Kind: Sendable {
        /// A text of one to so many characters.
        case text(most: Int)
        /// A whole number, and the one that holds without it.
        case whole(ClosedRange<Int>, usual: Int)
        /// One of some words, and the one that holds without it; nil for none.
        case choice([String], usual: String?)
        /// So many texts, each of one to so many characters.
        case texts(ClosedRange<Int>, most: Int)
        /// A date, or an instant with Z.
        case moment
    }

    let name: String
    let kind: Kind
    let isNeeded: Bool
    let meaning: String

    init(_ name: String, _ kind: Kind, isNeeded: Bool = false, _ meaning: String) {
        (self.name, self.kind) = (name, kind)
        (self.isNeeded, self.meaning) = (isNeeded, meaning)
    }

    /// The most characters of a moment, and of one of some words.
    private static let (longestMoment, longestWord) = (40, 80)

    /// What it takes, as JSON Schema says it.
    var schema: String {
        let meaning = ("description", JSONText.text(meaning) as String?)
        switch kind {
        case .text(let most): return JSONText.object(AssistantArgument.text(most) + [meaning])
        case .moment: return JSONText.object(AssistantArgument.text(AssistantArgument.longestMoment) + [meaning])
        case .whole(let range, let usual):
            let bounds = [("minimum", range.lowerBound), ("maximum", range.upperBound), ("default", usual)]
            return JSONText.object([("type", JSONText.text("integer"))] + bounds.map { ($0, "\($1)") } + [meaning])
        case .choice(let words, let usual):
            return JSONText.object([
                ("type", JSONText.text("string")), ("enum", JSONText.texts(words)),
                ("default", usual.map { JSONText.text($0) }), meaning,
            ])
        case .texts(let count, let most):
            return JSONText.object([
                ("type", JSONText.text("array")), ("items", JSONText.object(AssistantArgument.text(most))),
                ("minItems", "\(count.lowerBound)"), ("maxItems", "\(count.upperBound)"), meaning,
            ])
        }
    }

    private static func text(_ most: Int) -> [(name: String, value: String?)] {
        [("type", JSONText.text("string")), ("minLength", "1"), ("maxLength", "\(most)")]
    }

    /// What a client gave, or what holds without it; nil for nothing.
    ///
    /// - Throws: `OperationError` `bad-argument`, which says what it takes.
    fileprivate func read(_ given: AssistantCall.Value?) throws -> AssistantArguments.Value? {
        guard let given, given != .one(.missing) else {
            if isNeeded { throw fault("is missing; it takes \(taken)") }
            switch kind {
            case .whole(_, let usual): return .whole(usual)
            case .choice(_, let usual): return usual.map { .text($0) }
            case .text, .texts, .moment: return nil
            }
        }
        switch (kind, given) {
        case (.text(let most), .one(.text(let text))) where isText(text, most): return .text(text)
        case (.choice(let words, _), .one(.text(let text))) where isText(text, AssistantArgument.longestWord):
            if words.contains(text) { return .text(text) }
            throw OperationError.unknown(name, text, among: words, else: "there are: \(words.joined(separator: ", "))")
        case (.moment, .one(.text(let text))) where isText(text, AssistantArgument.longestMoment):
            if let moment = AsOf(text) { return .moment(moment) }
        case (.whole(let range, _), .one(.number(let number))):
            if let whole = Int(exactly: number), range.contains(whole) { return .whole(whole) }
        case (.texts(let count, let most), .list(let values)) where count.contains(values.count):
            let texts = values.compactMap { if case .text(let text) = $0, isText(text, most) { text } else { nil } }
            if texts.count == values.count { return .texts(texts) }
        default: break
        }
        throw fault("takes \(taken)")
    }

    private func isText(_ text: String, _ most: Int) -> Bool { 1...most ~= text.unicodeScalars.count }

    private func fault(_ why: String) -> OperationError { OperationError(.usage, "bad-argument", place: name, why) }

    private var taken: String {
        switch kind {
        case .text(let most): "a text of 1 to \(most) characters"
        case .whole(let range, _): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let words, _): "one of: \(words.joined(separator: ", "))"
        case .texts(let count, let most):
            "a list of \(count.lowerBound) to \(count.upperBound) texts of 1 to \(most) characters"
        case .moment: "a date, as 2024-03-25, or an instant, as 2024-03-25T10:00:00Z"
        }
    }
}

/// The arguments of a call, read; those that hold where none is given among them.
struct AssistantArguments: Hashable, Sendable {
    fileprivate enum Value: Hashable, Sendable {
        case text(String)
        case whole(Int)
        case texts([String])
        case moment(AsOf)
    }

    private var values: [String: Value] = [:]

    /// Reads what a client gave.
    ///
    /// - Throws: `OperationError` for an unknown argument, a needed one that is missing, and a wrong value.
    init(_ given: [String: AssistantCall.Value], of arguments: [AssistantArgument]) throws {
        let names = arguments.map(\.name)
        if let unknown = given.keys.sorted().first(where: { !names.contains($0) }) {
            let all = names.joined(separator: ", ")
            throw OperationError.unknown("argument", unknown.shortened(to: 80), among: names, else: "there are: \(all)")
        }
        for argument in arguments { values[argument.name] = try argument.read(given[argument.name]) }
    }

    /// The same without some.
    func without(_ names: String...) -> AssistantArguments {
        var others = self
        for name in names { others.values[name] = nil }
        return others
    }

    func text(_ name: String) -> String? { if case .text(let text) = values[name] { text } else { nil } }
    func texts(_ name: String) -> [String] { if case .texts(let texts) = values[name] { texts } else { [] } }
    func whole(_ name: String) -> Int? { if case .whole(let whole) = values[name] { whole } else { nil } }
    func moment(_ name: String) -> AsOf? { if case .moment(let moment) = values[name] { moment } else { nil } }
}
