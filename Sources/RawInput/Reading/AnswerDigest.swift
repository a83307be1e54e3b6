/// This is the only place that verifies an archived answer against the digest in its file name.
struct AnswerDigest {
    /// How the names of archived answers end, behind the digest of what the file decodes to.
    static let ending = ".http.zst"

    private let expected: Substring
    private var content = Digest()

    /// The verification of a file; nil where its name is not that of an archived answer.
    init?(path: String) {
        guard path.hasSuffix(AnswerDigest.ending) else { return nil }
        let name = path.dropLast(AnswerDigest.ending.count)
        expected = name.suffix(64)
        let isWhole = expected.utf8.count == 64 && [nil, "/", "."].contains(name.dropLast(64).last)
        guard isWhole, expected.allSatisfy({ "0123456789abcdef".contains($0) }) else { return nil }
    }

    /// Takes further decoded bytes.
    mutating func update(_ bytes: [UInt8]) { content.update(bytes) }

    /// Judges all bytes.
    ///
    /// - Throws: `InputError` where they are not what the name says.
    func check(_ path: String) throws(InputError) {
        guard content.finish() != expected else { return }
        let detail = "the content is not what the digest in the file name says; delete the file and fetch it again"
        throw InputError(.altered, path: path, detail: detail)
    }
}
