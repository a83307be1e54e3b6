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

    private static let pages: [String: String] = {
        var pages = [
            "{coin-list}": formatTitle("coins-csv"),
            "{derivatives}": DerivativeDecision.words.joined(separator: ", "),
        ]
        var words = ""
        for line in files.joined().split(separator: 10, omittingEmptySubsequences: false) {
            let text = String(decoding: line, as: UTF8.self)
            if text.hasPrefix("# ") {
                words = String(text.dropFirst(2))
            } else {
                pages[words, default: ""] += text + "\n"
            }
        }
        return pages.mapValues { trimmed($0) }
    }()

    /// The page of a command by its words, such as `store info`; empty where there is none.
    static func text(of words: String) -> String {
        let page = pages[words] ?? ""
        guard page.contains("{") else { return page }
        return page.replacing(/{[a-z-]+}/) { pages[String($0.0)] ?? "" }
    }
}
