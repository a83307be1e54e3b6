import ArgumentParser

extension CompletionShell {
    /// The script of this shell: what ArgumentParser generates, and what that lacks.
    ///
    /// `implied` are the commands that go without saying where no word names one, such as `all` of `load`.
    func completed(_ script: String, implied: [(command: String, subcommand: String)]) -> String {
        switch self {
        case .bash:
            let cases = implied.map { "        \($0.command)) word=\($0.subcommand) ;;\n" }.joined()
            let rest = String(decoding: PackageResources.completion_bash, as: UTF8.self)
            return script + "\n" + rest.replacing("        # implied\n", with: cases)
        case .zsh:
            // The value of an option may stand behind `=` too. Flags have no colon behind their text.
            let whole = script.replacing(/(?m)^( +'\*?--[a-z0-9-]+)(?=\[.*[^\\]\]:)/) { "\($0.1)=" }
            return implied.reduce(whole) { withImplied($1.command, $1.subcommand, inZsh: $0) }
        case .fish:
            let lines = script.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let copies = implied.flatMap { command, subcommand in
                lines.filter { $0.contains("\"assay \(command) \(subcommand)\"") }
                    .map { $0.replacing("\"assay \(command) \(subcommand)\"", with: "\"assay \(command)\"") }
            }
            return (lines + copies).joined(separator: "\n")
        default: return script
        }
    }

    /// The script in which a command offers what its implied subcommand takes too, in place of a subcommand's name and behind.
    private func withImplied(_ command: String, _ subcommand: String, inZsh script: String) -> String {
        let function = "_assay_\(command)"
        guard let start = script.firstRange(of: "\n\(function)() {\n"),
            let named = script[start.upperBound...].firstRange(of: "_describe -V subcommand subcommands && ret=0\n")
        else { return script }
        let call = "\"\(function)_${words[1]}\" && ret=0\n            ;;\n"
        let other = "        *) \(function)_\(subcommand) && ret=0 ;;\n"
        let rest = script[named.upperBound...].replacing(call, with: call + other, maxReplacements: 1)
        return script[..<named.upperBound] + "        \(function)_\(subcommand) && ret=0\n" + rest
    }
}
