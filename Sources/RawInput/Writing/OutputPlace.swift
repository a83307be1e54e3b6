internal import Platform

/// This is the only place that decides whether an output may be written.
///
/// An output is a file that is replaced as a whole, or standard output. It is never the store, an input of it, or what the
/// command reads, under any name; never a device, pipe, socket or disk; never another output of the same command. A link
/// that is named is followed and stays; one inside an output folder is refused, and so is a folder with files that Assay did
/// not write.
public struct OutputPlace: Sendable {
    /// The folder of a command that writes several files, in which no link is followed.
    public struct Folder: Sendable {
        let path: String
        let use: Use

        /// What a folder is for.
        public enum Use: Sendable {
            /// It holds files of any origin.
            case shared
            /// It is Assay's, unless the caller insists on writing into another.
            case outputs(isForced: Bool)
        }

        /// Whether it has files, and none that Assay wrote.
        public var isForeign: Bool { FolderMark.isForeign(path) }

        /// A folder, which need not be there.
        public init(_ path: String, _ use: Use) {
            self.path = path
            self.use = use
        }
    }

    /// What may be replaced where the output is to be.
    public enum Replaced: Sendable {
        /// Any regular file.
        case anything
        /// None; what to do is said.
        case nothing(next: String)
        /// A file with some bytes at an offset, or an empty one.
        case only(offset: Int, bytes: [UInt8])
    }

    /// The path as it was named.
    public let path: String
    /// The file that is written, links followed.
    let place: String
    /// The same for comparing it with others.
    private let comparable: String
    /// What is there already; nil for nothing.
    let identity: FileStatus?
    /// Whether it is where standard output goes already, as `/dev/stdout` is.
    public let isStandardOutput: Bool
    /// Whether a file that is written and a folder that is made here are for their owner alone (modes 0600 and 0700).
    let isPrivate: Bool
    /// The folder of outputs that is marked when the file is written; nil for any other place.
    let marked: String?

    /// The places of a command's outputs, files not there yet among them.
    ///
    /// - Throws: `OutputError` when one cannot be written, is reserved, or is another.
    public static func all(
        _ paths: [String],
        in folder: Folder? = nil,
        reading reserved: ReservedPlaces
    ) throws(OutputError) -> [OutputPlace] {
        var places: [OutputPlace] = []
        for path in paths {
            let isInside = folder.map { path.hasPrefix($0.path + "/") } ?? false
            places.append(try OutputPlace(path, in: isInside ? folder : nil, reading: reserved))
        }
        for (number, place) in places.enumerated() {
            guard let other = places[..<number].first(where: { $0.isSame(as: place) }) else { continue }
            let detail = "is the same file as \(other.path), which is written too; name another file"
            throw OutputError(.isOutput, path: place.path, detail: detail)
        }
        return places
    }

    /// The place of one output; where it `isPrivate`, it and its folder, if that is made, are for this user only.
    ///
    /// - Throws: `OutputError` when it cannot be written, or is reserved.
    public init(
        _ path: String,
        in folder: Folder? = nil,
        reading reserved: ReservedPlaces = [],
        replacing replaced: Replaced = .anything,
        isPrivate: Bool = false
    ) throws(OutputError) {
        self.path = path
        self.isPrivate = isPrivate
        identity = FileStatus(path)
        isStandardOutput = identity != nil && identity == FileStatus(descriptor: 1)
        place = isStandardOutput ? path : try followedPath(path)
        comparable = comparablePath(place)
        if case .outputs? = folder?.use { marked = folder?.path } else { marked = nil }
        guard !isStandardOutput else { return }
        switch identity?.kind {
        case nil:
            guard !path.isEmpty, !path.hasSuffix("/") else { throw OutputPlace.refusal(path, "a folder") }
        case .regular:
            guard identity == FileStatus(place) else { throw OutputPlace.refusal(path, "a file without a name") }
        case let kind?: throw OutputPlace.refusal(path, "a \(kind.rawValue)")
        }
        if let obstacle = reserved.obstacle(to: path, comparable, identity) { throw obstacle }
        if let folder { try OutputPlace.check(path, in: folder) }
        if identity != nil { try check(replaced) }
        if identity != nil, unsafe access(place, W_OK) != 0 { throw OutputError(failure: path, "may not be written") }
        try checkFolder()
    }

    private func check(_ replaced: Replaced) throws(OutputError) {
        switch replaced {
        case .anything: return
        case .nothing(let next): throw OutputError(.exists, path: path, detail: "exists already; \(next)")
        case .only(let offset, let bytes):
            do throws(InputError) {
                var file = try InputFile(path: place, verbatim: true)
                let start = try file.peek(offset + bytes.count)
                if start.isEmpty || start.dropFirst(offset).elementsEqual(bytes) { return }
            } catch {
                // What cannot be read is not known to be ours.
            }
            let detail = "exists and was not written by assay; choose another --output"
            throw OutputError(.isForeign, path: path, detail: detail)
        }
    }

    /// Refuses a link on the way from an output folder to a file, and a folder that is not for outputs.
    private static func check(_ path: String, in folder: Folder) throws(OutputError) {
        var inner = path
        while inner.utf8.count > folder.path.utf8.count, inner.hasPrefix(folder.path) {
            guard FileStatus(inner, followingLinks: false)?.kind != .link else {
                let detail = "is a link inside the output folder \(folder.path), and those are not followed; remove it"
                throw OutputError(.notWritable, path: inner, detail: detail)
            }
            inner = splitPath(inner).folder
        }
        guard case .outputs(let isForced) = folder.use, !isForced, folder.isForeign else { return }
        let detail = "has files that assay did not write; name another folder, or write into it with --force"
        throw OutputError(.isForeign, path: folder.path, detail: detail)
    }

    /// Refuses a place whose folder, or the nearest one that is there, is not a folder or takes no files: what is written is
    /// made beside its place.
    private func checkFolder() throws(OutputError) {
        var folder = splitPath(place).folder
        while FileStatus(folder) == nil, folder != splitPath(folder).folder { folder = splitPath(folder).folder }
        guard FileStatus(folder)?.kind == .folder else {
            throw OutputError(.failed, path: path, detail: "not a folder: \(folder); name another")
        }
        guard unsafe access(folder, W_OK | X_OK) == 0 else {
            throw OutputError(failure: path, "cannot be made in \(folder)")
        }
    }

    private static func refusal(_ path: String, _ what: String) -> OutputError {
        OutputError(.notWritable, path: path, detail: "is \(what); name a regular file")
    }

    private func isSame(as other: OutputPlace) -> Bool {
        !isStandardOutput && !other.isStandardOutput
            && (comparable == other.comparable || identity != nil && identity == other.identity)
    }
}
