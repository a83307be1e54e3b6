internal import RawInput

/// A file to be written: it is either the old one or the whole new one, and never what the same command reads.
public struct OutputFile: Sendable {
    private let place: OutputPlace

    /// A file that can be written and is none of `inputs`, the files and folders that the command reads; for its owner
    /// alone if it `isPrivate`.
    ///
    /// - Throws: `OutputError` when it cannot be written, is an input, or lies in a folder that is read.
    public init(_ path: String, reading inputs: [String], isPrivate: Bool = false) throws {
        place = try OutputPlace(path, reading: inputs, isPrivate: isPrivate)
    }

    /// Refuses a place for a store that is a device, or none for any output.
    static func refuse(asStore path: String, reading inputs: [String]) throws {
        guard try !OutputPlace(path, reading: inputs).isFile else { return }
        throw OperationError(.usage, "output-not-a-file", place: path, "is a device; name a regular file")
    }

    /// Whether it is where standard output goes already.
    var isStandardOutput: Bool { place.isStandardOutput }

    /// Replaces the content; a file that holds just these bytes is left untouched, and other names of it are reported.
    ///
    /// - Throws: `OutputError` naming the file when it cannot be written.
    public func replace(with bytes: [UInt8], tell: DiagnosticSink) throws {
        guard case .written(let others) = try place.replace(with: bytes), others > 0 else { return }
        let what = "was replaced under this name; its other names (hard links: \(others)) keep the old content"
        tell(Diagnostic(.note, "other-names", place: place.path, what))
    }
}

/// The bytes of a regular file of at most 64 MiB.
///
/// - Throws: `InputError` when it cannot be read.
public func contents(ofFile path: String) throws -> [UInt8] {
    var file = try InputFile(path: path, verbatim: true)
    return try file.readAll(limit: 64 << 20)
}

/// The bytes of a file that says what is to be done, such as the definition of a pipeline: to name one that is not there is wrong
/// usage.
///
/// - Throws: `InputError` when it cannot be read, `OperationError` when it is not there.
public func instructions(ofFile path: String) throws -> [UInt8] {
    do {
        return try contents(ofFile: path)
    } catch let error as InputError where error.reason == .notFound {
        throw OperationError(.usage, OperationError(error).diagnostic)
    }
}

/// The digest of bytes, as inputs and outputs are recorded: `sha256:` and 64 hexadecimal digits.
public func contentDigest(of bytes: [UInt8]) -> String {
    var digest = Digest()
    digest.update(bytes)
    return Digest.name + ":" + digest.finish()
}

/// The digest of the bytes of a regular file of any size, as inputs and outputs are recorded; nil when it cannot be read.
public func contentDigest(ofFile path: String) -> String? {
    do {
        return Digest.name + ":" + (try Digest.ofFile(path).digest)
    } catch {
        return nil
    }
}
