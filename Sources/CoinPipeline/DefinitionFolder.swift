internal import Foundation

/// The folder that the paths of a definition count from: the one in which the file lies by the name that it was given,
/// also where that name is a link.
struct DefinitionFolder {
    private let path: String

    /// The folder of a definition file; empty for one in the working folder.
    init(ofFile file: String) {
        path = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    }

    /// A path of the definition as the working folder sees it; an absolute one stays as it is.
    ///
    /// `pipelines/../data` becomes `data`, so that messages and records name files as one would write them; behind a link
    /// the two may differ, so there it stays.
    func resolve(_ text: String) -> String {
        guard !path.isEmpty, !text.hasPrefix("/") else { return text }
        let parts = (path + text).split(separator: "/")
        let root = path.hasPrefix("/") ? "/" : ""
        var kept: [Substring] = []
        for part in parts where part != "." {
            let isStep = part == ".." && !kept.isEmpty && kept.last != ".."
            if isStep, !DefinitionFolder.isLink(root + kept.joined(separator: "/")) {
                kept.removeLast()
            } else {
                kept.append(part)
            }
        }
        return kept.isEmpty ? (root.isEmpty ? "." : root) : root + kept.joined(separator: "/")
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}
