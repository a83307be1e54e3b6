/// Inputs that were loaded and hold as they were: by digest and context, and by what identifies their files without
/// reading them.
public struct LoadedInputs: Sendable {
    private var contents: Set<[String]> = []
    private var files: [Int64: [InputDescriptor]] = [:]
    private var sizes: Set<Int> = []
    /// The newest load of all when they were read.
    public internal(set) var lastLoad = 0

    /// None yet.
    public init() {}

    /// Adds an input.
    public mutating func insert(_ input: InputDescriptor) {
        insert(digest: input.digest, context: input.context)
        if let identity = input.identity { files[identity, default: []].append(input) }
        sizes.insert(input.size)
    }

    /// Adds what an input says, whichever file says it.
    public mutating func insert(digest: String, context: String) {
        contents.insert([digest, context])
    }

    /// Whether an input was loaded.
    public func contains(digest: String, context: String) -> Bool {
        contents.contains([digest, context])
    }

    /// What was loaded of the file that is just as it was then.
    public func inputs(ofFile identity: Int64) -> [InputDescriptor] { files[identity] ?? [] }

    /// Whether an input of so many bytes was loaded: if not, no file of that size needs its digest to be known as new.
    public func containsSize(_ size: Int) -> Bool { sizes.contains(size) }
}
