import ArgumentParser
import CoinModel
import Foundation

/// What to say of a word that stands where a command has to and is none: what was most likely meant; nil where the words
/// name commands as far as they do, for the rest is ArgumentParser's, which would name no command.
func mistypedCommand(_ arguments: [String]) -> ValidationError? {
    var configuration = Assay.configuration
    var path = "assay"
    // `help` stands before what it is asked about.
    for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
        let names = configuration.subcommands.map(commandName)
        if word.hasPrefix("-") || names.isEmpty { return nil }
        if let place = names.firstIndex(of: word) {
            configuration = configuration.subcommands[place].configuration
            path += " " + word
            continue
        }
        let near = suggestion(for: word, among: path == "assay" ? names + ["--version", "--help"] : names)
        if configuration.defaultSubcommand != nil {
            // What is no command may be what the command that goes without saying takes: a file, where it is there.
            guard path == "assay load", near != nil, !FileManager.default.fileExists(atPath: word) else { return nil }
        }
        let hint = near ?? "there are: \(names.joined(separator: ", "))"
        return ValidationError("unknown command '\(word.prefix(64))' of `\(path)`; \(hint)")
    }
    return nil
}

/// What a person types for a command.
private func commandName(_ command: any ParsableCommand.Type) -> String { command._commandName }
