internal import CoinModel
internal import CoinStore
internal import Foundation
internal import RawInput

/// The files that a request is to load, by what is in them.
///
/// Files are examined and read only where an input of the same size replaced what another one said.
final class FilesByContent {
    private let request: LoadRequest
    private let files: [String]
    private lazy var paths = Set(files)
    private lazy var bySize = Dictionary(grouping: files, by: Store.size)
    private var digests: [String: String] = [:]

    init(_ list: InputList, _ request: LoadRequest) {
        files = list.files
        self.request = request
    }

    /// The files with the content of an input, and its own file where that is among them; for a request that leaves
    /// replaced what other files replaced, always that.
    func files(with input: InputDescriptor) -> Set<String> {
        var same = Set(bySize[input.size, default: []].filter { hasContent($0, of: input) })
        if request.leavesReplaced || paths.contains(input.path) { same.insert(input.path) }
        return same
    }

    private func hasContent(_ path: String, of input: InputDescriptor) -> Bool {
        if let identity = input.identity, FileStatus(path, followingLinks: false)?.identity?.bits == identity {
            return true
        }
        return digest(of: path) == input.digest
    }

    /// The digest of a file; nothing for one that cannot be read.
    private func digest(of path: String) -> String {
        if let known = digests[path] { return known }
        let digest: String
        do {
            digest = try Digest.ofFile(path).digest
        } catch {
            // Loading the file reports why.
            digest = ""
        }
        digests[path] = digest
        return digest
    }
}
