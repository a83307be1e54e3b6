internal import Platform

/// This is the only place that decides whether Assay made a folder: nothing is to be seen in it, it has the mark, or the record of
/// a run, an export or a site.
enum FolderMark {
    /// The hidden file that is made with the first output.
    private static let name = ".assay"

    /// Each record, and what stands near its beginning.
    private static let records = [
        "run.json": "\"definitionDigest\"", "datapackage.json": "\"assay-export\"", "feed.atom": "<name>Assay</name>",
    ]

    /// Whether a folder has files that others put there, and no sign of Assay.
    static func isForeign(_ folder: String) -> Bool {
        !isOwn(folder) && folderNames(folder)?.contains { !$0.hasPrefix(".") } ?? false
    }

    /// Makes the mark in a folder that is there.
    static func make(in folder: String, for path: String) throws(OutputError) {
        guard !exists(in: folder) else { return }
        let descriptor = unsafe open(folder + "/" + name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw OutputError(failure: path, "cannot be made in \(folder)") }
        close(descriptor)
    }

    private static func exists(in folder: String) -> Bool { unsafe access(folder + "/" + name, F_OK) == 0 }

    private static func isOwn(_ folder: String) -> Bool {
        exists(in: folder)
            || records.contains { name, mark in
                do throws(InputError) {
                    var file = try InputFile(path: folder + "/" + name, verbatim: true)
                    return String(decoding: try file.peek(1 << 16), as: UTF8.self).contains(mark)
                } catch {
                    return false
                }
            }
    }
}
