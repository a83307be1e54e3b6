/// The proper addresses of people by `.mailmap`.
///
/// Lines are those of git's documentation, gitmailmap: a proper name or address before the name and address as they
/// stand in commits, in which the case of letters does not count; of two about one person the later holds. Only addresses
/// are taken, as they distinguish developers.
struct Mailmap {
    /// The proper addresses by address and by name, an empty one for any, both in lower case.
    private var addresses: [[UInt8]: [[UInt8]: [UInt8]]] = [:]

    /// The rules of a file; lines that are none are skipped, as git does.
    init(_ text: [UInt8]) {
        for line in text.split(separator: UInt8(ascii: "\n"))
        where line.first != UInt8(ascii: "#") && !line.contains(0) {
            var rest = line
            // A proper name alone changes no address.
            guard let known = Mailmap.identity(&rest), !known.address.isEmpty, let old = Mailmap.identity(&rest)
            else { continue }
            addresses[lowered(old.address), default: [:]][lowered(old.name)] = known.address
        }
    }

    /// The address to use for a name and an address of a commit.
    func address(name: [UInt8], address: [UInt8]) -> [UInt8] {
        guard !addresses.isEmpty, let names = addresses[lowered(address)] else { return address }
        return names[lowered(name)] ?? names[[]] ?? address
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
