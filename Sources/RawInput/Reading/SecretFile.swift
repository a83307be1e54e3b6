internal import Platform

/// This is the only place that opens a file with a token or keys: one of the user's own that others may not read.
public enum SecretFile {
    /// The text of such a file in UTF-8, of so many bytes at most.
    ///
    /// - Throws: `InputError` when it cannot be read, is longer, belongs to another user, or others may read it.
    public static func text(of path: String, limit: Int) throws(InputError) -> String {
        var file = try InputFile(path: path, verbatim: true)
        guard file.status.owner == geteuid() else {
            throw InputError(
                .exposed,
                path: path,
                detail: "the file belongs to another user; copy it to one of your own"
            )
        }
        guard file.status.mode & 0o077 == 0 else {
            throw InputError(.exposed, path: path, detail: "other users may read the file; run `chmod 600` on it")
        }
        return String(decoding: try file.readAll(limit: limit), as: UTF8.self)
    }
}
