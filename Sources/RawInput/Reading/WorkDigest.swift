/// The digest that commits of one piece of work share whatever their ids: of author's address, author's instant and subject.
///
/// This is the only place where that digest is made. 0 stands for none: merges and commits without a subject have none, and
/// logs that leave any of the three out.
public enum WorkDigest {
    /// The first eight bytes of the SHA-256 of an address, as it identifies a developer, an instant in seconds since 1970 and a
    /// subject; 0 where the address or the subject is empty.
    public static func of(address: [UInt8], instant: Int64, subject: [UInt8]) -> UInt64 {
        guard !address.isEmpty, !subject.isEmpty else { return 0 }
        return Digest.leading64(address + [0] + Array("\(instant)".utf8) + [0] + subject)
    }
}
