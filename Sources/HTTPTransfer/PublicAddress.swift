internal import CCurl

/// This is the only place that decides whether an address belongs to the public internet.
///
/// What stands in data, such as where an image is, leads to no host of this machine or network: not to loopback, private,
/// link-local, shared, documentation, benchmark, multicast or reserved addresses, and not to an IPv4 address inside one of
/// IPv6 (mapped, translated, 6to4, Teredo).
enum PublicAddress {
    /// IPv4 networks that are not public, each with the bits of its prefix.
    private static let networks: [(UInt32, Int)] = [
        (0x0000_0000, 8), (0x0a00_0000, 8), (0x6440_0000, 10), (0x7f00_0000, 8), (0xa9fe_0000, 16), (0xac10_0000, 12),
        (0xc000_0000, 24), (0xc000_0200, 24), (0xc058_6300, 24), (0xc0a8_0000, 16), (0xc612_0000, 15),
        (0xc633_6400, 24),
        (0xcb00_7100, 24), (0xe000_0000, 3),
    ]

    /// The parts of 2000::/3 that are not: 2001::/23, 2001:db8::/32, 2002::/16 and 3fff::/20.
    private static let longNetworks: [(UInt32, Int)] = [
        (0x2001_0000, 23), (0x2001_0db8, 32), (0x2002_0000, 16), (0x3fff_0000, 20),
    ]

    /// Whether the four bytes of an IPv4 address, or the sixteen of one of IPv6, are public; any other number is not.
    static func isPublic(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        func isInside(_ network: (start: UInt32, bits: Int)) -> Bool {
            (start ^ network.start) >> (32 - network.bits) == 0
        }
        switch bytes.count {
        case 4: return !networks.contains(where: isInside)
        case 16: return start >> 29 == 1 && !longNetworks.contains(where: isInside)
        default: return false
        }
    }

    /// Whether a host of an address may be asked by name through a proxy, which looks it up: a number is judged here, and a
    /// name of one part or of a local domain is not public.
    static func isPublic(host: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe Int(assay_curl_number(host, &bytes))
        if count > 0 { return isPublic(Array(bytes.prefix(count))) }
        let name = host.last == "." ? String(host.dropLast()) : host
        let local = [".local", ".localhost", ".internal", ".home.arpa", ".lan"]
        return name.contains(".") && !local.contains { name.lowercased().hasSuffix($0) }
    }
}

/// Opens the sockets of transfers that may reach public addresses only, each judged as it was looked up.
final class PublicGate {
    /// Whether one was refused.
    private(set) var isClosed = false

    /// What libcurl hands over with an address.
    var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    fileprivate func open(_ peer: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe Int(assay_curl_peer(peer, &bytes))
        guard PublicAddress.isPublic(Array(bytes.prefix(count))) else {
            isClosed = true
            return -1
        }
        return unsafe assay_curl_open(peer)
    }
}

/// Opens a socket to an address, or none.
func openPublicSocket(
    _ context: UnsafeMutableRawPointer?,
    _ purpose: curlsocktype,
    _ peer: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let context = unsafe context, let peer = unsafe peer else { return -1 }
    return unsafe Unmanaged<PublicGate>.fromOpaque(context).takeUnretainedValue().open(peer)
}
