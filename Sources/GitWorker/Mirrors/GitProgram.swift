internal import WorkerProtocol

/// The git program, run in one mirror without anything of its user's or system's settings.
struct GitProgram {
    let request: MirrorRequest
    /// What bounds the mirror's growth; nil where nothing grows.
    var growth: MirrorGrowth?
    private let environment: [String]

    /// Less than so many bytes a second for so many seconds is not an answer; a host that still counts sends a byte a second.
    private static let (leastSpeed, leastSpeedSeconds) = (1000, 120)
    /// Since this version no setting but the mirror's own is read, and repositories of other users are refused.
    static let oldest = (2, 36)

    init(_ request: MirrorRequest) throws(WorkerFault) {
        self.request = request
        environment =
            [
                // Where git finds a shell and itself; its own programs it finds by itself.
                "PATH=/usr/bin:/bin",
                // No home: neither settings nor passwords (.netrc) of anyone.
                "HOME=/nonexistent", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_ATTR_NOSYSTEM=1",
                "GIT_TERMINAL_PROMPT=0", "GIT_ALLOW_PROTOCOL=\(request.isLocal ? "file" : "https")",
                // What is missing on purpose stays missing until it is asked for.
                "GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1", "LC_ALL=C",
                "GIT_HTTP_LOW_SPEED_LIMIT=\(GitProgram.leastSpeed)",
                "GIT_HTTP_LOW_SPEED_TIME=\(GitProgram.leastSpeedSeconds)",
            ] + GitProgram.variables(of: request.route)
        let version = try run(["version"]).output
        let numbers = version.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        guard version.hasPrefix("git version "), numbers.count == 2 else {
            throw WorkerFault(.noGit, "\(request.program) does not answer as git does; install git again")
        }
        guard (numbers[0], numbers[1]) >= GitProgram.oldest else {
            let (major, minor) = GitProgram.oldest
            throw WorkerFault(
                .oldGit,
                "\(request.program) is git \(numbers[0]).\(numbers[1]); install \(major).\(minor) or later"
            )
        }
    }

    private static func variables(of route: NetworkRoute) -> [String] {
        [
            ("https_proxy", route.proxy.revealed), ("no_proxy", route.direct), ("GIT_SSL_CAINFO", route.certificates),
            ("GIT_PROXY_SSL_CAINFO", route.certificates),
        ]
        .filter { !$0.1.isEmpty }.map { "\($0)=\($1)" }
    }

    /// Runs a command in the mirror; how it ends is the caller's to judge, but for growth beyond the limit.
    func run(_ arguments: [String]) throws(WorkerFault) -> ProgramRun {
        let words = ["--git-dir=\(request.path)"] + arguments
        let run = try ProgramRun(request.program, words, environment: environment) { growth?.isOver ?? false }
        if growth?.isOver ?? false { throw GitFailure.overBudget(request.limits) }
        return run
    }

    /// Runs a command that has to succeed, and returns what it wrote.
    @discardableResult
    func output(_ arguments: [String]) throws(WorkerFault) -> String {
        let run = try run(arguments)
        guard run.status == 0 else { throw GitFailure.fault(run, request.limits) }
        return run.output
    }

    /// The words that let a command speak with the origin.
    ///
    /// Git serves a local origin itself, in a process that takes no setting of ours but those given here.
    var transport: [String] {
        request.isLocal ? ["--upload-pack=git -c uploadpack.allowFilter=true upload-pack"] : []
    }
}
