import Foundation
import Testing

/// A command as the program describes itself, so that no test of all commands forgets one.
struct DescribedCommand: Sendable, CustomTestStringConvertible {
    /// The words that name it, such as `store info`.
    let words: [String]
    let options: [Option]
    /// What it has to be given: the names of its positional arguments, one for each; of `compare` those that an option can replace.
    let needs: [String]

    var testDescription: String { words.joined(separator: " ") }

    struct Option: Sendable {
        let name: String
        /// What its value is called in the help, such as `seconds`; empty for a flag.
        let value: String
    }

    /// Every command that does something itself.
    static func all() throws -> [DescribedCommand] {
        let dump = try shell(["assay", "--experimental-dump-help"], in: FileManager.default.temporaryDirectory)
        let root = try JSONDecoder().decode(Root.self, from: Data(dump.output.utf8))
        return root.command.leaves(below: [])
    }

    func has(_ option: String) -> Bool { options.contains { $0.name == option } }

    /// Words for what it has to be given, none of which leads to a network.
    func positionals() throws -> [String] {
        try needs.flatMap { name in
            try #require(DescribedCommand.examples[name], "no example of <\(name)> of `\(testDescription)`")
        }
    }

    private static let examples = [
        "screen": ["revived-small-caps"],
        "coin": ["bitcoin"], "coins": ["bitcoin", "monero"], "words": ["btc"],
        "path": ["coins.csv"],
        "former": ["bitcoin/bitcoin"], "current": ["new/bitcoin"], "paths": ["coins.csv"], "repository": ["."],
        "statement": ["SELECT 1"], "file": ["copy.sqlite"], "load": ["1"],
        "type": ["buy"], "amount": ["1"], "entry": ["1"], "text": ["Ask"],
        "others": ["monero"], "folder": ["made"], "names": ["digital gold"], "since": ["2023-12-31"],
        "old": ["monero"], "new": ["bitcoin", "--ratio", "1:1", "--on", "2024-03-04"],
        "source": ["coingecko", "--base", "coingecko=https://127.0.0.1:9"],
    ]
}

private struct Root: Decodable {
    let command: Node
}

private struct Node: Decodable {
    let commandName: String
    let subcommands: [Node]?
    let arguments: [Argument]?

    struct Argument: Decodable {
        let kind: String
        let isOptional: Bool
        let valueName: String
        let preferredName: Name?
    }

    struct Name: Decodable {
        let name: String
    }

    func leaves(below words: [String]) -> [DescribedCommand] {
        if let subcommands, !subcommands.isEmpty {
            return subcommands.filter { $0.commandName != "help" }
                .flatMap { $0.leaves(below: words + [$0.commandName]) }
        }
        let options = (arguments ?? []).compactMap { argument in
            argument.preferredName.map {
                DescribedCommand.Option(name: $0.name, value: argument.kind == "flag" ? "" : argument.valueName)
            }
        }
        let needs = (arguments ?? []).filter { argument in
            argument.kind == "positional"
                && (!argument.isOptional || words == ["compare"] && argument.valueName == "coins")
        }.map(\.valueName)
        return [DescribedCommand(words: words, options: options, needs: needs)]
    }
}
