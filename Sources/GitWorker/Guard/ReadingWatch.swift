internal import Platform
internal import Synchronization
internal import WorkerProtocol

/// Ends this process when it works within one object for so long that it will never come out.
///
/// libgit2 has loops without an end, into which a damaged object can lead; a minute of processor time on each would be
/// dear. Time in which the process does not run, or waits for the disk, does not count.
final class ReadingWatch: Sendable {
    /// The one of this process.
    static let shared = ReadingWatch()

    private let objects = Atomic<Int>(0)
    private let isReading = Atomic<Bool>(false)

    private init() {}

    /// Begins to watch, on a thread of its own.
    func start() throws(WorkerFault) {
        _ = try WorkerThread { [self] in
            var (last, since) = (-1, clock())
            while true {
                usleep(250_000)
                let now = objects.load(ordering: .relaxed)
                if now != last || !isReading.load(ordering: .relaxed) { (last, since) = (now, clock()) }
                if (clock() - since) / CLOCKS_PER_SEC >= WorkerExit.standstillSeconds { _exit(WorkerExit.standstill) }
            }
        }
    }

    /// Objects are read from now on.
    func begin() {
        isReading.store(true, ordering: .relaxed)
    }

    func end() {
        isReading.store(false, ordering: .relaxed)
    }

    /// Notes that an object was read.
    func step() {
        objects.add(1, ordering: .relaxed)
    }
}
