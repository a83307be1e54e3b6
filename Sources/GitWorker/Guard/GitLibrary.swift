internal import CGit2
internal import WorkerProtocol

/// libgit2 as it is used here: it reads no configuration but a repository's own, caches no objects, maps little at a time,
/// and leaves it to us to hold objects against their ids.
enum GitLibrary {
    static func start() throws(WorkerFault) {
        guard git_libgit2_init() > 0 else { throw fault("libgit2 does not start", .noWorker) }
        let levels = [
            GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL,
        ]
        var statuses = levels.map { unsafe assay_git_set_search_path($0.rawValue, "") }
        let disabled = [GIT_OPT_ENABLE_CACHING, GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION]
        statuses += disabled.map { assay_git_set_flag(CInt($0.rawValue), 0) }
        let sizes = [
            (GIT_OPT_SET_MWINDOW_SIZE, 32 << 20), (GIT_OPT_SET_MWINDOW_MAPPED_LIMIT, 256 << 20),
            (GIT_OPT_SET_MWINDOW_FILE_LIMIT, 256),
        ]
        statuses += sizes.map { assay_git_set_size(CInt($0.rawValue), $1) }
        if statuses.contains(where: { $0 != 0 }) { throw fault("libgit2 refuses a setting", .noWorker) }
    }

    /// What to throw after libgit2 failed on this thread.
    static func fault(_ what: String, _ reason: WorkerFault.Reason = .damagedObject) -> WorkerFault {
        guard let error = unsafe git_error_last()?.pointee else { return WorkerFault(reason, what) }
        if unsafe error.klass == CInt(GIT_ERROR_NOMEMORY.rawValue) {
            return WorkerFault(.memoryLimit, "\(what) takes all memory; check it with `git fsck`")
        }
        let words = unsafe error.message.map { unsafe String(cString: $0) } ?? "no reason given"
        return WorkerFault(reason, "\(what): \(words); check it with `git fsck`, or clone it again")
    }
}
