/// The words of a command line in which a shell asks what one of them may become.
///
/// Words come as they were typed. Quotes, backslashes and `~/` are read as shells do; variables and commands in a word are
/// not known here, and stay as they are.
struct CommandLineWords {
    /// All words, the program's first.
    private let words: [String]
    /// What is there of the value up to the cursor; of `--sort=rank` what follows the sign.
    let value: String

    /// The words, the place of the one that is asked about, and what is there of it.
    init(_ words: [String], at place: Int, begun: String, home: String? = nil) {
        // ArgumentParser cuts the last word at the cursor, whichever is asked about.
        let word = place < words.count - 1 && place >= 0 ? words[place] : begun
        self.words = words.map { CommandLineWords.unquoted($0, home) }
        let text = CommandLineWords.unquoted(word, home)
        let sign = text.hasPrefix("--") ? text.firstIndex(of: "=") : nil
        value = sign.map { String(text[text.index(after: $0)...]) } ?? text
    }

    /// The command, as far as its first word says it; empty where there is none.
    var command: String { words.count > 1 ? words[1] : "" }

    /// The value of an option, given last; nil without it.
    func value(of option: String) -> String? { LineOptions(words).value(of: option) }

    /// What the value may become as a list with commas: the part behind the last one is completed, with a `+` before it.
    func completed(inListOf names: [String]) -> [String] {
        let end = value.lastIndex(of: ",").map(value.index(after:)) ?? value.startIndex
        let start = value[end...].hasPrefix("+") ? value.index(after: end) : end
        return names.map { value[..<start] + $0 }
    }

    /// What the value may become as an order of columns: the part behind the last comma is a column, or its direction.
    func completed(inOrderOf columns: [String]) -> [String] {
        let part = value[(value.lastIndex(of: ",") ?? value.startIndex)...].drop { $0 == "," }
        guard let colon = part.firstIndex(of: ":") else { return completed(inListOf: columns) }
        return ["asc", "desc"].map { value[...colon] + $0 }
    }

    private static func unquoted(_ word: String, _ home: String?) -> String {
        var text = ""
        var quote: Character?
        var isEscaped = false
        for character in word {
            switch character {
            case _ where isEscaped:
                text.append(character)
                isEscaped = false
            case "\\" where quote != "'": isEscaped = true
            case "'" where quote == nil, "\"" where quote == nil: quote = character
            case quote: quote = nil
            default: text.append(character)
            }
        }
        guard let home, word.hasPrefix("~/") else { return text }
        return home + text.dropFirst()
    }
}
