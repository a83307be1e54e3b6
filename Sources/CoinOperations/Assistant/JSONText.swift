internal import CoinModel

/// JSON for an assistant, in ASCII alone: no character of a text can hide, turn the direction of writing or end a line.
///
/// This is the only place where messages are put together.
enum JSONText {
    static let null = "null"

    static func text(_ text: String) -> String { text.jsonQuoted.asciiJSON }

    /// A text, or null.
    static func text(_ text: String?) -> String { text.map { JSONText.text($0) } ?? null }

    static func texts(_ texts: [String]) -> String { list(texts.map { text($0) }) }

    static func list(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }

    /// An object of members in this order, each a name and a value in JSON; one without a value is left out.
    static func object(_ members: [(name: String, value: String?)]) -> String {
        let written = members.compactMap { member in member.value.map { "\(text(member.name)):\($0)" } }
        return "{" + written.joined(separator: ",") + "}"
    }
}
