import ArgumentParser
import CoinModel
import CoinOperations
import CoinPipeline
import CoinTables
import Foundation

/// What arguments are completed to; this is the only place that says it of those whose type does not.
///
/// Files and lists of words are written into the script of the shell. What depends on a store, a profile or a folder is asked
/// of the program at each TAB, which reads only, waits for no other process, and has no candidates where something fails.
extension CompletionKind {
    /// A definition of a pipeline, or weights.
    static let yaml = file(extensions: ["yaml", "yml"])
    /// A store.
    static let stores = file(extensions: ["sqlite", "db"])
    static let presets = list(RankRequest.presets)
    static let formats = list(OutputWriter.formats)
    static let currencies = list(Currency.common)
    static let marketSources = list(FetchRequest.allSources)

    /// Sources of market data with commas between them.
    static let preferredSources = asked { $0.completed(inListOf: FetchRequest.allSources) }
    /// The formats that can be loaded.
    static let loadedFormats = asked { _ in sourceTable().rows.compactMap { $0[0].text } }
    /// Ids, symbols and names of the coins of the store.
    static let coins = asked { try coinNames(beginningWith: $0.value, in: storeOfTheLine($0)) }
    /// Columns with commas between them.
    static let columns = asked { $0.completed(inListOf: columns(of: $0) + ["all"]) }
    /// Columns with their directions, with commas between them.
    static let order = asked { $0.completed(inOrderOf: columns(of: $0)) }
    /// One column.
    static let column = asked { columns(of: $0) }
    /// What `assay explain` explains.
    static let explained = asked { _ in explainedNames }
    static let watchlists = asked { line in
        let folder = line.value(of: "profile") ?? ProfileFolder.usualPath(by: environment)
        return try folder.map { try ProfileFolder(path: $0).watchlistNames() } ?? []
    }
    static let screens = asked { try Screen.names(in: $0.value(of: "screens") ?? Screen.usualFolder) }
    static let runs = asked { try RunHistory(of: storeOfTheLine($0)).choices() }

    private static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// The store that the words of a line mean.
    private static func storeOfTheLine(_ line: CommandLineWords) throws -> StoreLocation {
        let files = try SettingFile.all(by: environment).filter(\.isRead).flatMap(settings(ofFile:))
        let setting = Settings(environment: environment, ofFiles: files).strongest("store", of: [line.command])
        return StoreLocation(path: line.value(of: "store") ?? setting?.text ?? StoreLocation.usualPath, wait: 0)
    }

    /// The columns that a ranking has in the currency of the line; none for tables of other columns.
    private static func columns(of line: CommandLineWords) -> [String] {
        if ["portfolio", "report"].contains(line.command) { return [] }
        let columns = rankingColumns(quote: line.value(of: "quote")?.lowercased() ?? "usd")
        // Only numbers can be judged.
        return columns.filter { line.command != "evaluate" || $0.type != .text }.map(\.name)
    }
}

extension CompletionKind {
    /// The most candidates that a shell gets.
    private static let mostCandidates = 200

    private static func asked(_ candidates: @escaping @Sendable (CommandLineWords) throws -> [String]) -> CompletionKind
    {
        .custom { words, place, begun in
            let line = CommandLineWords(words, at: place, begun: begun, home: environment["HOME"])
            do {
                let begun = line.value.lowercased()
                let fitting = try candidates(line).lazy.filter { $0.lowercased().hasPrefix(begun) }
                return Array(fitting.compactMap { literal($0, for: .requesting) }.prefix(mostCandidates))
            } catch {
                // A shell has no place for an error, and the command itself will say it.
                return []
            }
        }
    }

    /// A candidate as a shell takes it for nothing but itself, which ArgumentParser leaves out; nil for one that would be an
    /// option or a home folder, is hidden in part, or has a sign that means something within quotes too.
    private static func literal(_ text: String, for shell: CompletionShell?) -> String? {
        guard let first = text.first, !"-~".contains(first) else { return nil }
        if text.unicodeScalars.contains(where: { $0.isHidden || "'\"`$!\\".unicodeScalars.contains($0) }) { return nil }
        return switch shell {
        // Bash expands the words of the list: a coin called `{a,b}` would be two.
        case .bash: "'\(text)'"
        // What follows a colon would be the description.
        case .zsh: text.replacing(":", with: "\\:")
        default: text
        }
    }
}
