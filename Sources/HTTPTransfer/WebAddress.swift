internal import CCurl

/// An address that may be asked, read by libcurl: https, or http on the loopback interface by its number.
///
/// libcurl brings hosts, ports and dots of a path into one form, so what is compared here is what is asked.
struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    /// The whole address, without a fragment: that is never sent.
    let description: String
    /// Scheme, host and port as an address: who is asked, and to whom a credential belongs.
    let origin: String
    /// The host as it is asked, a number of IPv6 without brackets.
    let host: String
    /// The port, whether named or usual.
    let port: Int

    /// Whether what is sent to it is encrypted.
    var isSecure: Bool { description.hasPrefix("https://") }

    /// Reads an absolute address; nil for other schemes, user names, and bytes that no address has.
    init?(_ text: String) {
        self.init([text])
    }

    /// Where a `Location` of an answer from here leads; nil where that is no such address.
    func location(_ text: String) -> WebAddress? {
        // To libcurl an empty one is the folder of this address.
        text.isEmpty ? nil : WebAddress([description, text])
    }

    /// The last of some addresses, each relative to the one before.
    private init?(_ texts: [String]) {
        guard let url = unsafe curl_url() else { return nil }
        defer { unsafe curl_url_cleanup(url) }
        func set(_ part: CURLUPart, _ text: String?) -> Bool {
            unsafe curl_url_set(url, part, text, UInt32(CURLU_DISALLOW_USER)) == CURLUE_OK
        }
        func text(_ part: CURLUPart, _ flags: Int32 = 0) -> String {
            var text: UnsafeMutablePointer<CChar>?
            defer { unsafe curl_free(text) }
            guard unsafe curl_url_get(url, part, &text, UInt32(flags)) == CURLUE_OK, let text = unsafe text else {
                return ""
            }
            return unsafe String(cString: text)
        }
        // libcurl itself refuses blanks and control bytes, not what lies beyond ASCII.
        guard texts.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } && set(CURLUPART_URL, $0) }),
            set(CURLUPART_FRAGMENT, nil), let port = Int(text(CURLUPART_PORT, CURLU_DEFAULT_PORT)), port > 0
        else { return nil }
        let host = text(CURLUPART_HOST)
        switch text(CURLUPART_SCHEME) {
        case "https": break
        case "http" where host == "127.0.0.1" || host == "[::1]": break
        default: return nil
        }
        self.port = port
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        description = text(CURLUPART_URL, CURLU_NO_DEFAULT_PORT)
        guard set(CURLUPART_PATH, "/"), set(CURLUPART_QUERY, nil) else { return nil }
        origin = text(CURLUPART_URL, CURLU_NO_DEFAULT_PORT).lowercased()
    }
}
