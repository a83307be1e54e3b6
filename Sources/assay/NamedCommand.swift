import ArgumentParser
import CoinModel
import Foundation

/// The command that the first words name, as far as words name commands, and the words behind it.
///
/// - Throws: `ValidationError` of a word that stands where a command has to and is none: what was most likely meant.
private func namedCommand(_ arguments: [String]) throws -> (command: any ParsableCommand.Type, rest: [String]) {
    var command: any ParsableCommand.Type = Assay.self
    var path = "assay"
    // `help` stands before what it is asked about.
    var rest = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    while let word = rest.first, !word.hasPrefix("-") {
        let configuration = command.configuration
        let commands = configuration.subcommands
        if commands.isEmpty { break }
        if let named = commands.first(where: { commandName($0) == word }) {
            command = named
            path += " " + word
            rest.removeFirst()
            continue
        }
        let names = commands.map(commandName)
        let near = suggestion(for: word, among: path == "assay" ? names + ["--version", "--help"] : names)
        if configuration.defaultSubcommand != nil {
            // What is not a command may be what the command that goes without saying takes: a file, where it is there.
            guard path == "assay load", near != nil, !FileManager.default.fileExists(atPath: word) else { break }
        }
        let hint = near ?? "there are: \(names.joined(separator: ", "))"
        throw ValidationError("unknown command '\(word.prefix(64))' of `\(path)`; \(hint)")
    }
    return (command, Array(rest))
}

/// The commands of the program by their groups.
func commandGroups() -> [CommandGroup] { Assay.configuration.groupedSubcommands }

/// The command that does what words ask for, also one that goes without saying, the words that name it, and those behind them.
///
/// - Throws: as `namedCommand` does.
func workingCommand(
    _ arguments: [String]
) throws -> (command: any ParsableCommand.Type, words: [String], rest: [String]) {
    let (named, rest) = try namedCommand(arguments)
    let words = Array(arguments.dropLast(rest.count))
    guard let usual = named.configuration.defaultSubcommand else { return (named, words, rest) }
    return (usual, words + [commandName(usual)], rest)
}

/// What a person types for a command.
func commandName(_ command: any ParsableCommand.Type) -> String { command._commandName }

/// The program's settings, and the words of its command line.
func commandSettings() -> CommandSettings {
    let environment = ProcessInfo.processInfo.environment
    return CommandSettings(Assay.arguments, commands: CommandIndex(Assay.self), environment: environment)
}
