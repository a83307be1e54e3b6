internal import CoinModel
internal import Foundation

/// The articles that come with the program.
///
/// This is the only place where they are read: a folder of texts in Markdown, whose list is one of them. Links between them are
/// by their names, as DocC has it, and become addresses of pages.
struct DocumentationArticles {
    /// One of them.
    struct Article {
        let title: String
        /// What it says, in its first sentence.
        let purpose: String
        let file: String
        /// The text below its title.
        let text: String

        /// The headings of its sections.
        var sections: [String] {
            text.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
        }
    }

    /// How to use the program, in the order in which people read.
    let guides: [Article]
    /// Why it is as it is.
    let decisions: [Article]

    var all: [Article] { guides + decisions }

    /// Those that lie beside a program: below `../share/assay` of an installed one, in a clone where its sources are.
    ///
    /// - Throws: `OperationError` where they are not found or cannot be read.
    init(besideProgram program: String) throws {
        let root = try bundledRoot(program)
        let folders = ["articles", "Sources/CoinPipeline/Documentation.docc"].map { "\(root)/\($0)" }
        guard let folder = folders.first(where: { FileManager.default.fileExists(atPath: "\($0)/\(Self.list).md") })
        else {
            let next = "comes without the articles of the documentation; install it with `make install`"
            throw OperationError(.failed, "no-bundled-data", place: program, next)
        }
        func text(_ name: String) throws -> String {
            String(decoding: try contents(ofFile: "\(folder)/\(name).md"), as: UTF8.self)
        }
        let names = try text(Self.list).matches(of: /<doc:([\w-]+)>/).map { String($0.1) }
        let texts = try names.map { (name: $0, text: try text($0)) }
        let titles = Dictionary(firstOf: texts.map { ($0.name, Self.title(of: $0.text)) })
        let articles = texts.map { Self.article($0.name, $0.text, titles) }
        decisions = articles.filter { $0.file.hasPrefix("Decision-") }
        guides = articles.filter { !$0.file.hasPrefix("Decision-") }
    }

    /// The article that lists all others.
    private static let list = "CoinPipeline"

    private static func title(of text: String) -> String {
        String(text.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " })
    }

    private static func article(_ name: String, _ text: String, _ titles: [String: String]) -> Article {
        let body = String(text.drop { $0 != "\n" })
            .replacing(/<doc:([\w-]+)>/) { match in "[\(titles[String(match.1)] ?? "")](\(match.1).html)" }
            .replacing(/\]\(([\w-]+)\)/) { match in
                titles[String(match.1)] == nil ? String(match.0) : "](\(match.1).html)"
            }
        let first = text.split(separator: "\n\n").first { !$0.hasPrefix("#") } ?? ""
        let plain = first.replacing(/[*`]/, with: "").replacing("\n", with: " ")
        return Article(title: title(of: text), purpose: String(plain), file: name + ".html", text: body)
    }
}
