public import CoinModel
internal import CoinStore
public import CoinTables
internal import RawInput
internal import Synchronization
internal import WorkerProtocol

/// The screens that an assistant may ask for, by their names.
public struct AssistantScreens: Sendable {
    /// All of them, a row each.
    let list: Table
    let questions: [ScreenRequest]

    /// Screens, and the list of them.
    public init(list: Table, questions: [ScreenRequest]) { (self.list, self.questions) = (list, questions) }
}

/// What the answers to an assistant are made from.
public struct AssistantContext: Sendable {
    let location: StoreLocation
    let screens: AssistantScreens
    /// The person's own files; nil where these are not shown.
    let profile: ProfileFolder?
    let now: @Sendable () -> Instant
    /// The newest ranking, for its other pages.
    let ranking = LatestRanking()
    /// Files that may be read, with what they were when the process closed itself.
    private let files: [(path: String, status: FileStatus?)]

    /// Takes from this process for good all that answers do not need.
    ///
    /// It opens no file for writing, no socket and no other program then, and reads the store, its log of trials and the profile
    /// alone (`Sandbox`). It must have no second thread yet.
    ///
    /// - Throws: an error when the sandbox is refused, or the store cannot be read.
    public init(
        closingProcessFor location: StoreLocation,
        _ screens: AssistantScreens,
        _ profile: ProfileFolder?,
        now: @escaping @Sendable () -> Instant
    ) throws {
        (self.screens, self.profile, self.now) = (screens, profile, now)
        let paths = [location.path, location.trials]
        files = paths.map { ($0, FileStatus($0)) }
        SandboxWarning.reportOnce()
        try Sandbox.enter(.serving(paths + [profile?.path].compactMap(\.self))).seal()
        var location = location
        location.keepsTemporariesInMemory = true
        self.location = location
        try location.open(.read).reading { _ in }
    }

    /// Checks that the files are those that the process may read.
    ///
    /// - Throws: `OperationError` `store-replaced` where one was replaced or made since.
    func checkFiles() throws {
        for (path, status) in files where FileStatus(path) != status {
            let why = "was made or replaced since `assay mcp` began, which may read only what was there; start it again"
            throw OperationError(.failed, "store-replaced", place: path, why)
        }
    }
}

/// A ranking that was asked for last, so that its pages are of one ranking and cost nothing.
final class LatestRanking: Sendable {
    private let latest = Mutex<(arguments: AssistantArguments, state: FileIdentity, answer: AssistantAnswer)?>(nil)

    /// The ranking of the arguments, the one that is here where store and arguments are the same.
    func answer(
        _ arguments: AssistantArguments,
        in location: StoreLocation,
        _ make: () throws -> AssistantAnswer
    ) throws -> AssistantAnswer {
        let state = FileStatus(location.path)?.identity
        if let last = latest.withLock(\.self), last.arguments == arguments, last.state == state { return last.answer }
        let answer = try make()
        // What was written while it was made may be in it or not.
        let isSame = state != nil && FileStatus(location.path)?.identity == state
        latest.withLock { $0 = isSame ? state.map { (arguments, $0, answer) } : nil }
        return answer
    }
}
