public import CoinModel
public import RawInput

/// A plain list of repositories, a name or an address a line: it says of none whose coin's it is.
///
/// Blank lines and those that begin with `#` are left out, as is what stands behind a blank or a comma.
public struct RepositoryList {
    /// The repositories, each once, in order.
    public private(set) var repositories: [RepositoryName] = []
    /// The numbers of lines that name none.
    public private(set) var others: [Int] = []

    /// Reads a list.
    ///
    /// - Throws: `InputError` when its bytes cannot be had, or are more than a list of repositories has.
    public init(_ file: inout InputFile) throws {
        let text = String(decoding: try file.readAll(limit: RepositoryList.sizeLimit), as: UTF8.self)
        var seen: Set<RepositoryName> = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard let word = RepositoryList.word(line) else { continue }
            if let name = RepositoryName(word) {
                if seen.insert(name).inserted { repositories.append(name) }
            } else {
                others.append(index + 1)
            }
        }
    }

    private static let sizeLimit = 16 << 20

    /// What a line names; nil for one that is left out.
    private static func word(_ line: Substring) -> Substring? {
        let word = line.drop(while: \.isWhitespace).prefix { !$0.isWhitespace && $0 != "," }
        return word.isEmpty || word.hasPrefix("#") ? nil : word
    }

    /// Whether nearly all first lines of a text name repositories: three of four, the first of them among them.
    public static func isOne(_ head: InputHead) -> Bool {
        if case .text(let sketch) = head.shape { isOne(sketch) } else { false }
    }

    private static func isOne(_ sketch: TextSketch) -> Bool {
        let words = sketch.lines.compactMap { word($0[...]) }
        let count = words.count { RepositoryName($0) != nil }
        return words.first.map { RepositoryName($0) != nil } ?? false && 4 * count >= 3 * words.count
    }

    /// What is said of a list that is to be loaded; nil for another text.
    static func answer(_ sketch: TextSketch, path: String) -> String? {
        guard isOne(sketch) else { return nil }
        let file = shellQuoted(path)
        return "; it is a list of repositories, which does not say whose coin each of them is: "
            + "`assay identity propose \(file) --output coins.csv` proposes a coin list (id,symbol,name,repos) to correct and load"
    }
}
