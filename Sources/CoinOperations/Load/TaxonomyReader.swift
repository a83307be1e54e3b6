internal import CoinModel
internal import CoinSources
internal import CoinStore
internal import Foundation
internal import RawInput

/// Reads the folder of a taxonomy as one input.
struct TaxonomyReader {
    let request: LoadRequest
    let question: EcosystemQuestion?
    let loaded: LoadedInputs

    /// Reads the folder.
    func read(_ input: inout InputDescriptor, _ emit: (ReadingEvent) throws -> Void) throws {
        (input.kind, input.format) = (.coins, Migrations.id)
        input.context = request.context(name: nil)
        let folder = try TaxonomyFolder(input.path, upTo: request.hints.observedAt)
        (input.size, input.modified, input.identity) = (folder.size, folder.modified, folder.identity?.bits)
        if let digest = digestAsItIs(input) {
            input.digest = digest
            return try emit(.ended(.known(input)))
        }
        if loaded.containsSize(input.size) {
            input.digest = try folder.digest()
            if loaded.contains(digest: input.digest, context: input.context, at: input.path) {
                return try emit(.ended(.known(input)))
            }
        }
        try emit(.opened(input))
        let observed = request.hints.observedAt
        let digest = try TaxonomyReader.replay(folder, asking: question, observed) { try emit(.item($0)) }
        guard input.digest.isEmpty || input.digest == digest else { throw SourceError.changedWhileRead }
        input.digest = digest
        try emit(.ended(.whole(input)))
    }

    /// Reads all files and answers a question; returns the digest of all that was read.
    static func replay(
        _ folder: TaxonomyFolder,
        asking question: EcosystemQuestion?,
        _ observed: AsOf?,
        emit: ItemSink
    ) throws -> String {
        var context = ReadContext(path: "", now: Instant(milliseconds: 0))
        context.ecosystems = question
        context.hints.observedAt = observed
        let question = try context.askedEcosystems()
        for name in folder.untimed {
            let detail = "\(name.prefix(120)): its name begins with no time YYYY-MM-DDThhmmss, so it is skipped"
            try emit(.reject(Reject("no-time", detail: detail)))
        }
        var digests: [String] = []
        var migrations = Migrations()
        for migration in folder.files {
            var file = try InputFile(path: migration.path)
            try migrations.take(&file, named: migration.name, at: migration.time, emit: emit)
            digests.append(try file.digest())
        }
        try migrations.answer(question, emit: emit)
        return folder.digest(of: digests)
    }

    /// The digest that was loaded, where no file has been touched since.
    private func digestAsItIs(_ input: InputDescriptor) -> String? {
        guard !request.verifies, let identity = input.identity else { return nil }
        return loaded.inputs(ofFile: identity, at: input.path).first { $0.context == input.context }?.digest
    }
}

/// A folder of migrations of a taxonomy: one input.
///
/// The files up to a moment count, in the order of their names. Files whose names begin with no time that exists are no
/// part of the taxonomy for its own publisher; they are skipped and reported. What else lies there — hidden files,
/// folders, links — is ignored.
struct TaxonomyFolder {
    /// A migration.
    struct File {
        let name: String
        let path: String
        let time: Instant
    }

    /// The migrations up to the moment, oldest first, those of one time by name in byte order.
    private(set) var files: [File] = []
    /// The names of migrations that begin with no time, in byte order.
    private(set) var untimed: [String] = []
    /// The bytes of the files, and when the newest changed, in nanoseconds since 1970.
    private(set) var size = 0
    private(set) var modified = 0
    /// What identifies the unchanged files; nil where one changed just now.
    private(set) var identity: FileIdentity?

    /// The most files of a folder.
    private static let limit = 1 << 20

    /// Lists the folder.
    ///
    /// - Throws: `SourceError` when there are too many files.
    init(_ path: String, upTo observed: AsOf?) throws(SourceError) {
        let names = InputList.names(in: path).filter { !$0.hasSuffix("/") }
        guard names.count <= TaxonomyFolder.limit else {
            throw SourceError("too-large", detail: "has more than \(TaxonomyFolder.limit) files")
        }
        var identities: [FileIdentity?] = []
        for name in names {
            let file = path.hasSuffix("/") ? path + name : path + "/" + name
            guard let status = FileStatus(file, followingLinks: false), status.kind == .regular else { continue }
            identities.append(status.identity)
            guard let time = Migrations.time(ofName: name) else {
                untimed.append(name)
                continue
            }
            guard observed?.includes(time) ?? true else { continue }
            files.append(File(name: name, path: file, time: time))
            size += status.size
            modified = max(modified, status.modified)
        }
        let known = identities.compactMap { $0 }
        identity = known.count == identities.count ? FileIdentity(of: known) : nil
    }

    /// Whether a folder holds a taxonomy: one of its first files whose names begin with a time begins as migrations do.
    static func isOne(_ path: String, holding here: [String]? = nil) -> Bool {
        let here = here ?? InputList.names(in: path)
        let timed = here.lazy.filter { !$0.hasSuffix("/") && Migrations.time(ofName: $0) != nil }
        return timed.prefix(5).contains { name in
            do {
                var file = try InputFile(path: path + "/" + name)
                return Migrations.recognises(try file.peek(InputHead.length))
            } catch {
                // A file that cannot be read decides nothing; reading it by itself reports why.
                return false
            }
        }
    }

    /// The digest of the folder's content up to the moment.
    ///
    /// - Throws: `InputError` when a file cannot be read.
    func digest() throws -> String {
        digest(of: try files.map { try Digest.ofFile($0.path).digest })
    }

    /// The digest of the folder's content where its files have these.
    func digest(of digests: [String]) -> String {
        var digest = Digest()
        for (file, its) in zip(files, digests) { digest.update("\(its) \(file.name)\n") }
        for name in untimed { digest.update("- \(name)\n") }
        return digest.finish()
    }
}
