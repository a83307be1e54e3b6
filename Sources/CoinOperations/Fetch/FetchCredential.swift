internal import Foundation
internal import RawInput
internal import WorkerProtocol

/// What a source knows us by; no description shows it.
public struct FetchCredential: Sendable {
    let secret: Secret

    private static let longest = 512

    /// The token of the environment's `GITHUB_TOKEN`, else of a file that only its owner may read, else none.
    ///
    /// - Throws: `OperationError` when others may read the file, or the token is none.
    public init(variable: String?, file: String?) throws {
        var text = variable ?? ""
        if let file, text.isEmpty {
            var input = try InputFile(path: file, verbatim: true)
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int ?? 0o777
            guard mode & 0o077 == 0 else {
                throw OperationError(.usage, "token-file-open", place: file, "may be read by others; chmod 600 it")
            }
            text = String(decoding: try input.readAll(limit: 2 * FetchCredential.longest), as: UTF8.self)
        }
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard token.utf8.count <= FetchCredential.longest, token.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            let next = "holds no token; make one at https://github.com/settings/tokens"
            throw OperationError(.usage, "bad-token", place: file ?? "GITHUB_TOKEN", next)
        }
        secret = Secret(token)
    }

    /// Whether there is none.
    public var isEmpty: Bool { secret.isEmpty }
}
