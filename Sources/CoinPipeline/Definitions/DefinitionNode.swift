internal import CoinModel
internal import CoinOperations
internal import Foundation
internal import YAMLGuard
internal import Yams

/// A place in a YAML text, read by us: every scalar is text until it is asked to be something else.
struct DefinitionNode {
    private let node: Node
    private let source: YAMLSource

    /// The most bytes of a file.
    static let sizeLimit = 1 << 20

    /// The root of a text; nil when it holds nothing.
    ///
    /// - Throws: `OperationError` when the text is too long, no YAML, or of a form that is not read here.
    init?(yaml bytes: [UInt8], _ source: YAMLSource) throws {
        guard bytes.count <= DefinitionNode.sizeLimit else { throw source.error("too-large", "is longer than 1 MiB") }
        // A byte order mark, as editors of Windows write it, is no part of the text.
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        guard !bytes.isEmpty else { return nil }
        do {
            try YAMLGuard.check(bytes)
            // The encoding is named, for the default one is looked up in the environment.
            let root = try Yams.compose(yaml: String(decoding: bytes, as: UTF8.self), .default, .default, .utf8)
            guard let root else { return nil }
            (node, self.source) = (root, source)
        } catch let fault as YAMLFault {
            throw source.error(fault)
        } catch let error as YamlError {
            throw source.error("yaml", "is not YAML: \(error)")
        }
    }

    private init(_ node: Node, _ source: YAMLSource) {
        (self.node, self.source) = (node, source)
    }

    /// The folder that paths count from.
    var folder: DefinitionFolder { DefinitionFolder(ofFile: source.path) }

    /// Whether `key: value` entries stand here.
    var isMapping: Bool { node.mapping != nil }

    /// Whether nothing stands here, as behind a colon that ends its line.
    var isEmpty: Bool { node.scalar.map { $0.style == .plain && $0.string.isEmpty } ?? false }

    /// The same with other texts for its scalars, but not for keys.
    func replacingTexts(_ replace: (_ text: String, _ node: DefinitionNode) throws -> String) throws -> DefinitionNode {
        func replaced(_ node: Node) throws -> Node {
            switch node {
            case .scalar(var scalar):
                scalar.string = try replace(scalar.string, DefinitionNode(node, source))
                return .scalar(scalar)
            case .sequence(let list):
                return .sequence(Node.Sequence(try list.map(replaced), list.tag, list.style, list.mark))
            case .mapping(let pairs):
                let filled = try pairs.map { ($0.key, try replaced($0.value)) }
                return .mapping(Node.Mapping(filled, pairs.tag, pairs.style, pairs.mark))
            case .alias: return node
            }
        }
        return DefinitionNode(try replaced(node), source)
    }

    /// File, line and column.
    var place: String { source.path + (node.mark.map { ":\($0.line):\($0.column)" } ?? "") }

    /// An error about this place.
    func error(_ message: String) -> OperationError {
        OperationError(.usage, source.wrong ?? "bad-\(source.kind)", place: place, message)
    }

    /// A text that is not empty.
    func text() throws -> String {
        guard let text = node.scalar?.string, !text.isEmpty else { throw error("expected a text") }
        // No path and no name has one, and the system would take it for the end.
        guard !text.utf8.contains(0) else { throw error("contains a NUL character") }
        return text
    }

    /// A value that reads as on the command line.
    func written<Value>(_ read: (String) throws -> Value) throws -> Value {
        let text = try text()
        do {
            return try read(text)
        } catch let bad as RequestError where bad.reason == .value {
            throw error("\(bad); `\(text)` is none")
        }
    }

    /// A number without an exponent.
    func number() throws -> Double {
        let text = try text()
        guard let number = NumberGrammar.double(text), !text.contains(where: \.isLetter) else {
            throw error("`\(text)` is not a number; write one as 0.25")
        }
        return number
    }

    /// The elements of a list; a single value is a list of itself.
    func items() throws -> [DefinitionNode] {
        guard let sequence = node.sequence else { return [self] }
        return sequence.map { DefinitionNode($0, source) }
    }

    /// The entries of a mapping in the file's order; each key stands once.
    func entries() throws -> [(key: DefinitionNode, value: DefinitionNode)] {
        guard let mapping = node.mapping else { throw error("expected `key: value` lines") }
        return mapping.map { (DefinitionNode($0, source), DefinitionNode($1, source)) }
    }

    /// Refuses what a ranking cannot show, such as an unknown column, before anything is loaded or asked for.
    ///
    /// - Throws: `OperationError` naming line and column; `hint` stands behind the reason.
    func check(_ asked: RankRequest, hint: String = "") throws {
        do {
            try asked.check()
        } catch {
            throw self.error(OperationError(error).diagnostic.message + hint)
        }
    }

    /// What is read from a file that this value names; what is wrong there is an error of this place too.
    func reading<Value>(_ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch {
            let fault = OperationError(error).diagnostic
            throw self.error(fault.place.isEmpty ? fault.message : "\(fault.place): \(fault.message)")
        }
    }

    /// The entries of a mapping by key, where a key that is not allowed is an error; what is not a mapping is the value of
    /// the key `only`.
    func mapping(allowing keys: [String], elseAs only: String? = nil) throws -> [String: DefinitionNode] {
        if let only, node.mapping == nil { return [only: self] }
        guard node.mapping != nil else {
            throw error("expected lines of `key: value`, with the keys \(keys.joined(separator: ", "))")
        }
        var values: [String: DefinitionNode] = [:]
        for (key, value) in try entries() {
            let name = try key.text()
            guard keys.contains(name) else {
                throw key.error("unknown key `\(name)`; there are: \(keys.joined(separator: ", "))")
            }
            values[name] = value
        }
        return values
    }
}

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
        var parts: [Substring] = []
        for part in (path + text).split(separator: "/") where part != "." {
            guard part == "..", let last = parts.last, last != ".." else {
                parts.append(part)
                continue
            }
            if let target = DefinitionFolder.target(ofLink: root + parts.joined(separator: "/")) {
                (root, parts) = ("/", target.split(separator: "/"))
            }
            parts = Array(parts.dropLast())
        }
        return parts.isEmpty ? (root.isEmpty ? "." : root) : root + parts.joined(separator: "/")
    }

    /// Where a link leads to in the end; nil for what is not a link, or leads nowhere.
    private static func target(ofLink path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let target = realpath(path, nil) else {
            return nil
        }
        defer { free(target) }
        return String(cString: target)
    }
}

/// A file that is read as YAML: its path, and what its errors are called by.
struct YAMLSource {
    /// What it holds, as `definition`.
    let kind: String
    /// The file.
    let path: String
    /// What an error about a value is called, where that is not `bad-` and the kind.
    var wrong: String?

    /// An error about the whole of it.
    func error(_ name: String, _ message: String) -> OperationError {
        OperationError(.usage, "\(kind)-\(name)", place: path, message)
    }

    /// What may not stand in it, as an error.
    func error(_ fault: YAMLFault) -> OperationError {
        let place = fault.place.map { ":\($0.line):\($0.column)" } ?? ""
        return OperationError(.usage, "\(kind)-\(fault.reason)", place: path + place, fault.message)
    }
}
