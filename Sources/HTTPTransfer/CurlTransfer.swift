internal import CCurl
public import WorkerProtocol

/// Sends requests through libcurl, which keeps the connection open between them.
///
/// libcurl follows no redirect, reads no configuration and no environment, and keeps no cookie; the rules are ours. Head
/// and decoded body are cut off at their caps while they come. A proxy is asked for a tunnel and for nothing else: what
/// is said to a host, the token among it, passes it encrypted or not at all.
@safe public final class CurlTransfer {
    /// The most bytes of a head.
    static let headLimit = 64 << 10
    /// The most bytes of a decoded body: what fits into one message to `assay`.
    static let bodyLimit = 15 << 20

    private let handle: UnsafeMutableRawPointer
    private let token: Secret
    private let route: NetworkRoute

    /// Sets up libcurl; for one thread of a process.
    ///
    /// - Parameters:
    ///   - token: the bearer token, for the origins that are asked.
    ///   - route: how they are reached where they are asked over https.
    /// - Throws: `WorkerFault` when libcurl does not start.
    public init(token: Secret, route: NetworkRoute = NetworkRoute()) throws(WorkerFault) {
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let handle = unsafe curl_easy_init() else {
            throw WorkerFault(.noWorker, "libcurl does not start; install it anew")
        }
        unsafe self.handle = handle
        self.token = token
        self.route = route
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
    }

    /// Asks an address.
    ///
    /// - Parameters:
    ///   - address: where.
    ///   - tag: the ETag that is held, or an empty text.
    ///   - body: the JSON to post, or an empty text to get what is there.
    ///   - number: the place of the question in its order.
    /// - Returns: what came.
    public func send(_ address: WebAddress, tag: String = "", body: String = "", number: Int) -> Received {
        unsafe curl_easy_reset(handle)
        let list = unsafe headers(tag, isPosted: !body.isEmpty)
        defer { unsafe curl_slist_free_all(list) }
        let arrival = Arrival()
        let context = unsafe Unmanaged.passUnretained(arrival).toOpaque()
        let isSet =
            unsafe set(address, body) && assay_curl_set_list(handle, CURLOPT_HTTPHEADER, list) == CURLE_OK
            && assay_curl_set_take(handle, CURLOPT_HEADERFUNCTION, takeHead) == CURLE_OK
            && assay_curl_set_context(handle, CURLOPT_HEADERDATA, context) == CURLE_OK
            && assay_curl_set_take(handle, CURLOPT_WRITEFUNCTION, takeBody) == CURLE_OK
            && assay_curl_set_context(handle, CURLOPT_WRITEDATA, context) == CURLE_OK
        guard isSet else { return .nothing }
        let code = unsafe curl_easy_perform(handle)
        let status = unsafe assay_curl_get_long(handle, CURLINFO_RESPONSE_CODE)
        let isStopped = code != CURLE_OK && isStoppedByProxy(address, code)
        return withExtendedLifetime(arrival) {
            if arrival.isTooLarge || code == CURLE_FILESIZE_EXCEEDED { return .tooLarge }
            if [CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE].contains(code) { return .untrusted }
            if isStopped { return .refusedByProxy }
            guard code == CURLE_OK, (200...599).contains(status) else { return .nothing }
            return .answer(
                FetchAnswer(number: number, status: status, headers: arrival.headers(), body: arrival.body)
            )
        }
    }

    /// Whether a request that failed got no further than the proxy: it says no to the tunnel, nothing at all, or is not
    /// found.
    private func isStoppedByProxy(_ address: WebAddress, _ code: CURLcode) -> Bool {
        if code == CURLE_COULDNT_RESOLVE_PROXY { return true }
        let tunnel = unsafe assay_curl_get_long(handle, CURLINFO_HTTP_CONNECTCODE)
        guard tunnel == 0 else { return tunnel >= 300 }
        // A new connection, and to another port than that of the host, is one to the proxy.
        let port = unsafe assay_curl_get_long(handle, CURLINFO_PRIMARY_PORT)
        return unsafe assay_curl_get_long(handle, CURLINFO_NUM_CONNECTS) > 0 && port > 0 && port != address.origin.port
    }

    private func set(_ address: WebAddress, _ body: String) -> Bool {
        var texts = [
            (CURLOPT_URL, address.description), (CURLOPT_PROTOCOLS_STR, address.origin.isSecure ? "https" : "http"),
            (CURLOPT_ACCEPT_ENCODING, "gzip"),
            // What is not encrypted stays on this machine.
            (CURLOPT_PROXY, address.origin.isSecure ? route.proxy.revealed : ""), (CURLOPT_NOPROXY, route.direct),
        ]
        if !route.certificates.isEmpty {
            texts += [(CURLOPT_CAINFO, route.certificates), (CURLOPT_PROXY_CAINFO, route.certificates)]
        }
        // To post is a consequence of having something to.
        if !body.isEmpty { texts.append((CURLOPT_COPYPOSTFIELDS, body)) }
        let numbers = [
            (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_NOSIGNAL, 1), (CURLOPT_CONNECTTIMEOUT_MS, 15_000),
            (CURLOPT_TIMEOUT_MS, 60_000), (CURLOPT_MAXFILESIZE, CurlTransfer.bodyLimit),
            (CURLOPT_HTTPPROXYTUNNEL, 1), (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
            (CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE)),
        ]
        return texts.allSatisfy { unsafe assay_curl_set_text(handle, $0.0, $0.1) == CURLE_OK }
            && numbers.allSatisfy { unsafe assay_curl_set_long(handle, $0.0, $0.1) == CURLE_OK }
    }

    private func headers(_ tag: String, isPosted: Bool) -> UnsafeMutablePointer<curl_slist>? {
        // Without a User-Agent GitHub answers 403.
        var lines = [
            "User-Agent: assay", "Accept: application/vnd.github+json", "X-GitHub-Api-Version: 2022-11-28",
        ]
        if isPosted { lines.append("Content-Type: application/json") }
        if !token.isEmpty { lines.append("Authorization: Bearer " + token.revealed) }
        if !tag.isEmpty { lines.append("If-None-Match: " + tag) }
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines where !line.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) {
            unsafe list = curl_slist_append(list, line)
        }
        return unsafe list
    }
}

/// What has come of an answer.
private final class Arrival {
    var head: [UInt8] = []
    var body: [UInt8] = []
    var isTooLarge = false

    /// The headers of the last head: earlier ones are interim answers.
    func headers() -> [FetchAnswer.Header] {
        var found: [FetchAnswer.Header] = []
        for line in String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline) {
            if line.hasPrefix("HTTP/") { found = [] }
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            guard !value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else { continue }
            found.append(FetchAnswer.Header(name: line[..<colon].lowercased(), value: String(value)))
        }
        return found
    }
}

private func takeHead(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    unsafe take(bytes, size, count, context, \.head, CurlTransfer.headLimit)
}

private func takeBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    unsafe take(bytes, size, count, context, \.body, CurlTransfer.bodyLimit)
}

/// Appends bytes up to a cap; a count other than theirs ends the transfer.
private func take(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?,
    _ part: ReferenceWritableKeyPath<Arrival, [UInt8]>,
    _ limit: Int
) -> Int {
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let arrival = unsafe Unmanaged<Arrival>.fromOpaque(context).takeUnretainedValue()
    let length = size * count
    guard length <= limit - arrival[keyPath: part].count else {
        arrival.isTooLarge = true
        return 0
    }
    unsafe arrival[keyPath: part].append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: length))
    return length
}
