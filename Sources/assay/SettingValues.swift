import ArgumentParser
import CoinOperations

extension CommandSettings {
    /// The values of keys, of all that are shared or set where none is named, with the variables that no option replaces.
    ///
    /// - Throws: `OperationError` of an unknown key, and of files that do not read.
    func values(of names: [String]) throws -> [SettingValue] {
        let settings = Settings(environment: environment, ofFiles: try settingsOfFiles())
        let variables = SettingValue.variables(of: environment)
        guard names.isEmpty else {
            return try names.map { name in
                if let variable = variables.first(where: { $0.name == name }) { return variable }
                let key = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
                try check(Setting(key, [], .flag, place: "", keyPlaces: key.map { _ in "" }))
                return try value(of: key, settings)
            }
        }
        let shared = SettingRules.shared.map { [$0.option] }
        let ofVariables = try environment.keys.compactMap(key(ofVariable:))
        let others = Set(settings.ofFiles.map(\.key) + ofVariables).subtracting(shared)
        let keys = shared + others.sorted { $0.lexicographicallyPrecedes($1) }
        return try keys.map { try value(of: $0, settings) } + variables
    }

    private func value(of key: [String], _ settings: Settings) throws -> SettingValue {
        let (option, words) = (key[key.count - 1], Array(key.dropLast()))
        let entry = try commands.options(example(of: key))?.entries[option]
        let name = key.joined(separator: ".")
        let line = LineOptions(arguments)
        if words.isEmpty, line.says(option) {
            let text = entry?.isFlag == true ? "true" : line.value(of: option)
            return SettingValue(name, text, .flag, place: "--" + option)
        }
        if let setting = settings.strongest(option, of: words) {
            return SettingValue(name, setting.text, setting.origin, place: setting.place)
        }
        return SettingValue(name, entry?.usual ?? unnamedUsual[option], .usual)
    }

    /// What holds without options whose description names no default.
    private var unnamedUsual: [String: String] {
        var values = ["wait": "\(WaitOption.usual)"]
        values["profile"] = ProfileFolder.usualPath(by: environment)
        return values
    }

    /// The words of a command that has an option, or of the group of commands that its key names.
    private func example(of key: [String]) -> [String] {
        key.count > 1 ? Array(key.dropLast()) : SettingRules.shared.first { $0.option == key[0] }?.command ?? []
    }

    /// The key of a variable such as ASSAY_RANK_TOP; nil where no command has it.
    private func key(ofVariable name: String) throws -> [String]? {
        let parts = name.lowercased().split(separator: "_").map(String.init)
        guard parts.first == "assay" else { return nil }
        var words: [String] = []
        while words.count + 1 < parts.count, commands.command(words + [parts[words.count + 1]]) != nil {
            words.append(parts[words.count + 1])
        }
        let option = parts.dropFirst(words.count + 1).joined(separator: "-")
        guard !words.isEmpty, try commands.options(words)?.entries[option] != nil else { return nil }
        return words + [option]
    }

    /// Checks the value of a setting as its command would, the first that has it.
    ///
    /// - Throws: `OperationError` naming the place.
    func checkValue(of setting: Setting) throws {
        let console = Console.settings
        // Options that are read hold at once.
        defer { Console.settings = console }
        var words = example(of: setting.key)
        while let next = try commands.words(below: words).first(where: {
            try commands.options($0)?.entries[setting.option] != nil
        }) {
            words = next
        }
        guard let command = commands.command(words), let options = try commands.options(words) else { return }
        func fault(_ line: [String]) -> String? {
            do {
                _ = try command.parseAsRoot(line)
                return nil
            } catch {
                return command.message(for: error)
            }
        }
        // What the command lacks besides is said of an empty line too.
        let wrong = fault(try options.words(setting.option, setting))
        if let wrong, wrong != fault([]) { throw setting.wrong(wrong) }
    }
}
