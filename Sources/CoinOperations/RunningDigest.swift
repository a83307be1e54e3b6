internal import Dispatch
internal import RawInput
internal import Synchronization

/// A digest that is made on a thread of its own while the one who reads the bytes goes on, some pieces behind.
final class RunningDigest: Sendable {
    private let digest = Mutex(Digest())
    private let queue = DispatchQueue(label: "digest")
    /// The pieces that may wait: more would only take memory.
    private let room = DispatchSemaphore(value: 4)

    /// Takes further bytes.
    func take(_ bytes: [UInt8]) {
        room.wait()
        queue.async {
            self.digest.withLock { $0.update(bytes) }
            self.room.signal()
        }
    }

    /// The digest of all bytes so far.
    func finish() -> String {
        queue.sync { digest.withLock { $0.finish() } }
    }
}
