#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A regular file, opened once and read forwards; gzip and zstd are decoded on the way.
///
/// What is opened is checked on the descriptor, so a directory, pipe or device put in the file's place is refused and
/// never waited for. Memory is bounded by one chunk on either side of the decoder, whatever the file holds.
public struct InputFile: ~Copyable {
    /// The path as given.
    public let path: String
    /// The size on disk in bytes.
    public let size: Int
    /// When its content was last changed, in nanoseconds since 1970; with path and size it tells a file that was seen
    /// before without reading it.
    public let modified: Int

    private let descriptor: CInt
    private let decodedLimit: Int
    /// Which compression the content has, by its first bytes; nil until they are looked at.
    private var known: Compression?
    /// What decodes it; nil where nothing is to be decoded.
    private var decoder: Decoder?
    private var decodedCount = 0
    private var ahead: [UInt8] = []
    private var raw: [UInt8] = []
    private var isReadOut = false
    private var atEnd = false
    private var watch: (([UInt8]) -> Void)?
    private var madeDigest: String?

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - decodedLimit: the most bytes that it may decode to; reading beyond throws `tooLarge`.
    ///   - verbatim: whether to give the bytes as they lie on disk, compressed or not.
    /// - Throws: `InputError` when it is missing, not a regular file or not readable.
    public init(path: String, decodedLimit: Int = 1 << 40, verbatim: Bool = false) throws(InputError) {
        // Without O_NONBLOCK, opening a pipe would wait for a writer for ever.
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw InputFile.openingError(path, errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            close(descriptor)
            throw InputError(.unreadable, path: path, detail: "cannot be examined (\(InputFile.text(of: errno)))")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            let kind = status.st_mode & S_IFMT == S_IFDIR ? "a directory" : "not a regular file"
            throw InputError(.notRegular, path: path, detail: "is \(kind); name a regular file")
        }
        self.path = path
        self.descriptor = descriptor
        self.decodedLimit = decodedLimit
        size = Int(status.st_size)
        #if os(Linux)
            modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
        #else
            modified = status.st_mtimespec.tv_sec * 1_000_000_000 + status.st_mtimespec.tv_nsec
        #endif
        known = verbatim ? Compression.none : nil
    }

    deinit {
        close(descriptor)
    }

    /// Shows all bytes of the file as they lie on disk, piece by piece as they are read from now on.
    public mutating func watch(_ see: @escaping ([UInt8]) -> Void) {
        watch = see
    }

    /// Reads on to the end of the file, for the one who watches; nothing more can be taken of it.
    ///
    /// - Throws: `InputError` when reading fails.
    public mutating func readOut() throws(InputError) {
        while !atEnd, !isReadOut, try !readRaw(InputFile.chunkSize).isEmpty {}
        atEnd = true
    }

    /// The first decoded bytes, without taking them: up to `count`, fewer only when the content is shorter.
    ///
    /// - Throws: `InputError` when reading or decoding fails.
    public mutating func peek(_ count: Int) throws(InputError) -> [UInt8] {
        while ahead.count < count, let more = try nextChunk() {
            if ahead.isEmpty { ahead = more } else { ahead += more }
        }
        return Array(ahead.prefix(count))
    }

    /// The next decoded bytes, a piece, or all of a file that was digested first; nil at the end.
    ///
    /// - Throws: `InputError` when reading or decoding fails, or the content passes its cap.
    public mutating func next() throws(InputError) -> [UInt8]? {
        if !ahead.isEmpty {
            defer { ahead = [] }
            return ahead
        }
        return try nextChunk()
    }

    /// All the bytes that remain, decoded.
    ///
    /// - Throws: `InputError` when reading or decoding fails, or there are more than `limit`.
    public mutating func readAll(limit: Int) throws(InputError) -> [UInt8] {
        var all: [UInt8] = []
        while let chunk = try next() {
            guard all.count + chunk.count <= limit else {
                throw InputError(
                    .tooLarge,
                    path: path,
                    detail: "holds more than \(limit) bytes of one document; split it"
                )
            }
            if all.isEmpty {
                all = chunk
                if decoder == nil, !isReadOut { all.reserveCapacity(min(size, limit) + 1) }
            } else {
                all += chunk
            }
        }
        return all
    }

    /// The digest of the file's bytes as they lie on disk.
    ///
    /// - Throws: `InputError` when reading fails.
    public mutating func digest() throws(InputError) -> String {
        var none: Group = [nil, nil, nil]
        return try digest(beside: &none)
    }

    /// Files that are digested side by side.
    public typealias Group = [3 of InputFile?]

