import ArgumentParser
import CoinModel

/// What to say of a word that stands where a command has to and is none: what was most likely meant; nil where the words
/// name commands as far as they do, for the rest is ArgumentParser's, which would name no command.
func mistypedCommand(_ arguments: [String]) -> ValidationError? {
    var configuration = Assay.configuration
    var path = "assay"
    for word in arguments {
        let names = configuration.subcommands.map(commandName)
        if word.hasPrefix("-") || names.isEmpty { return nil }
        if let place = names.firstIndex(of: word) {
            configuration = configuration.subcommands[place].configuration
            path += " " + word
            continue
        }
        if configuration.defaultSubcommand != nil || word == "help" { return nil }
        let near = nearestNames(to: word, among: names)
        let hint =
            near.isEmpty
            ? "there are: \(names.joined(separator: ", "))" : "did you mean \(near.joined(separator: " or "))?"
        return ValidationError("`\(word.prefix(64))` is no command of `\(path)`; \(hint)")
    }
    return nil
}

/// What a person types for a command.
private func commandName(_ command: any ParsableCommand.Type) -> String { command._commandName }
