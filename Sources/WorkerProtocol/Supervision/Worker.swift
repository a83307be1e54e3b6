#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A worker program: what it reads may harm it, but never the process that asks.
///
/// It is started with an empty environment, no input or output but one socket, and a process
/// group of its own. If it dies, stalls or says less than all, the answer is a fault and never a smaller count.
public struct Worker: Sendable {
    /// The worker's file.
    public let program: String

    /// The worker in a file.
    init(program: String) {
        self.program = program
    }

    /// The worker of this name: beside the real file of the running program, else in `../libexec/assay` from there.
    ///
    /// - Throws: `WorkerFault` when it is in neither place; PATH is never searched.
    public init(named name: String) throws(WorkerFault) {
        let folder = try Worker.programFolder()
        let places = [folder + "/" + name, folder + "/../libexec/assay/" + name]
        guard let program = places.first(where: { unsafe access($0, X_OK) == 0 }) else {
            throw WorkerFault(.noWorker, "`\(name)` is not in \(folder) nor in ../libexec/assay; install it there")
        }
        self.init(program: program)
    }

    /// Asks for one history and hands over what comes before its summary.
    ///
    /// - Parameters:
    ///   - request: what is asked.
    ///   - limits: what the worker may use.
    ///   - take: takes developers and commits as they come; they are void if an error follows.
    /// - Returns: the summary, which agrees with what was handed over.
    /// - Throws: `WorkerFault` for every other end, and what `take` throws.
    public func ask(
        _ request: HistoryRequest,
        limits: WorkerLimits,
        take: (HistoryMessage) throws -> Void
    ) throws -> HistorySummary {
        var session = WorkerSession(self, reading: [request.path], limits: limits)
        return try session.ask(request, take: take)
    }

    /// The folder of the running program's real file.
    private static func programFolder() throws(WorkerFault) -> String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        #if os(Linux)
            let length = unsafe readlink("/proc/self/exe", &path, path.count - 1)
        #else
            var size = UInt32(path.count)
            var raw = path
            let length = unsafe _NSGetExecutablePath(&raw, &size) == 0 && realpath(raw, &path) != nil ? 1 : -1
        #endif
        guard length > 0 else { throw WorkerFault(.noWorker, "the place of the running program is not known") }
        let bytes = path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let cut = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
        return String(decoding: bytes[..<cut], as: UTF8.self)
    }
}
