internal import CGit2
internal import WorkerProtocol

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The proper addresses of people by `.mailmap`, looked up by libgit2.
///
/// Lines are those of git's documentation, gitmailmap: a proper name or address before the name and address as they
/// stand in commits. libgit2 regards the case of letters and drops lines with anything behind, which git does not: so the
/// lines are taken apart here, and what is looked up is in lower case. Only addresses are taken, as they
/// distinguish developers.
@safe
final class Mailmap {
    private let handle: OpaquePointer
    private let isEmpty: Bool

    /// The rules of a file; lines that are none are skipped, as git does.
    init(_ text: [UInt8]) throws(WorkerFault) {
        var handle: OpaquePointer?
        guard unsafe git_mailmap_new(&handle) == 0, let made = unsafe handle else { throw GitLibrary.fault("mailmap") }
        unsafe self.handle = made
        var isEmpty = true
        for line in text.split(separator: UInt8(ascii: "\n"))
        where line.first != UInt8(ascii: "#") && !line.contains(0) {
            var rest = line
            // A proper name alone changes no address.
            guard let known = Mailmap.identity(&rest), !known.address.isEmpty, let old = Mailmap.identity(&rest)
            else { continue }
            let name = old.name.isEmpty ? nil : Mailmap.string(lowered(old.name))
            let (address, key) = (Mailmap.string(known.address), Mailmap.key(old.address))
            let status = unsafe git_mailmap_add_entry(made, nil, address, name, key)
            guard status == 0 else { throw GitLibrary.fault("its .mailmap", .tooLarge) }
            isEmpty = false
        }
        self.isEmpty = isEmpty
    }

    deinit {
        unsafe git_mailmap_free(handle)
    }

    /// The address to use for a name and an address of a commit.
    func address(name: [UInt8], address: [UInt8]) -> [UInt8] {
        guard !isEmpty, !address.contains(0) else { return address }
        let key = Mailmap.key(address)
        return unsafe Mailmap.string(lowered(name)).withUnsafeBufferPointer { name in
            unsafe key.withUnsafeBufferPointer { key in
                var proper: UnsafePointer<CChar>?
                var properName: UnsafePointer<CChar>?
                let status = unsafe git_mailmap_resolve(&properName, &proper, handle, name.baseAddress, key.baseAddress)
                // Where no rule holds, what was asked about comes back.
                guard status == 0, let proper = unsafe proper, unsafe proper != key.baseAddress else { return address }
                return unsafe UnsafeBufferPointer(start: proper, count: strlen(proper)).map { UInt8(bitPattern: $0) }
            }
        }
    }

    /// What an address is looked up by: never empty, which libgit2 would not take.
    private static func key(_ address: [UInt8]) -> [CChar] {
        string([UInt8(ascii: "<")] + lowered(address))
    }

    private static func string(_ bytes: [UInt8]) -> [CChar] {
        bytes.map { CChar(bitPattern: $0) } + [0]
    }

    /// Takes `name <address>` from the start of a line; either may be empty.
    private static func identity(_ line: inout ArraySlice<UInt8>) -> (name: [UInt8], address: [UInt8])? {
        guard let open = line.firstIndex(of: UInt8(ascii: "<")),
            let close = line[open...].firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        let name = line[..<open]
        let address = line[(open + 1)..<close]
        line = line[(close + 1)...]
        return (trimmed(name), Array(address))
    }
}

/// Bytes without blanks around them.
func trimmed(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let isBlank = { (byte: UInt8) in byte == 32 || (9...13).contains(byte) }
    guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
    else { return [] }
    return Array(text[first...last])
}

/// Bytes with ASCII letters in lower case.
func lowered(_ text: [UInt8]) -> [UInt8] {
    text.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
}
