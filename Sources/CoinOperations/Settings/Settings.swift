/// The settings of the environment and of files.
///
/// This is the only place where precedence is decided: environment, project file, user file; within one of them the longest key.
public struct Settings: Sendable {
    private let environment: [String: String]
    /// The settings of the files, in their order.
    public let ofFiles: [Setting]

    /// The settings of the environment and of files.
    public init(environment: [String: String], ofFiles: [Setting]) {
        (self.environment, self.ofFiles) = (environment, ofFiles)
    }

    /// Whether there is nothing that any option could take.
    public var isEmpty: Bool {
        ofFiles.isEmpty
            && !environment.contains { $0.key.hasPrefix(Settings.prefix) && $0.key != SettingFile.variable }
            && Settings.colours.allSatisfy { environment[$0.variable] == nil }
    }

    /// What holds for an option of a command, which words name; nil where it is unknown.
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

    /// The value of a variable for a key, as `ASSAY_RANK_TOP` for `rank.top`; an empty one counts as absent.
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
