internal import Platform

/// What a worker may use; beyond, it ends, and what it was asked about is unreadable for that reason.
public struct WorkerLimits: Codable, Hashable, Sendable {
    /// Processor time in seconds of all its threads together, in the life of its process.
    public var processorSeconds = 60
    /// Time by the clock in seconds: of a reading worker from a question to the last word of its answer, of a mirroring
    /// one in all, of a fetching one between two words.
    public var wallSeconds = 120
    /// Memory of its own in bytes; files that it only maps are not counted, the system can drop their pages.
    public var memory = 512 << 20
    /// The length of the longest file that it may write, in bytes, and of all that it adds to a mirror.
    public var fileBytes = 0

    /// The limits that hold unless others are asked for.
    public init() {}

    /// Puts this process under the limits for good, before it opens anything foreign; the wall clock is the parent's to
    /// watch.
    public func apply() throws(WorkerFault) {
        // What a careless parent left open is not for this process.
        #if os(Linux)
            closefrom(3)
        #else
            for descriptor in 3..<min(getdtablesize(), 256) { close(descriptor) }
        #endif
        // RLIMIT_AS would count the packs, which are mapped and may be larger than all memory.
        let bounds = [
            (RLIMIT_CPU, processorSeconds), (RLIMIT_DATA, memory), (RLIMIT_FSIZE, fileBytes), (RLIMIT_CORE, 0),
        ]
        for (resource, bound) in bounds {
            // A second above the bound is left, so that the signal shows that it was the processor time.
            let hard = resource == RLIMIT_CPU ? bound + 1 : bound
            var limit = rlimit(rlim_cur: rlim_t(clamping: bound), rlim_max: rlim_t(clamping: hard))
            #if os(Linux)
                let status = unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
            #else
                let status = unsafe setrlimit(resource, &limit)
            #endif
            guard status == 0 else {
                throw WorkerFault(.unreadable, "the system refused a limit on the worker (errno \(errno))")
            }
        }
    }
}
