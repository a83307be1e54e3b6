/// One line of an archive's index: what an address answered, and when.
public struct ArchiveEntry: Hashable, Sendable {
    /// When it was answered, as an instant in UTC; earlier texts sort first.
    public var time: String
    /// The address, which has no secret.
    public var address: String
    /// The status that the server sent, such as 200.
    public var status: Int
    /// Why it brings no data, as a stable identifier, where the status does not say so; else empty.
    public var meaning = ""
    /// The ETag as it came; empty without one.
    public var tag: String
    /// The address that a permanent redirect named; empty without one.
    public var moved: String
    /// The file of the answer below the archive's folder; set by the archive.
    public var file: String

    /// An entry.
    public init(time: String, address: String, status: Int, tag: String = "", moved: String = "", file: String = "") {
        (self.time, self.address, self.status) = (time, address, status)
        (self.tag, self.moved, self.file) = (tag, moved, file)
    }
}

extension ArchiveEntry {
    /// Whether the answer can be loaded; others lie apart, in a hidden folder.
    public var isData: Bool { !file.hasPrefix(ArchiveEntry.others) }

    /// Where answers without data lie.
    static let others = ".others/"

    /// The entry as a line without its end: its fields, separated by tabs, the last one only where it is not empty.
    ///
    /// A field with a control character is left empty, so that no answer can write lines of its own.
    var line: String {
        ([time, address, String(status), tag, moved, file] + (meaning.isEmpty ? [] : [meaning]))
            .map { field in field.utf8.contains { $0 < 0x20 || $0 == 0x7f } ? "" : field }
            .joined(separator: "\t")
    }

    /// Reads a line; nil where it is none, as the last one of a process that was ended may be.
    init?(line: some StringProtocol) {
        let fields = line.split(separator: "\t" as Character, omittingEmptySubsequences: false).map { String($0) }
        guard (6...7).contains(fields.count), !fields[0].isEmpty, !fields[1].isEmpty, let status = Int(fields[2]) else {
            return nil
        }
        (time, address, self.status) = (fields[0], fields[1], status)
        (tag, moved, file) = (fields[3], fields[4], fields[5])
        meaning = fields.count == 7 ? fields[6] : ""
    }
}
