/// Inputs that were loaded and hold as they were: by digest and context, and by what identifies their files without
/// reading them.
///
/// This is the only place where it is decided whether a file says what the store has of it already. It does while its
/// content was loaded and no later load has replaced anything of it, whatever names both had; a load that did counts
/// only where no other file to load now has what was in it.
public struct LoadedInputs: Sendable {
    /// For each load that replaced something of an input, the files to load now that have what was in that load.
    typealias Rivals = [Set<String>]

    private var contents: Set<[String]> = []
    /// The contents of which something was replaced.
    private var replaced: [[String]: [Rivals]] = [:]
    private var files: [Int64: [(input: InputDescriptor, rivals: Rivals)]] = [:]
    private var sizes: Set<Int> = []
    /// The newest load of all when they were read.
    public internal(set) var lastLoad = 0

    /// None yet.
    public init() {}

    /// Adds an input of which some loads have replaced something.
    mutating func insert(_ input: InputDescriptor, replacedWith rivals: Rivals) {
        // Nothing that is loaded now has it.
        guard rivals.allSatisfy({ !$0.isEmpty }) else { return }
        if rivals.isEmpty {
            insert(digest: input.digest, context: input.context)
        } else {
            replaced[[input.digest, input.context], default: []].append(rivals)
        }
        if let identity = input.identity { files[identity, default: []].append((input, rivals)) }
        sizes.insert(input.size)
    }

    /// Adds what an input says, whichever file says it.
    public mutating func insert(digest: String, context: String) {
        contents.insert([digest, context])
    }

    /// Whether the content of the file at a path was loaded and holds.
    public func contains(digest: String, context: String, at path: String) -> Bool {
        if contents.contains([digest, context]) { return true }
        return replaced[[digest, context], default: []].contains { LoadedInputs.holds(path, beside: $0) }
    }

    /// What was loaded of the file at a path that is just as it was then.
    public func inputs(ofFile identity: Int64, at path: String) -> [InputDescriptor] {
        files[identity, default: []].filter { LoadedInputs.holds(path, beside: $0.rivals) }.map(\.input)
    }

    private static func holds(_ path: String, beside rivals: Rivals) -> Bool {
        rivals.allSatisfy { !$0.subtracting([path]).isEmpty }
    }

    /// Whether an input of so many bytes was loaded: if not, no file of that size needs its digest to be known as new.
    public func containsSize(_ size: Int) -> Bool { sizes.contains(size) }
}
