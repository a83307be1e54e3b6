internal import RawInput

/// The bytes of a regular file of at most 64 MiB.
///
/// - Throws: `InputError` when it cannot be read.
public func contents(ofFile path: String) throws -> [UInt8] {
    var file = try InputFile(path: path, verbatim: true)
    return try file.readAll(limit: 64 << 20)
}

/// The digest of bytes, as inputs and outputs are recorded: `sha256:` and 64 hexadecimal digits.
public func contentDigest(of bytes: [UInt8]) -> String {
    var digest = Digest()
    digest.update(bytes)
    return Digest.name + ":" + digest.finish()
}

/// The digest of the bytes of a regular file of any size, as inputs and outputs are recorded; nil when it cannot be read.
public func contentDigest(ofFile path: String) -> String? {
    do throws(InputError) {
        return Digest.name + ":" + (try Digest.ofFile(path).digest)
    } catch {
        return nil
    }
}
