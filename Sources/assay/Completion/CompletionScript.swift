import ArgumentParser

extension CompletionShell {
    /// The script of this shell: what ArgumentParser generates, and what that lacks.
    func completed(_ script: String) -> String {
        switch self {
        case .bash: script + "\n" + String(decoding: PackageResources.completion_bash, as: UTF8.self)
        // The value of an option may stand behind `=` too. Flags have no colon behind their text.
        case .zsh: script.replacing(/(?m)^( +'\*?--[a-z0-9-]+)(?=\[.*[^\\]\]:)/) { "\($0.1)=" }
        default: script
        }
    }
}
