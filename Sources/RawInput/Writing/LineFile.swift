internal import Platform

/// This is the only place that appends to a file: one write with `O_APPEND` under the file's lock.
///
/// A line is there as a whole or not at all, also while others append: what a process that was killed left of a line goes before
/// the next one comes.
public struct LineFile: Sendable {
    /// What makes a line without its end a whole one: a person's editor may have left it so.
    public enum Form: Sendable {
        /// Its braces are closed.
        case json
        /// Nothing does.
        case text
    }

    /// The file, made by the first line.
    public let path: String
    private let form: Form
    private let isPrivate: Bool

    /// How many seconds to wait for others who append or read.
    private static let wait = 60.0
    private static let limit = 1 << 30

    /// A file of lines; with its folder for its owner alone if it `isPrivate`.
    public init(_ path: String, form: Form = .json, isPrivate: Bool = false) {
        self.path = path
        self.form = form
        self.isPrivate = isPrivate
    }

    /// Its whole lines without their ends; none where there is no file.
    ///
    /// - Throws: `InputError` or `OutputError` when it is there and cannot be read.
    public func lines() throws -> [ArraySlice<UInt8>] {
        guard FileStatus(path) != nil else { return [] }
        let lock = try FileLock(path, .shared, wait: LineFile.wait)
        let lines = try read(path)
        _ = consume lock
        return lines
    }

    /// Puts lines behind those that are there.
    ///
    /// - Throws: `OutputError` when it cannot be written; then it is as it was.
    public func append(_ lines: [[UInt8]]) throws {
        guard !lines.isEmpty else { return }
        try withFile { place, descriptor in try write(lines, to: place, descriptor) }
    }

    /// Puts lines that depend on those that are there behind them; no other process appends in between.
    ///
    /// - Returns: all lines.
    /// - Throws: `InputError` or `OutputError` when it cannot be read or written, and what `make` throws; then it is as it was.
    public func append(_ make: (_ lines: [ArraySlice<UInt8>]) throws -> [[UInt8]]) throws -> [ArraySlice<UInt8>] {
        try withFile { place, descriptor in
            let known = try read(place.place)
            let new = try make(known)
            if !new.isEmpty { try write(new, to: place, descriptor) }
            return known + new.map { $0[...] }
        }
    }

    /// Works on the open file while this process alone has it.
    private func withFile<Value>(_ work: (OutputPlace, CInt) throws -> Value) throws -> Value {
        let place = try OutputPlace(path, reading: [], isPrivate: isPrivate)
        guard !place.isStandardOutput else {
            throw OutputError(.notWritable, path: path, detail: "is a device; name a regular file")
        }
        let folder = splitPath(place.place).folder
        try makeFolder(folder, for: path, isPrivate: isPrivate)
        let flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        for _ in 0..<100 {
            let descriptor = unsafe open(place.place, flags, isPrivate ? 0o600 : 0o666)
            guard descriptor >= 0 else { throw OutputError(failure: path, "could not be opened") }
            defer { close(descriptor) }
            guard FileStatus(descriptor: descriptor)?.kind == .regular,
                FileLock.take(descriptor, .exclusive, wait: LineFile.wait)
            else {
                throw OutputError(.busy, path: path, detail: "is written to by another process; run the command again")
            }
            // Before the lock was had, another file may have got its name.
            guard FileStatus(place.place) == FileStatus(descriptor: descriptor) else { continue }
            defer { flock(descriptor, LOCK_UN) }
            if place.identity == nil { try syncFolder(folder, for: path) }
            return try work(place, descriptor)
        }
        throw OutputError(.busy, path: path, detail: "is replaced again and again; run the command again")
    }

    private func write(_ lines: [[UInt8]], to place: OutputPlace, _ descriptor: CInt) throws {
        var size = lseek(descriptor, 0, SEEK_END)
        var last: UInt8 = 10
        if size > 0, unsafe pread(descriptor, &last, 1, size - 1) == 1, last != 10 {
            // A half line goes, and a whole one gets its end.
            let bytes = try bytes(of: place.place)
            let rest = bytes.suffix(while: { $0 != 10 })
            size = off_t(bytes.count - (isWhole(rest) ? 0 : rest.count))
            guard ftruncate(descriptor, size) == 0 else { throw OutputError(failure: path, "could not be written") }
            last = isWhole(rest) ? last : 10
        }
        let new: [UInt8] = (last == 10 ? [] : [10]) + lines.flatMap { $0 + [10] }
        guard put(new, to: descriptor), fsync(descriptor) == 0 else {
            let code = errno
            // What a full disk took of them is not a line.
            ftruncate(descriptor, size)
            throw OutputError(failure: path, "could not take its \(new.count) bytes", code: code)
        }
    }

    private func read(_ path: String) throws -> [ArraySlice<UInt8>] {
        let bytes = try bytes(of: path)
        let rest = bytes.suffix(while: { $0 != 10 })
        return (isWhole(rest) ? bytes[...] : bytes.dropLast(rest.count)).split(separator: 10)
    }

    private func bytes(of path: String) throws -> [UInt8] {
        var file = try InputFile(path: path, verbatim: true)
        return try file.readAll(limit: LineFile.limit)
    }

    /// Whether a line without its end is all that it was to be.
    private func isWhole(_ line: ArraySlice<UInt8>) -> Bool {
        guard form == .json, line.first == UInt8(ascii: "{") else { return false }
        var (depth, isText, isEscaped) = (0, false, false)
        for (place, byte) in zip(line.indices, line) {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isText
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: "{") where !isText: depth += 1
            case UInt8(ascii: "}") where !isText:
                depth -= 1
                if depth == 0 { return place == line.index(before: line.endIndex) }
            default: break
            }
        }
        return false
    }
}

extension Array {
    /// The longest end whose elements all satisfy something.
    fileprivate func suffix(while isWanted: (Element) -> Bool) -> ArraySlice<Element> {
        self[(lastIndex { !isWanted($0) }.map { $0 + 1 } ?? 0)...]
    }
}
