import CoinModel
import CoinOperations

/// What the help of each command says: a sentence, an empty line, more where it takes more, and examples that run as they stand.
///
/// This is the only place where the files of help are read. A line `# store info` begins a page, and `{keys}` on a page stands
/// for the page of that name, or for words that the program has anyway.
enum HelpPages {
    private static let files = [
        PackageResources.help_look_txt, PackageResources.help_data_txt, PackageResources.help_identity_txt,
        PackageResources.help_own_txt, PackageResources.help_automate_txt,
    ]

    /// The bytes of all pages by their words: each start looks for them, and reads one or two.
    private static let pages: [String: ArraySlice<UInt8>] = {
        var pages: [String: ArraySlice<UInt8>] = [:]
        for file in files {
            let starts = file.indices.filter { file[$0] == UInt8(ascii: "#") && ($0 == 0 || file[$0 - 1] == newline) }
            for (start, end) in zip(starts, starts.dropFirst() + [file.endIndex]) {
                let heading = file[start..<end].prefix { $0 != newline }
                pages[String(decoding: heading.dropFirst(2), as: UTF8.self)] = file[heading.endIndex..<end]
            }
        }
        return pages
    }()

    private static let newline = UInt8(ascii: "\n")

    /// The first line of a text, and what follows from the line's end on.
    static func headed(_ text: String) -> (line: Substring, rest: Substring) {
        let end = text.utf8.firstIndex(of: newline) ?? text.endIndex
        return (text[..<end], text[end...])
    }

    /// The page of a command by its words, such as `store info`; empty where there is none.
    static func text(of words: String) -> String {
        let page = trimmed(String(decoding: pages[words] ?? [], as: UTF8.self))
        guard page.utf8.contains(UInt8(ascii: "{")) else { return page }
        let named = [
            "{keys}": text(of: "{keys}"), "{coin-list}": formatTitle("coins-csv"),
            "{derivatives}": DerivativeDecision.words.joined(separator: ", "),
        ]
        return named.reduce(page) { $0.replacing($1.key, with: $1.value) }
    }
}
