internal import CoinIdentity
internal import CoinModel
internal import CoinSources
internal import RawInput

/// The table of coins and their ecosystems that a load goes by, pinned to the bytes that it had.
public struct EcosystemsFile: Hashable, Sendable {
    /// The file.
    public let path: String
    /// The digest of its bytes.
    public let digest: String

    /// The file at a path as it is now.
    ///
    /// - Throws: `OperationError` when it cannot be read.
    public init(path: String) throws {
        self.path = path
        digest = try Digest.ofFile(path).digest
    }

    /// The map of the table's reviewed rows; the number of the others is reported.
    ///
    /// - Throws: `OperationError` when the file is not the one of the digest any more, or does not read whole.
    func map(report: DiagnosticSink = { _ in }) throws -> EcosystemMap {
        do {
            var file = try InputFile(path: path, decodedLimit: 64 << 20)
            let table = try EcosystemMapCSV(&file)
            guard try file.digest() == digest else {
                let why = "is not the table any more that had \(Digest.name) \(digest)"
                throw SourceError("changed-input", detail: why)
            }
            if table.unreviewed > 0 {
                let next = "write who or when into `reviewed`"
                let detail = "rows that are not reviewed, and so do not count: \(table.unreviewed); \(next)"
                report(Diagnostic(.warning, "unreviewed", place: path, detail))
            }
            guard !table.links.isEmpty else {
                throw SourceError("no-rows", detail: "has no row that a person has reviewed")
            }
            return EcosystemMap(table.links)
        } catch {
            throw OperationError(error, file: path)
        }
    }
}

/// As it stands in the ledger: `DIGEST@PATH`, with blanks and percent signs of the path as `%20` and `%25`.
extension EcosystemsFile: CustomStringConvertible {
    /// The ledger's words.
    public var description: String {
        digest + "@" + path.replacing("%", with: "%25").replacing(" ", with: "%20")
    }

    /// Reads the ledger's words; nil when they are none.
    init?(ledger text: String) {
        guard let mark = text.firstIndex(of: "@") else { return nil }
        digest = String(text[..<mark])
        let written = String(text[text.index(after: mark)...])
        path = written.replacing("%20", with: " ").replacing("%25", with: "%")
    }
}
