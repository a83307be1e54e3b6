internal import Platform

/// A regular file, opened once and read forwards; gzip and zstd are decoded on the way, and UTF-16 becomes UTF-8.
///
/// What is opened is checked on the descriptor, so a directory, pipe or device put in the file's place is refused and
/// never waited for. Memory is bounded by one chunk on either side of the decoder, whatever the file holds. The digest is
/// made of the bytes as they are read: it is that of what was given out, whatever becomes of the file meanwhile.
public struct InputFile: ~Copyable {
    /// The path as given.
    public let path: String
    /// What it was when it was opened.
    public let status: FileStatus
    /// Identifies the file and its state without reading it; nil where it changed just before it was opened.
    public let identity: FileIdentity?

    private let descriptor: CInt
    private let decodedLimit: Int
    private let isVerbatim: Bool
    /// Nil until the first bytes are read, which show the compression.
    private var decoder: Decoder?
    /// Of content that begins as UTF-16 does.
    private var text: UTF16Decoder?
    private var decodedCount = 0
    /// Of an archived answer that is not verified yet.
    private var answer: AnswerDigest?
    private var ahead: [UInt8] = []
    private var raw: [UInt8] = []
    private var isReadOut = false
    private var content = Digest()

    /// Opens a file that decodes to so many bytes at most; verbatim, its bytes are given as they lie on disk.
    ///
    /// - Throws: `InputError` when it is missing, not a regular file or not readable.
    public init(path: String, decodedLimit: Int = 1 << 40, verbatim: Bool = false) throws(InputError) {
        // Without O_NONBLOCK, opening a pipe would wait for a writer for ever.
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw InputFile.openingError(path, errno) }
        guard let status = FileStatus(descriptor: descriptor) else {
            close(descriptor)
            throw InputError(.unreadable, path: path, detail: "cannot be examined (\(systemError()))")
        }
        guard status.kind == .regular else {
            close(descriptor)
            let kind = status.kind == .folder ? "a directory" : "not a regular file"
            throw InputError(.notRegular, path: path, detail: "is \(kind); name a regular file")
        }
        self.path = path
        self.descriptor = descriptor
        self.decodedLimit = decodedLimit
        self.status = status
        identity = status.identity
        isVerbatim = verbatim
        answer = verbatim ? nil : AnswerDigest(path: path)
    }

    deinit {
        close(descriptor)
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

    /// The next decoded bytes, a piece; nil at the end.
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
                let detail = "has more than \(limit < 1 << 20 ? "\(limit) bytes" : "\(limit >> 20) MiB"); split it"
                throw InputError(.tooLarge, path: path, detail: detail)
            }
            if all.isEmpty { all = chunk } else { all += chunk }
        }
        return all
    }

    /// Goes back to the first byte, to give all of them out once more; the digest is that of this second time.
    ///
    /// - Throws: `InputError` when that cannot be done.
    public mutating func rewind() throws(InputError) {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw InputError(.unreadable, path: path, detail: "cannot be read again (\(systemError()))")
        }
        decoder = nil
        text = nil
        decodedCount = 0
        answer = isVerbatim ? nil : AnswerDigest(path: path)
        ahead = []
        raw = []
        isReadOut = false
        content = Digest()
    }

    /// The digest of all bytes of the file as they lie on disk: of those that were given out, and of the rest, which is
    /// read now and gone.
    ///
    /// - Throws: `InputError` when reading fails.
    public mutating func digest() throws(InputError) -> String {
        // Who reads an archived answer need not read all of it.
        if answer != nil { while try nextChunk() != nil {} }
        while try readRaw() {}
        return content.finish()
    }

    /// The digest that the file's bytes have now; nothing is taken.
    ///
    /// Who gives out something of the file afterwards compares this with `digest()`, for the file may change in between.
    ///
    /// - Throws: `InputError` when reading fails.
    public func digestAhead() throws(InputError) -> String {
        var digest = Digest()
        var offset = 0
        while case let bytes = try bytes(at: offset, InputFile.chunkSize), !bytes.isEmpty {
            digest.update(bytes)
            offset += bytes.count
        }
        return digest.finish()
    }

    /// The last bytes of the file as they lie on disk, at most `count`, without taking them; nil where they are compressed or
    /// no UTF-8.
    ///
    /// - Throws: `InputError` when reading fails.
    public mutating func lastBytes(_ count: Int) throws(InputError) -> [UInt8]? {
        _ = try peek(1)
        guard decoder?.compression == Compression.none, text == nil else { return nil }
        return try bytes(at: max(0, status.size - count), count)
    }

    private static let chunkSize = 1 << 18

    private mutating func nextChunk() throws(InputError) -> [UInt8]? {
        do throws(InputError) {
            let chunk = try decodedChunk()
            if chunk == nil { answer = nil }
            return chunk
        } catch {
            // What is refused once is not read again.
            answer = nil
            throw error
        }
    }

    private mutating func decodedChunk() throws(InputError) -> [UInt8]? {
        while true {
            if raw.isEmpty, try !readRaw() {
                guard decoder?.isComplete ?? true else { throw damaged("cut short") }
                guard text?.isComplete ?? true else { throw damagedText }
                try answer?.check(path)
                return nil
            }
            if decoder == nil { decoder = Decoder(isVerbatim ? .none : Compression(raw)) }
            guard var chunk = decoder?.decode(&raw, outputSize: InputFile.chunkSize) else { throw damaged("damaged") }
            answer?.update(chunk)
            if decodedCount == 0, !isVerbatim { text = UTF16Decoder(chunk) }
            if text != nil {
                guard let plain = text?.decode(chunk) else { throw damagedText }
                chunk = plain
            }
            decodedCount += chunk.count
            guard decodedCount <= decodedLimit else {
                throw InputError(.tooLarge, path: path, detail: "decodes to more than \(decodedLimit) bytes; split it")
            }
            if !chunk.isEmpty { return chunk }
        }
    }

    private mutating func damaged(_ how: String) -> InputError {
        let name = decoder?.compression.rawValue ?? ""
        return InputError(.damaged, path: path, detail: "its \(name) stream is \(how); fetch it again")
    }

    private var damagedText: InputError {
        InputError(.damagedText, path: path, detail: "its UTF-16 is cut short or damaged; save it again as CSV UTF-8")
    }

    private mutating func readRaw() throws(InputError) -> Bool {
        guard !isReadOut else { return false }
        // A small file gets a small buffer: fresh pages cost more than the reading. One byte more finds its end.
        raw = try bytes(at: nil, min(InputFile.chunkSize, status.size + 1))
        isReadOut = raw.isEmpty
        content.update(raw)
        return !isReadOut
    }

    /// As many bytes as there are, up to a number: those that follow, or those at a place.
    private func bytes(at offset: Int?, _ capacity: Int) throws(InputError) -> [UInt8] {
        let (bytes, failure) = readBytes(of: descriptor, at: offset, capacity)
        guard failure == 0 else {
            throw InputError(.unreadable, path: path, detail: "cannot be read (\(systemError(failure)))")
        }
        return bytes
    }

    private static func openingError(_ path: String, _ code: CInt) -> InputError {
        switch code {
        case ENOENT, ENOTDIR: InputError(.notFound, path: path, detail: "file not found")
        case EACCES, EPERM: InputError(.denied, path: path, detail: "may not be read; check its permissions")
        default: InputError(.unreadable, path: path, detail: "cannot be opened (\(systemError(code)))")
        }
    }
}

/// Reads as many bytes of an open file as there are, up to a number: those that follow, or those at a place.
///
/// - Returns: the bytes, and the code of the error that came behind them; 0 for none.
public func readBytes(of descriptor: CInt, at offset: Int?, _ capacity: Int) -> (bytes: [UInt8], failure: CInt) {
    var failure: CInt = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        while count < capacity {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
            let got =
                if let offset {
                    unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + count))
                } else {
                    unsafe read(descriptor, rest.baseAddress, rest.count)
                }
            if got < 0 && errno == EINTR { continue }
            if got < 0 { failure = errno }
            if got <= 0 { break }
            count += got
        }
    }
    return (bytes, failure)
}

extension Digest {
    /// The digest of a file's bytes as they lie on disk, compressed or not.
    ///
    /// - Throws: `InputError` as opening and reading do.
    public static func ofFile(_ path: String) throws(InputError) -> (digest: String, size: Int) {
        var file = try InputFile(path: path, verbatim: true)
        return (try file.digest(), file.status.size)
    }
}
