import CoinModel
import CoinOperations
import Foundation
import Synchronization

/// What the system has to give before a command begins: open files, memory and threads.
///
/// With less of it a command ends with a message and 1, before it does anything. Where memory is limited, one that needs more
/// than the limit on its way ends so too.
enum SystemLimits {
    /// The files that a command has open at once, with those that the system's own libraries need.
    private static let fewestFiles = 20
    /// The bytes that a command takes beside the stacks of its threads.
    private static let fewestBytes = 64 << 20
    private static let stackBytes = 8 << 20
    /// The threads that run at once: each core may compute and read, and few others wait.
    private static var fewestThreads: Int { 2 * max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) + 4 }

    /// Ends the process where there is too little of something.
    static func check() {
        guard hasFiles(fewestFiles) else {
            let limit = limit(of: RLIMIT_NOFILE).map { ": \($0) at once" } ?? ""
            let next = "allow more with `ulimit -n 256`"
            end("file-limit", "too few files may be open\(limit), and \(fewestFiles) more are needed; \(next)")
        }
        let memory = [RLIMIT_AS, RLIMIT_DATA].compactMap(limit).min()
        if let memory {
            let size = "the limit of \(memory >> 20) MiB"
            let next = "allow more with `ulimit -v` and `ulimit -d`"
            shareOneArena()
            let shortage = Diagnostic(.error, "memory-limit", "the command needs more memory than \(size); \(next)")
            explainCrashes(shortage)
            let needed = fewestBytes + fewestThreads * stackBytes
            let place = mmap(nil, needed, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
            guard place != MAP_FAILED else { end(shortage) }
            munmap(place, needed)
        }
        guard hasThreads(fewestThreads) else {
            let next = "allow more with `ulimit -u 256`, or end other programs"
            end("process-limit", "the system starts too few threads, \(fewestThreads) are needed; \(next)")
        }
    }

    private static func end(_ identifier: String, _ message: String) -> Never {
        end(Diagnostic(.error, identifier, message))
    }

    private static func end(_ diagnostic: Diagnostic) -> Never {
        Console.report(diagnostic)
        Console.end(.failed)
    }

    #if canImport(Glibc)
        private typealias Resource = __rlimit_resource
    #else
        private typealias Resource = Int32
    #endif

    /// A limit that is set; nil for none.
    private static func limit(of resource: Resource) -> Int? {
        var limit = rlimit()
        #if canImport(Glibc)
            let status = getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
        #else
            let status = getrlimit(resource, &limit)
        #endif
        guard status == 0, limit.rlim_cur <= UInt64(Int.max) else { return nil }
        return Int(limit.rlim_cur)
    }

    private static func hasFiles(_ count: Int) -> Bool {
        let files = (0..<count).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
        defer { for file in files where file >= 0 { close(file) } }
        return files.allSatisfy { $0 >= 0 }
    }

    private static let gate = Mutex(())
    private static let started = Mutex<[pthread_t]>([])

    /// Whether so many threads can be at once; each waits until the last one is there.
    private static func hasThreads(_ count: Int) -> Bool {
        let threads = gate.withLock { _ in
            (0..<count).compactMap { _ -> pthread_t? in
                var thread = pthread_t()
                let status = pthread_create(&thread, nil, { _ in SystemLimits.gate.withLock { _ in nil } }, nil)
                return status == 0 ? thread : nil
            }
        }
        started.withLock { $0 = threads }
        return threads.count == count
    }

    /// Waits until the threads of the check are gone: they end while the command line is read.
    static func endCheck() {
        for thread in started.withLock({ $0 }) { pthread_join(thread, nil) }
    }

    /// Has all threads take memory from one place: else the system sets memory aside for each, which it does not use.
    private static func shareOneArena() {
        // No module has the header of GNU's `mallopt`; its option M_ARENA_MAX is -8.
        guard let symbol = dlsym(nil, "mallopt") else { return }
        _ = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)(-8, 1)
    }

    /// What a handler of signals writes: set once, on the first thread, before any handler or thread is there.
    nonisolated(unsafe) private static var shortage: [UInt8] = []

    /// Has the process say what it lacks where it would crash: where memory is limited, all that is not given ends so.
    private static func explainCrashes(_ diagnostic: Diagnostic) {
        shortage = Array((Console.line(of: diagnostic) + "\n").utf8)
        for number in [SIGABRT, SIGBUS, SIGILL, SIGSEGV, SIGTRAP] {
            signal(number) { _ in
                SystemLimits.shortage.withUnsafeBufferPointer { _ = write(2, $0.baseAddress, $0.count) }
                _exit(ExitStatus.failed.rawValue)
            }
        }
    }
}
