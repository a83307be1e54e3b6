internal import Platform

/// What a new process has for input and output, and in which process group it is.
enum SpawnPlace {
    /// Input and output are one socket, errors go nowhere; it leads a group of its own.
    case leading(socket: CInt)
    /// No input; output and errors go to two descriptors; it is in the group of this process.
    case joining(output: CInt, errors: CInt)
}

/// Starts a program with its default signals and nothing of this process's environment.
func spawn(
    _ program: String,
    _ place: SpawnPlace,
    arguments: [String] = [],
    environment: [String] = []
) throws(WorkerFault) -> pid_t {
    #if os(Linux)
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #else
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
        unsafe posix_spawn_file_actions_destroy(&actions)
        unsafe posix_spawnattr_destroy(&attributes)
    }
    switch place {
    case .leading(let socket):
        unsafe posix_spawn_file_actions_adddup2(&actions, socket, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, socket, 1)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        flags |= POSIX_SPAWN_SETPGROUP
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
    case .joining(let output, let errors):
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
    }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var process: pid_t = 0
    let status = unsafe withTexts([program] + arguments) { words in
        unsafe withTexts(environment) { unsafe posix_spawn(&process, program, &actions, &attributes, words, $0) }
    }
    guard status == 0 else {
        throw WorkerFault(.noWorker, "\(program) could not be started (errno \(status)); install it again")
    }
    return process
}

/// Texts as C takes a list of them: pointers to zero-ended copies, the last one null.
private func withTexts<Result>(
    _ texts: [String],
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) } + [nil]
    defer { for place in unsafe pointers.indices { unsafe free(pointers[place]) } }
    return unsafe pointers.withUnsafeMutableBufferPointer { list in
        // The null at the end is always there.
        guard let start = list.baseAddress else { preconditionFailure("a list of texts without an end") }
        return unsafe body(start)
    }
}
