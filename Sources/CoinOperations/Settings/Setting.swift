/// Where the value of an option comes from, the strongest first.
public enum SettingOrigin: String, CaseIterable, Sendable {
    case flag, environment, project, user
    /// What the option has by itself.
    case usual = "default"
}

/// What a file or a variable says of a long option.
public struct Setting: Sendable {
    /// The words of a command, or of a group of commands, and the option: `rank`, `top`; an option alone for all that have it.
    public let key: [String]
    /// Its values as texts, more than one where a file has a list.
    public let values: [String]
    /// What has it: the environment or a file.
    public let origin: SettingOrigin
    /// Where the value is: `assay.yaml:2:7`, or a variable.
    public let place: String
    /// Where each word of the key is; empty for a variable.
    public let keyPlaces: [String]

    /// A setting of a file.
    public init(_ key: [String], _ values: [String], _ origin: SettingOrigin, place: String, keyPlaces: [String]) {
        (self.key, self.values, self.origin) = (key, values, origin)
        (self.place, self.keyPlaces) = (place, keyPlaces)
    }

    /// A setting of a variable.
    init(_ key: [String], variable: String, _ value: String) {
        self.init(key, [value], .environment, place: variable, keyPlaces: [])
    }

    /// The option's name, without dashes.
    public var option: String { key.last ?? "" }

    /// The key in one word: `rank.top`.
    public var name: String { key.joined(separator: ".") }

    /// The values in one text, as an option that takes several has them.
    public var text: String { values.joined(separator: ",") }

    /// An error that quotes a value of a file, or is about the file that it names, with the value's place; nil for any other.
    ///
    /// A command does not know where the values of its options come from.
    public func placed(_ error: Diagnostic) -> Diagnostic? {
        let isQuoted = values.contains { error.message.contains("'\($0)'") || error.message.contains("`\($0)`") }
        guard origin == .project || origin == .user, isQuoted || values.contains(error.place) else { return nil }
        let place = error.place.isEmpty ? place : "\(place): \(error.place)"
        return Diagnostic(error.level, error.identifier, place: place, error.message)
    }

    /// An error about the value.
    public func wrong(_ message: String) -> OperationError {
        OperationError(.usage, "config-wrong-value", place: place, message)
    }
}

/// What the environment and the files of settings say.
///
/// This is the only place where precedence is decided: environment, project file, user file; within one of them the longest key.
public struct Settings: Sendable {
    private let environment: [String: String]
    /// What the files say, in their order.
    public let ofFiles: [Setting]

    /// What the environment and the files say.
    public init(environment: [String: String], ofFiles: [Setting]) {
        (self.environment, self.ofFiles) = (environment, ofFiles)
    }

    /// Whether there is nothing that any option could take.
    public var isEmpty: Bool {
        ofFiles.isEmpty
            && !environment.contains { $0.key.hasPrefix(Settings.prefix) && $0.key != SettingFile.variable }
            && Settings.colours.allSatisfy { environment[$0.variable] == nil }
    }

    /// What holds for an option of a command, which words name; nil where nothing says so.
    ///
    /// An option alone is a key only where all commands share it.
    public func strongest(_ option: String, of words: [String]) -> Setting? {
        let isShared = SettingRules.shares(option, words)
        let keys = words.indices.reversed().map { Array(words[...$0]) + [option] } + (isShared ? [[option]] : [])
        if let found = keys.lazy.compactMap(variable).first { return found }
        for origin in [SettingOrigin.project, .user] {
            let settings = ofFiles.filter { $0.origin == origin }
            for key in keys {
                if let found = settings.first(where: { $0.key == key }) { return found }
            }
        }
        return nil
    }

    /// What a variable says of a key: `ASSAY_RANK_TOP` of `top` of `rank`. An empty one says nothing.
    private func variable(for key: [String]) -> Setting? {
        let name = Settings.variable(for: key)
        if let value = environment[name], !value.isEmpty { return Setting(key, variable: name, value) }
        guard key == ["color"] else { return nil }
        let found = Settings.colours.first { !["", $0.unless].contains(environment[$0.variable] ?? "") }
        return found.map { Setting(key, variable: $0.variable, $0.value) }
    }

    /// The name of the variable of a key.
    public static func variable(for key: [String]) -> String {
        prefix + key.joined(separator: "_").uppercased().replacing("-", with: "_")
    }

    private static let prefix = "ASSAY_"

    /// Variables that many programs honour, and the value of `color` that each stands for.
    private static let colours = [
        (variable: "CLICOLOR_FORCE", value: "always", unless: "0"), (variable: "NO_COLOR", value: "never", unless: ""),
    ]
}
