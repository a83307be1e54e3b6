import ArgumentParser
import CoinModel
import CoinOperations
import CoinPipeline

/// A setting that a command takes, as words of its line.
struct AppliedSetting {
    let setting: Setting
    let words: [String]
}

/// What variables and files of settings add to a command line.
///
/// Settings are values of long options, so they become words of the line before it is parsed: an option's own rule then judges a
/// value wherever it comes from. No option is looked up where there is neither a file nor a variable.
struct CommandSettings {
    let arguments: [String]
    let commands: CommandIndex
    let environment: [String: String]

    init(_ arguments: [String], commands: CommandIndex, environment: [String: String]) {
        (self.arguments, self.commands, self.environment) = (arguments, commands, environment)
    }

    /// The settings that the command of the line takes: those of its options that the line does not say.
    ///
    /// - Throws: `OperationError` of a file that does not read or has what it may not, naming the place.
    func applied() throws -> [AppliedSetting] {
        let (command, words, rest) = try workingCommand(arguments)
        let line = LineOptions(rest)
        // Help works whatever a file has.
        guard arguments.first != "help", command.configuration.subcommands.isEmpty, !line.isAsking else { return [] }
        let settings = Settings(environment: environment, ofFiles: try settingsOfFiles(for: words))
        guard !settings.isEmpty, let options = try commands.options(words) else { return [] }
        let applied = try options.entries.keys.sorted().compactMap { option -> AppliedSetting? in
            guard !line.says(option), let setting = settings.strongest(option, of: words) else { return nil }
            try SettingRules.check(setting)
            return AppliedSetting(setting: setting, words: try options.words(option, setting))
        }
        return fitting(applied, line)
    }

    /// The settings without those that the output of the line has no use for: a file's ending says its format, and marks are for
    /// CSV and TSV.
    private func fitting(_ applied: [AppliedSetting], _ line: LineOptions) -> [AppliedSetting] {
        let ending = line.value(of: "output").map { $0.split(separator: ".").last.map(String.init) ?? "" }
        let format = line.value(of: "format") ?? ending ?? applied.first { $0.setting.option == "format" }?.setting.text
        return applied.filter { one in
            switch one.setting.key {
            case ["format"]: ending == nil
            case ["excel"], ["decimal"]: ["csv", "tsv"].contains(format)
            default: true
            }
        }
    }

    /// What the files have that a command reads, each key by its name.
    ///
    /// - Throws: `OperationError` naming the place of what does not read, of an unknown key, or of one that is not for that file.
    func settingsOfFiles(for words: [String] = []) throws -> [Setting] {
        guard SettingRules.readsFiles(words) else { return [] }
        do {
            return try SettingFile.all(by: environment).filter(\.isRead).flatMap { file in
                let settings = try settings(ofFile: file)
                for setting in settings { try check(setting) }
                return settings
            }
        } catch {
            // The doctor says itself what is wrong with them.
            guard words == ["doctor"] else { throw error }
            return []
        }
    }

    /// Refuses a key that no command has, or that is not for its file.
    ///
    /// - Throws: `OperationError` naming the place of the key, with names near it.
    func check(_ setting: Setting) throws {
        for place in setting.key.indices {
            let (words, word) = (Array(setting.key[..<place]), setting.key[place])
            let below = commands.words(below: words).compactMap(\.last)
            let isOption = place == setting.key.count - 1
            let options = isOption ? try optionNames(words) : []
            guard !(isOption ? options : below).contains(word) else { continue }
            let isCommand = below.contains(word)
            let page = (words.isEmpty ? ["config", "show"] : ["help"] + words).joined(separator: " ")
            let next = isCommand ? "a command has its options below it" : "see `assay \(page)`"
            let what = unknown("key", word, among: isCommand ? [] : options + below, else: next)
            throw OperationError(.usage, "config-unknown-key", place: setting.keyPlaces[place], what)
        }
        try SettingRules.check(setting)
    }

    /// The options that may stand below words; those that commands share below none.
    private func optionNames(_ words: [String]) throws -> [String] {
        if words.isEmpty { return SettingRules.shared.map(\.option) }
        return try commands.options(words)?.entries.keys.sorted() ?? []
    }
}
