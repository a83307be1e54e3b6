internal import RawInput

/// A file to be written: it is either the old one or the whole new one, and never what the same command reads.
public struct OutputFile: Sendable {
    private let place: OutputPlace

    /// The files that a command writes, checked before it works against the files and folders that it reads.
    ///
    /// - Throws: `OperationError` when one cannot be written, is an input, lies in a folder that is read, or is another.
    public static func all(_ paths: [String], reading inputs: [String]) throws -> [OutputFile] {
        do {
            return try OutputPlace.all(paths, reading: inputs).map(OutputFile.init(place:))
        } catch {
            throw OperationError(error)
        }
    }

    /// One file.
    ///
    /// - Throws: `OperationError` when it cannot be written, is an input, or lies in a folder that is read.
    public init(_ path: String, reading inputs: [String]) throws {
        do {
            place = try OutputPlace(path, reading: inputs)
        } catch {
            throw OperationError(error)
        }
    }

    private init(place: OutputPlace) {
        self.place = place
    }

    /// Refuses a place for a store that is a device, or none for any output.
    ///
    /// - Throws: `OperationError` as for other outputs.
    static func refuse(asStore path: String, reading inputs: [String]) throws {
        guard try !OutputFile(path, reading: inputs).place.isFile else { return }
        throw OperationError(.usage, "output-not-a-file", place: path, "is a device; name a regular file")
    }

    /// Whether it is where standard output goes already.
    var isStandardOutput: Bool { place.isStandardOutput }

    /// Puts bytes in its place; a file that holds just these bytes is left untouched.
    ///
    /// - Throws: `OperationError` naming the file when it cannot be written.
    public func replace(with bytes: [UInt8], tell: DiagnosticSink) throws {
        do {
            guard case .written(let others) = try place.replace(with: bytes), others > 0 else { return }
            let what = "was replaced under this name; its other names (hard links: \(others)) keep the old content"
            tell(Diagnostic(.note, "other-names", place: place.path, what))
        } catch {
            throw OperationError(error)
        }
    }
}
