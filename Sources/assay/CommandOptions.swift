import ArgumentParser
import CoinOperations

/// The long options of a command, or of all commands below a group, as ArgumentParser describes them.
struct CommandOptions {
    /// An option by what a setting has to know of it.
    struct Entry {
        /// Whether it takes no value.
        let isFlag: Bool
        /// Whether it may stand more than once.
        let isRepeating: Bool
        /// What holds without it; nil for nothing.
        let usual: String?
    }

    /// The options by name, without dashes.
    let entries: [String: Entry]

    init(of command: any ParsableCommand.Type) throws {
        entries = Dictionary(try CommandDescription(of: command).options) { first, _ in first }
    }

    /// The words that say a setting on the command line; none for a flag that is not wanted.
    ///
    /// - Throws: `OperationError` where a flag is neither true nor false.
    func words(_ name: String, _ setting: Setting) throws -> [String] {
        guard let entry = entries[name] else { return [] }
        if entry.isFlag {
            guard let isOn = Bool(setting.text) else {
                throw setting.wrong("`\(name)` takes true or false, not '\(setting.text)'")
            }
            return isOn ? ["--\(name)"] : []
        }
        return (entry.isRepeating ? setting.values : [setting.text]).map { "--\(name)=\($0)" }
    }
}

/// The commands of a program by the words that name them, and their options, each described once: that takes milliseconds.
final class CommandIndex {
    private let root: any ParsableCommand.Type
    private var described: [[String]: CommandOptions] = [:]

    init(_ root: any ParsableCommand.Type) { self.root = root }

    /// The command, or group of commands, that words name, and by none the program itself; nil where they name nothing.
    func command(_ words: [String]) -> (any ParsableCommand.Type)? {
        var command: (any ParsableCommand.Type)? = root
        for word in words { command = command?.configuration.subcommands.first { commandName($0) == word } }
        return command
    }

    /// Its options; nil where words name nothing.
    func options(_ words: [String]) throws -> CommandOptions? {
        if let options = described[words] { return options }
        guard let command = command(words) else { return nil }
        let options = try CommandOptions(of: command)
        described[words] = options
        return options
    }

    /// The words of the commands right below others.
    func words(below words: [String]) -> [[String]] {
        (command(words)?.configuration.subcommands ?? []).map { words + [commandName($0)] }
    }
}

extension CommandDescription {
    /// Its options and those of the commands below it.
    fileprivate var options: [(String, CommandOptions.Entry)] {
        ownArguments.compactMap(\.option) + commands.flatMap(\.options)
    }
}

extension CommandDescription.Argument {
    /// What a setting has to know of it; nil for an argument without a name.
    fileprivate var option: (String, CommandOptions.Entry)? {
        guard let name = preferredName?.name else { return nil }
        let isFlag = kind == "flag"
        let usual = isFlag ? "\(defaultValue == "--\(name)")" : defaultValue
        return (name, CommandOptions.Entry(isFlag: isFlag, isRepeating: isRepeating, usual: usual))
    }
}
