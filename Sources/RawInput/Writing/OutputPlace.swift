#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Where an output goes: a file that is replaced as a whole, a device that is written through, or standard output.
///
/// A link is followed and stays. A folder, pipe, socket or disk is refused, and never waited for.
public struct OutputPlace: Sendable {
    /// The path as it was named.
    public let path: String
    /// The file that is written, links followed.
    let place: String
    /// The same for comparing it with others.
    private let comparable: String
    /// What is there already; nil for nothing.
    let identity: FileStatus?
    /// What is written through; nil for a file that is replaced.
    let through: Through?
    /// Whether a file that is written and a folder that is made here are for their owner alone (modes 0600 and 0700).
    let isPrivate: Bool

    enum Through {
        case device, standardOutput
    }

    /// Whether it is a file that is replaced as a whole.
    public var isFile: Bool { through == nil }

    /// Whether it is where standard output goes already, as `/dev/stdout` is.
    public var isStandardOutput: Bool { through == .standardOutput }

    /// The places of a command's outputs, none of which it may read: files, those not there yet among them, and folders.
    ///
    /// - Throws: `OutputError` when one cannot be written, is an input, lies in a folder that is read, or is another.
    public static func all(_ paths: [String], reading inputs: [String]) throws(OutputError) -> [OutputPlace] {
        var places: [OutputPlace] = []
        for path in paths { places.append(try OutputPlace(named: path, isPrivate: false)) }
        try refuse(places, among: inputs)
        for (number, place) in places.enumerated() {
            guard let other = places[..<number].first(where: { $0.isSame(as: place) }) else { continue }
            let detail = "is the same file as \(other.path), which is written too; name another file"
            throw OutputError(.isOutput, path: place.path, detail: detail)
        }
        return places
    }

    /// The place of one output of a command that reads some inputs; where it `isPrivate`, it and its folder, if that is made,
    /// are for nobody else.
    ///
    /// - Throws: `OutputError` when it cannot be written, is an input, or lies in a folder that is read.
    public init(_ path: String, reading inputs: [String], isPrivate: Bool = false) throws(OutputError) {
        try self.init(named: path, isPrivate: isPrivate)
        try OutputPlace.refuse([self], among: inputs)
    }

    private init(named path: String, isPrivate: Bool) throws(OutputError) {
        (self.path, self.isPrivate) = (path, isPrivate)
        identity = FileStatus(path)
        let isOutput = identity != nil && identity == FileStatus(descriptor: 1)
        through = identity?.kind == .device ? .device : isOutput ? .standardOutput : nil
        place = through == nil ? try followedPath(path) : path
        comparable = comparablePath(place)
        guard through == nil else { return }
        switch identity?.kind {
        case nil:
            guard !path.isEmpty, !path.hasSuffix("/") else { throw OutputPlace.refusal(path, "a folder") }
            try checkFolder()
        case .regular:
            guard identity == FileStatus(place) else { throw OutputPlace.refusal(path, "a file without a name") }
            guard unsafe access(place, W_OK) == 0 else { throw OutputError(failure: path, "may not be written") }
            try checkFolder()
        case let kind?: throw OutputPlace.refusal(path, "a \(kind.rawValue)")
        }
    }

    /// Refuses a place whose folder, or the nearest one that is there, is no folder or takes no files: what is written is
    /// made beside its place.
    private func checkFolder() throws(OutputError) {
        var folder = splitPath(place).folder
        while FileStatus(folder) == nil, folder != splitPath(folder).folder { folder = splitPath(folder).folder }
        guard FileStatus(folder)?.kind == .folder else {
            throw OutputError(.failed, path: path, detail: "lies in \(folder), which is no folder; name another")
        }
        guard unsafe access(folder, W_OK | X_OK) == 0 else {
            throw OutputError(failure: path, "cannot be made in \(folder)")
        }
    }

    private static func refusal(_ path: String, _ what: String) -> OutputError {
        OutputError(.notWritable, path: path, detail: "is \(what); name a regular file")
    }

    private static func refuse(_ places: [OutputPlace], among inputs: [String]) throws(OutputError) {
        for input in inputs {
            let identity = FileStatus(input)
            let isFolder = identity?.kind == .folder
            // What exists is known by its identity; only what does not yet, or holds others, by its path.
            let path = identity == nil || isFolder ? comparablePath(input) : nil
            for output in places where output.through == nil {
                if output.comparable == path || identity != nil && identity == output.identity {
                    let detail = "is \(input), which this command uses; name another file"
                    throw OutputError(.isInput, path: output.path, detail: detail)
                }
                if isFolder, let path, output.comparable.hasPrefix(path == "/" ? path : path + "/") {
                    let detail = "lies in \(input), which this command reads; name a file elsewhere"
                    throw OutputError(.isInput, path: output.path, detail: detail)
                }
            }
        }
    }

    private func isSame(as other: OutputPlace) -> Bool {
        through == nil && other.through == nil
            && (comparable == other.comparable || identity != nil && identity == other.identity)
    }
}
