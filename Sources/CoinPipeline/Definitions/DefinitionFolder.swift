internal import Foundation

/// The folder that the paths of a definition count from: the one in which the file lies by the name that it was given,
/// also where that name is a link.
struct DefinitionFolder {
    private let path: String

    /// The folder of a definition file; empty for one in the working folder.
    init(ofFile file: String) {
        path = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    }

    /// Where a definition lies on this machine, whatever way leads there; a link is a definition of its own, for paths count
    /// from its folder.
    static func place(ofFile file: String) -> String {
        let url = URL(fileURLWithPath: file, isDirectory: false).absoluteURL
        let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
        return folder.appendingPathComponent(url.lastPathComponent, isDirectory: false).path
    }

    /// A path of the definition as the working folder sees it; an absolute one stays as it is.
    ///
    /// `pipelines/../data` becomes `data`, so that messages and records name files as one would write them; where
    /// `pipelines` is a link, the way leads from what it links to.
    func resolve(_ text: String) -> String {
        guard !path.isEmpty, !text.hasPrefix("/") else { return text }
        var root = path.hasPrefix("/") ? "/" : ""
        var kept: [Substring] = []
        for part in (path + text).split(separator: "/") where part != "." {
            guard part == "..", let last = kept.last, last != ".." else {
                kept.append(part)
                continue
            }
            if let target = DefinitionFolder.target(ofLink: root + kept.joined(separator: "/")) {
                (root, kept) = ("/", target.split(separator: "/"))
            }
            kept = Array(kept.dropLast())
        }
        return kept.isEmpty ? (root.isEmpty ? "." : root) : root + kept.joined(separator: "/")
    }

    /// Where a link leads to in the end; nil for what is no link, or leads nowhere.
    private static func target(ofLink path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let target = realpath(path, nil) else {
            return nil
        }
        defer { free(target) }
        return String(cString: target)
    }
}
