/// An address that may be asked: https, or http on the loopback interface by its number.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    /// Scheme, host and port: who is asked, and to whom a credential belongs.
    public struct Origin: Hashable, Sendable {
        let isSecure: Bool
        let host: String
        let port: Int
    }

    /// Who is asked.
    public let origin: Origin
    /// Path and query.
    public let target: String

    /// The longest address that is taken.
    private static let longest = 4096

    /// Reads an absolute address; nil for other schemes, user names, and bytes that no address has.
    ///
    /// A fragment is left out: it is never sent.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        let isPlain = bytes.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }
        guard bytes.count <= WebAddress.longest, isPlain else { return nil }
        let lower = text.lowercased()
        let isSecure = lower.hasPrefix("https://")
        guard isSecure || lower.hasPrefix("http://") else { return nil }
        let rest = text.dropFirst(isSecure ? 8 : 7).prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }.lowercased()
        guard let (host, port) = WebAddress.parts(authority, usual: isSecure ? 443 : 80) else { return nil }
        guard isSecure || host == "127.0.0.1" || host == "[::1]" else { return nil }
        let target = rest.dropFirst(authority.count)
        origin = Origin(isSecure: isSecure, host: host, port: port)
        self.target = target.hasPrefix("/") ? String(target) : "/" + target
    }

    /// Where a `Location` of an answer from here leads: an absolute address, or a path on the same origin; nil for others.
    public func location(_ text: String) -> WebAddress? {
        guard text.hasPrefix("/"), !text.hasPrefix("//") else { return WebAddress(text) }
        return WebAddress(originText + text)
    }

    /// The whole address.
    public var description: String { originText + target }

    private var originText: String {
        let usual = origin.isSecure ? 443 : 80
        let port = origin.port == usual ? "" : ":\(origin.port)"
        return (origin.isSecure ? "https://" : "http://") + origin.host + port
    }

    private static func parts(_ authority: String, usual: Int) -> (host: String, port: Int)? {
        var host = Substring(authority)
        var port = usual
        let hasBracket = authority.hasPrefix("[")
        let colon = hasBracket ? authority.range(after: "]") : authority.firstIndex(of: ":")
        if let colon, colon < authority.endIndex {
            guard authority[colon] == ":", case let digits = authority[authority.index(after: colon)...],
                digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
                (1...65_535).contains(number)
            else { return nil }
            host = authority[..<colon]
            port = number
        }
        let isName = host.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte) || byte == 0x2d || byte == 0x2e
        }
        guard !host.isEmpty, hasBracket ? host == "[::1]" : isName else { return nil }
        return (String(host), port)
    }
}

extension String {
    /// The place behind the first occurrence of a character.
    fileprivate func range(after character: Character) -> Index? {
        firstIndex(of: character).map(index(after:))
    }
}
