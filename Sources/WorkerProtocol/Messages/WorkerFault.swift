/// Why a worker did not do its work, such as read a repository: a reason to act on, and what to do.
///
/// A fault of the git worker stands in place of all counts: a history is never given in part. One of the fetch worker ends
/// its order, and what was answered before stands.
public struct WorkerFault: Error, Codable, Hashable, Sendable, CustomStringConvertible {
    /// What to act on.
    public enum Reason: String, Codable, Sendable, CaseIterable {
        // What the repository is.

        case notARepository = "not-a-repository"
        case foreignOwner = "foreign-owner"
        /// It is or holds a link to elsewhere, or takes objects or settings from there.
        case leadsOutside = "leads-outside"
        /// A link, pipe, device or folder stands where a regular file belongs.
        case notRegular = "not-a-regular-file"
        case unreadable = "read-failed"
        case shallow = "shallow-clone"
        /// Its ids are not SHA-1.
        case objectFormat = "object-format"
        /// Its references are stored in another way than files.
        case referenceFormat = "reference-format"
        /// It needs an extension of git that is not supported.
        case extensions = "unknown-extension"
        /// HEAD names a branch that is not there.
        case noBranch = "no-default-branch"

        // What is wrong with it.

        case damagedReference = "damaged-reference"
        case missingObject = "missing-object"
        /// An object, pack or index whose bytes are not those that were written.
        case damagedObject = "damaged-object"
        /// A commit without a tree, an author or a time.
        case malformedCommit = "malformed-commit"
        /// Something larger than any honest repository has.
        case tooLarge = "too-large"

        // Why it was not fetched.

        case noGit = "no-git"
        /// The git program is too old to fetch safely.
        case oldGit = "old-git"
        /// The origin is not there, or not for everyone.
        case notFound = "not-found"
        /// The origin refuses.
        case refused = "refused-by-origin"
        /// The origin fails.
        case failing = "source-failing"
        /// The origin asks to slow down (429).
        case throttled = "rate-limited"
        case network = "network"
        case certificate = "bad-certificate"
        /// The origin leads to another host or protocol.
        case redirect = "redirect-refused"
        /// The proxy does not let us through, or is not there.
        case proxy = "proxy-refused"
        /// It takes more of the disk than it may.
        case overBudget = "over-budget"
        case diskFull = "disk-full"
        /// The origin has no commit any more, while the mirror has.
        case becameEmpty = "became-empty"
        /// What stands in the mirror's place is none.
        case otherMirror = "not-our-mirror"
        /// The git program failed for a reason of its own.
        case gitFailed = "git-failed"

        // What happened to the worker.

        case noWorker = "no-worker"
        /// The system refuses a part of its sandbox.
        case noSandbox = "no-sandbox"
        case processorLimit = "processor-limit"
        case deadline = "deadline"
        case memoryLimit = "memory-limit"
        case crashed = "worker-crashed"
        /// It sent something else than agreed.
        case protocolBroken = "worker-protocol"
    }

    /// What to act on.
    public let reason: Reason
    /// What happened, in one sentence with the next step.
    public let detail: String

    /// A fault.
    public init(_ reason: Reason, _ detail: String) {
        self.reason = reason
        self.detail = detail
    }

    /// `detail [reason]`.
    public var description: String { "\(detail) [\(reason.rawValue)]" }

    /// The next step where a repository is too much to be read; a command that has options for its limits names them too.
    public static let otherInputs = "load GitHub's statistics or a log of it instead"

    /// A message that does not read, or that was not requested.
    static let incompatible = WorkerFault(
        .protocolBroken,
        "the worker and assay do not understand each other; install both from one build"
    )
}
