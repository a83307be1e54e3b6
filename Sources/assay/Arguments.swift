import ArgumentParser
import CoinModel

/// Reads `owner/name`, or an address of it.
@Sendable
func repository(_ text: String) throws -> RepositoryName {
    guard let name = RepositoryName(text) else { throw ValidationError("takes owner/name, or an address of it") }
    return name
}

/// Reads a name and a value with `=` between them, neither empty; `form` says so.
func named<T>(
    _ form: String,
    _ read: @escaping @Sendable (String) throws -> T
) -> @Sendable (String) throws -> (name: String, value: T) {
    { text in
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, text.first != "=" else { throw ValidationError("takes \(form)") }
        return (parts[0], try read(parts[1]))
    }
}

/// Reads names with commas between them; `form` says what they name.
func names(_ form: String) -> @Sendable (String) throws -> [String] {
    { text in
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map { trimmed($0) }
        guard !names.contains("") else { throw ValidationError("takes \(form)") }
        return names
    }
}

extension ArgumentHelp {
    /// Help for an argument whose value goes by a name, such as `n` in `--weeks <n>`.
    static func value(_ name: String, _ text: String, discussion: String = "") -> ArgumentHelp {
        ArgumentHelp(text, discussion: discussion, valueName: name)
    }
}

extension Option {
    /// An option whose value goes by a name, is a text, and is completed; nil without it.
    init(_ value: String, _ text: String, _ completion: CompletionKind) where Value == String? {
        self.init(help: .value(value, text), completion: completion)
    }

    /// An option whose value goes by a name and is read by a rule; nil without it.
    init<T>(
        name: NameSpecification = .long,
        _ value: String,
        _ text: String,
        discussion: String = "",
        _ read: @escaping @Sendable (String) throws -> T
    ) where Value == T? {
        self.init(name: name, help: .value(value, text, discussion: discussion), transform: read)
    }

    /// The same that has to be given.
    init(_ value: String, _ text: String, _ read: @escaping @Sendable (String) throws -> Value) {
        self.init(help: .value(value, text), transform: read)
    }

    /// The same with what holds without it.
    init(
        wrappedValue: Value,
        _ value: String,
        _ text: String,
        discussion: String = "",
        completion: CompletionKind? = nil,
        _ read: @escaping @Sendable (String) throws -> Value
    ) {
        let help = ArgumentHelp.value(value, text, discussion: discussion)
        self.init(wrappedValue: wrappedValue, help: help, completion: completion, transform: read)
    }

    /// The same that may be repeated.
    init<T>(
        wrappedValue: [T],
        _ value: String,
        _ text: String,
        _ read: @escaping @Sendable (String) throws -> T
    ) where Value == [T] {
        self.init(wrappedValue: wrappedValue, help: .value(value, text), transform: read)
    }
}

extension CommandConfiguration {
    /// The configuration of a command by its words, such as `store info`, with its page of help.
    init(
        _ words: String,
        version: String = "",
        subcommands: [any ParsableCommand.Type] = [],
        groups: [CommandGroup] = [],
        defaultSubcommand: (any ParsableCommand.Type)? = nil
    ) {
        let (abstract, discussion) = HelpPages.headed(HelpPages.text(of: words))
        self.init(
            commandName: words.split(separator: " ").last.map(String.init),
            abstract: String(abstract),
            discussion: String(discussion.drop { $0 == "\n" }),
            version: version,
            subcommands: subcommands,
            groupedSubcommands: groups,
            defaultSubcommand: defaultSubcommand
        )
        // Of a root without it ArgumentParser first asks two commands of its own whether a completion script is wanted, a
        // millisecond at each start; `Assay` stays such a root.
        if groups.isEmpty {
            _superCommandName = (["assay"] + words.split(separator: " ").dropLast()).joined(separator: " ")
        }
    }
}
