import ArgumentParser
import Foundation

/// What ArgumentParser says of a command, its options and the commands below it.
///
/// This is the only place where its description is read.
struct CommandDescription: Decodable {
    let commandName: String
    private let subcommands: [CommandDescription]?
    private let arguments: [Argument]?

    /// The description of a command.
    init(of command: any ParsableCommand.Type) throws {
        struct Tool: Decodable {
            let command: CommandDescription
        }
        self = try JSONDecoder().decode(Tool.self, from: Data(command._dumpHelp().utf8)).command
    }

    /// The commands right below it, but for `help`, which ArgumentParser adds.
    var commands: [CommandDescription] { (subcommands ?? []).filter { $0.commandName != "help" } }

    /// What it takes, but for what every command has.
    var ownArguments: [Argument] {
        (arguments ?? []).filter { !["help", "version"].contains($0.preferredName?.name) }
    }

    /// An argument or option.
    struct Argument: Decodable {
        let kind: String
        let isRepeating: Bool
        let preferredName: Name?
        let valueName: String?
        let abstract: String?
        let defaultValue: String?
        let shouldDisplay: Bool

        struct Name: Decodable {
            let name: String
        }

        /// As it is typed: `--top <n>`, `--force`, `<file>`.
        var form: String {
            let value = kind == "flag" ? "" : "<\(valueName ?? "")>"
            return [preferredName.map { "--\($0.name)" } ?? "", value].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }
}
