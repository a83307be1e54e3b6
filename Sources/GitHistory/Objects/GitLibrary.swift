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
        for (option, value) in [
            (GIT_OPT_ENABLE_CACHING, 0), (GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0),
        ] as [(git_libgit2_opt_t, CInt)] {
            statuses.append(assay_git_set_flag(CInt(option.rawValue), value))
        }
        for (option, value) in [
            (GIT_OPT_SET_MWINDOW_SIZE, 32 << 20), (GIT_OPT_SET_MWINDOW_MAPPED_LIMIT, 256 << 20),
            (GIT_OPT_SET_MWINDOW_FILE_LIMIT, 256),
        ] {
            statuses.append(assay_git_set_size(CInt(option.rawValue), value))
        }
        if statuses.contains(where: { $0 != 0 }) { throw fault("libgit2 refuses a setting", .noWorker) }
    }

    /// What to throw after libgit2 failed on this thread.
    static func fault(_ what: String, _ reason: WorkerFault.Reason = .damagedObject) -> WorkerFault {
        guard let error = unsafe git_error_last()?.pointee else { return WorkerFault(reason, what) }
        if unsafe error.klass == CInt(GIT_ERROR_NOMEMORY.rawValue) {
            return WorkerFault(.memoryLimit, "\(what) takes all memory; check it with `git fsck`")
        }
        let said = unsafe error.message.map { unsafe String(cString: $0) } ?? "no reason given"
        return WorkerFault(reason, "\(what): \(said); check it with `git fsck`, or clone it again")
    }
}