    /// The digest of the file's bytes as they lie on disk, and those of others on the way.
    ///
    /// A file of moderate size from which nothing was taken is read here, once, and then decoded from memory; another
    /// is read twice.
    ///
    /// - Parameter others: files whose digests will be asked for after this one's: they are made along with it where
    ///   that is possible, which is faster than one after the other. Gone is one that cannot be read.
    /// - Returns: the digest.
    /// - Throws: `InputError` when reading this file fails.
    public mutating func digest(beside others: inout Group) throws(InputError) -> String {
        if let madeDigest { return madeDigest }
        guard canBeHeld() else { return try Digest.ofFile(path).digest }
        try hold()
        var texts = [raw]
        for place in others.indices {
            guard var other = others[place].take() else { continue }
            if other.canBeHeld() {
                do {
                    try other.hold()
                } catch {
                    // Whoever reads it next will meet the same, and tell.
                    continue
                }
                texts.append(other.raw)
            }
            others[place] = consume other
        }
        var digests = texts.map { text in
            var digest = Digest()
            digest.update(text)
            return digest
        }[...]
        let digest = digests.removeFirst().finish()
        for place in others.indices {
            guard var other = others[place].take() else { continue }
            if other.isReadOut, other.madeDigest == nil { other.madeDigest = digests.popFirst()?.finish() }
            others[place] = consume other
        }
        return digest
    }

    /// Whether it is read whole to be digested.
    private mutating func canBeHeld() -> Bool {
        guard raw.isEmpty, ahead.isEmpty, decodedCount == 0, size <= InputFile.wholeLimit else { return false }
        return size <= InputFile.chunkSize || compression() == .none
    }

    /// Which compression the content has; looks at its first bytes when nobody has yet, in those that were read.
    private mutating func compression() -> Compression {
        if let known { return known }
        var first = raw
        if raw.isEmpty {
            let descriptor = descriptor
            first = unsafe [UInt8](unsafeUninitializedCapacity: 4) { buffer, count in
                count = unsafe max(0, pread(descriptor, buffer.baseAddress, 4, 0))
            }
        }
        let found = Compression(first)
        known = found
        if found != .none { decoder = Decoder(found) }
        return found
    }

    /// Lets the disk bring the file while others are read; what is in memory stays as it is.
    public func expect() {
        #if os(Linux)
            _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_WILLNEED)
        #endif
    }

    private mutating func hold() throws(InputError) {
        raw = try readRaw(size + 1)
        while raw.count > size, case let more = try readRaw(InputFile.chunkSize), !more.isEmpty { raw += more }
        isReadOut = true
    }

    private static let chunkSize = 1 << 18
    /// The size up to which a plain file is read whole to be digested.
    private static let wholeLimit = 8 << 20

    private mutating func nextChunk() throws(InputError) -> [UInt8]? {
        while !atEnd {
            if raw.isEmpty {
                // A small file gets a small buffer: fresh pages cost more than the reading. One byte more finds its end.
                if !isReadOut { raw = try readRaw(min(InputFile.chunkSize, size + 1)) }
                if raw.isEmpty {
                    atEnd = true
                    guard decoder?.isComplete ?? true else {
                        throw InputError(
                            .damaged,
                            path: path,
                            detail: "its \(compression().rawValue) stream is cut short; fetch it again"
                        )
                    }
                    return nil
                }
            }
            let chunk: [UInt8]
            let compression = compression()
            if compression == .none {
                chunk = raw
                raw = []
            } else {
                guard let decoded = decoder?.decode(&raw, outputSize: InputFile.chunkSize) else {
                    throw InputError(
                        .damaged,
                        path: path,
                        detail: "its \(compression.rawValue) stream is damaged; fetch it again"
                    )
                }
                chunk = decoded
            }
            decodedCount += chunk.count
            guard decodedCount <= decodedLimit else {
                throw InputError(.tooLarge, path: path, detail: "decodes to more than \(decodedLimit) bytes; split it")
            }
            if !chunk.isEmpty { return chunk }
        }
        return nil
    }

    /// As many bytes as there are, up to a number.
    private func readRaw(_ capacity: Int) throws(InputError) -> [UInt8] {
        let descriptor = descriptor
        var failure: CInt = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            while count < capacity {
                let rest = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]
                )
                let got = unsafe read(descriptor, rest.baseAddress, rest.count)
                if got < 0 && errno == EINTR { continue }
                if got < 0 { failure = errno }
                if got <= 0 { break }
                count += got
            }
        }
        guard failure == 0 else {
            throw InputError(.unreadable, path: path, detail: "cannot be read (\(InputFile.text(of: failure)))")
        }
        if !bytes.isEmpty { watch?(bytes) }
        return bytes
    }

    private static func openingError(_ path: String, _ code: CInt) -> InputError {
        switch code {
        case ENOENT, ENOTDIR: InputError(.notFound, path: path, detail: "does not exist; check the name")
        case EACCES, EPERM: InputError(.denied, path: path, detail: "may not be read; check its permissions")
        default: InputError(.unreadable, path: path, detail: "cannot be opened (\(text(of: code)))")
        }
    }

    private static func text(of code: CInt) -> String {
        unsafe String(cString: strerror(code))
    }
}
