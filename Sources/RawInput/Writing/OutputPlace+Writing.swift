#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension OutputPlace {
    /// What writing a file came to.
    public enum Outcome: Hashable, Sendable {
        /// It holds just these bytes already and was left untouched.
        case unchanged
        /// It was written; so many other names (hard links) of the file that was there keep the old content.
        case written(otherNames: Int)
    }

    /// Puts bytes in the place: a file is either the old one or the whole new one, a device takes them.
    ///
    /// The new file is written beside its place, brought to disk and renamed, and its folder brought to disk.
    ///
    /// - Parameter bytes: all of it.
    /// - Returns: whether anything was written.
    /// - Throws: `OutputError` when the system refuses; the file there is as it was.
    @discardableResult
    public func replace(with bytes: [UInt8]) throws(OutputError) -> Outcome {
        switch through {
        case .standardOutput: try write(bytes, to: 1)
        case .device:
            let descriptor = unsafe open(place, O_WRONLY | O_NOCTTY | O_CLOEXEC)
            guard descriptor >= 0 else { throw OutputError(failure: path, "may not be written") }
            defer { close(descriptor) }
            try write(bytes, to: descriptor)
        case nil:
            guard !holds(bytes) else { return .unchanged }
            let draft = try FileDraft(for: self)
            try draft.write(bytes)
            try draft.publish()
        }
        return .written(otherNames: through == nil ? max(0, (identity?.names ?? 1) - 1) : 0)
    }

    private func write(_ bytes: [UInt8], to descriptor: CInt) throws(OutputError) {
        guard put(bytes, to: descriptor) else { throw OutputError(unwritten: path, bytes.count) }
    }

    /// Whether the file is there and holds just these bytes; read piece by piece, for a report may be large.
    private func holds(_ bytes: [UInt8]) -> Bool {
        guard identity != nil else { return false }
        do throws(InputError) {
            var file = try InputFile(path: place, verbatim: true)
            guard file.size == bytes.count else { return false }
            var rest = bytes[...]
            while let piece = try file.next() {
                guard rest.starts(with: piece) else { return false }
                rest = rest.dropFirst(piece.count)
            }
            return rest.isEmpty
        } catch {
            // What cannot be read is written anew.
            return false
        }
    }
}

extension OutputError {
    init(unwritten path: String, _ count: Int) {
        self.init(failure: path, "could not take its \(count) bytes")
    }
}
