#if os(Linux)
    internal import GitWorker
    internal import Glibc
    internal import SandboxAttempts
    internal import WorkerProtocol

    // Tries what a worker in foreign hands would, in the very sandbox that workers enter; for tests only.
    //
    // usage: sandbox-attacker CAGE ATTEMPT FOLDER; prints `done`, or the error with which it is refused
    //        sandbox-attacker without-landlock|without-seccomp PROGRAM ARGUMENT...; runs it as on a kernel without
    let words = CommandLine.arguments
    guard words.count > 3 else { exit(2) }

    let forgetting = ["without-landlock": assay_forget_landlock, "without-seccomp": assay_forget_seccomp]
    if let forget = forgetting[words[1]] {
        guard forget() == 0 else { exit(3) }
        var arguments = words.dropFirst(2).map { strdup($0) } + [nil]
        execv(words[2], &arguments)
        exit(3)
    }

    let folder = words[3]
    let neighbour = assay_start_neighbour()
    var limits = WorkerLimits()
    limits.fileBytes = 1 << 20
    let source = folder + "/../source"
    let cages: [String: Sandbox.Cage] = [
        "reading": .reading([folder]),
        "fetching": .fetching(NetworkRoute()),
        "serving": .serving([folder]),
        "mirroring": .mirroring(
            MirrorRequest(program: "/usr/bin/git", path: folder, source: source, limits: limits),
            origin: RepositoryPlace.folders(ofOrigin: source)
        ),
    ]
    do {
        if let cage = cages[words[1]] {
            try limits.apply()
            try Sandbox.enter(cage).seal()
        }
    } catch {
        print(error)
        exit(4)
    }
    let error = folder.withCString { path in
        var target = assay_target(folder: path, neighbour: neighbour)
        return assay_attempt(words[2], &target)
    }
    // By the system call itself: nothing else is needed then.
    let answer = error == 0 ? "done" : error < 0 ? "unknown" : "refused: errno \(error)"
    _ = write(1, answer, answer.utf8.count)
    _exit(0)
#endif
