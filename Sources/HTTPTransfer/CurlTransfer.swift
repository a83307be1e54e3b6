internal import CCurl
internal import RawInput
public import WorkerProtocol

/// One request; to get what is there unless it has a body.
struct WebRequest {
    var address: WebAddress
    /// The place of its target in the order.
    var number: Int
    /// The ETag of the answer that is stored, or an empty text.
    var tag = ""
    /// The JSON to post, or an empty text.
    var body = ""
    /// The most milliseconds that it may take, from 1.
    var milliseconds = CurlTransfer.mostMilliseconds

    init(_ address: WebAddress, number: Int) {
        self.address = address
        self.number = number
    }
}

/// What came of one request.
enum TransferEvent: Sendable {
    /// A whole answer.
    case answer(FetchAnswer)
    /// None: the host is not found, or does not answer.
    case unreachable
    /// None this time: cut, damaged, refused, timed out, too slow, or not encrypted as it should be.
    case nothing
    /// None that another attempt would bring.
    case failure(FetchFailure)
}

/// Sends requests through libcurl, which reuses the connection.
///
/// libcurl follows no redirect, reads no configuration and no environment, and stores no cookie; the rules are ours. Head
/// and body are cut off at their caps while they come; libcurl decodes no body, because it takes one that is cut before
/// its checksum. A proxy is asked for a tunnel and for nothing else: what is sent to a host, the token included, passes
/// it encrypted or not at all.
@safe public final class CurlTransfer {
    /// The most bytes of a head.
    static let headLimit = 64 << 10
    /// The most bytes of a body, as it comes and decoded: what fits into one message to `assay`.
    static let bodyLimit = 32 << 20
    /// The most milliseconds of a request.
    static let mostMilliseconds = 60_000
    /// Less than so many bytes a second for so many seconds is not an answer: GitHub itself ends what takes ten seconds.
    private static let (leastSpeed, leastSpeedSeconds) = (100, 15)

    private let handle: UnsafeMutableRawPointer
    private let order: FetchOrder

    private var route: NetworkRoute { order.route }

    /// Sets up libcurl for one thread of a process; an order's credential goes to the origins that are asked.
    public init(_ order: FetchOrder) throws(WorkerFault) {
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let handle = unsafe curl_easy_init() else {
            throw WorkerFault(.noWorker, "libcurl does not start; install it again")
        }
        unsafe self.handle = handle
        self.order = order
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
    }

    func send(_ request: WebRequest) -> TransferEvent {
        if order.isPublicOnly, !isPublic(request.address) { return .failure(.notPublic) }
        unsafe curl_easy_reset(handle)
        let list = unsafe lines(of: request)
        defer { unsafe curl_slist_free_all(list) }
        let (head, body) = (Arrival(limit: CurlTransfer.headLimit), Arrival(limit: CurlTransfer.bodyLimit))
        let gate = PublicGate()
        let isSet =
            unsafe set(request) && set(gate) && assay_curl_set_list(handle, CURLOPT_HTTPHEADER, list) == CURLE_OK
            && assay_curl_set_take(handle, CURLOPT_WRITEFUNCTION, take) == CURLE_OK
            && assay_curl_set_context(handle, CURLOPT_HEADERDATA, head.context) == CURLE_OK
            && assay_curl_set_context(handle, CURLOPT_WRITEDATA, body.context) == CURLE_OK
        guard isSet else { return .nothing }
        let code = withExtendedLifetime((head, body, gate)) { unsafe curl_easy_perform(handle) }
        let status = unsafe assay_curl_get_long(handle, CURLINFO_RESPONSE_CODE)
        if head.isTooLarge || body.isTooLarge || code == CURLE_FILESIZE_EXCEEDED { return .failure(.tooLarge) }
        if [CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE].contains(code) { return .failure(.certificate) }
        if code != CURLE_OK, gate.isClosed { return .failure(.notPublic) }
        if code != CURLE_OK, isStoppedByProxy(request.address, code) { return .failure(.proxy) }
        if [CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT].contains(code) { return .unreachable }
        guard code == CURLE_OK, (200...599).contains(status) else { return .nothing }
        if status == 304, request.tag.isEmpty { return .failure(.unaskedNotModified) }
        var answer = FetchAnswer(number: request.number, status: status, headers: headers(), body: body.bytes)
        answer.size = head.bytes.count + body.bytes.count
        return decoded(answer)
    }

    /// The answer with its body decoded; none where that is cut, damaged, or in an encoding that was not requested.
    private func decoded(_ answer: FetchAnswer) -> TransferEvent {
        let encoding = answer.header("content-encoding")?.lowercased() ?? ""
        // An answer without a body may still say how one would be encoded.
        if ["", "identity"].contains(encoding) || [204, 304].contains(answer.status) { return .answer(answer) }
        guard encoding == "gzip" else { return .nothing }
        var decoded = answer
        do {
            decoded.body = try Gzip.decoded(answer.body, limit: CurlTransfer.bodyLimit)
        } catch {
            return error == .tooLarge ? .failure(.tooLarge) : .nothing
        }
        return .answer(decoded)
    }

    /// Whether a request that failed got no further than the proxy: it refuses the tunnel, does not answer, or is not
    /// found.
    private func isStoppedByProxy(_ address: WebAddress, _ code: CURLcode) -> Bool {
        if code == CURLE_COULDNT_RESOLVE_PROXY { return true }
        let tunnel = unsafe assay_curl_get_long(handle, CURLINFO_HTTP_CONNECTCODE)
        guard tunnel == 0 else { return tunnel >= 300 }
        // A new connection, and to another port than that of the host, is one to the proxy.
        let port = unsafe assay_curl_get_long(handle, CURLINFO_PRIMARY_PORT)
        return unsafe assay_curl_get_long(handle, CURLINFO_NUM_CONNECTS) > 0 && port > 0 && port != address.port
    }

    /// Whether an address may be asked where only public hosts may be, as far as is known before it is looked up.
    private func isPublic(_ address: WebAddress) -> Bool {
        address.isSecure && address.port == 443 && (route.proxy.isEmpty || PublicAddress.isPublic(host: address.host))
    }

    /// Lets the addresses that a host is found to have be judged, but for the one of a proxy, which looks hosts up itself.
    private func set(_ gate: PublicGate) -> Bool {
        guard order.isPublicOnly, route.proxy.isEmpty else { return true }
        return unsafe assay_curl_set_opener(handle, openPublicSocket) == CURLE_OK
            && assay_curl_set_context(handle, CURLOPT_OPENSOCKETDATA, gate.context) == CURLE_OK
    }

    private func set(_ request: WebRequest) -> Bool {
        let address = request.address
        var texts = [
            (CURLOPT_URL, address.description), (CURLOPT_PROTOCOLS_STR, address.isSecure ? "https" : "http"),
            // What is not encrypted stays on this machine.
            (CURLOPT_PROXY, address.isSecure ? route.proxy.revealed : ""),
            (CURLOPT_NOPROXY, order.isPublicOnly ? "" : route.direct),
        ]
        if !route.certificates.isEmpty {
            texts += [(CURLOPT_CAINFO, route.certificates), (CURLOPT_PROXY_CAINFO, route.certificates)]
        }
        // To post is a consequence of having something to.
        if !request.body.isEmpty { texts.append((CURLOPT_COPYPOSTFIELDS, request.body)) }
        let numbers = [
            (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_NOSIGNAL, 1), (CURLOPT_CONNECTTIMEOUT_MS, 15_000),
            // A resolver that does not answer is not waited for beyond that.
            (CURLOPT_QUICK_EXIT, 1),
            (CURLOPT_TIMEOUT_MS, min(max(1, request.milliseconds), CurlTransfer.mostMilliseconds)),
            (CURLOPT_LOW_SPEED_LIMIT, CurlTransfer.leastSpeed),
            (CURLOPT_LOW_SPEED_TIME, CurlTransfer.leastSpeedSeconds),
            (CURLOPT_MAXFILESIZE, CurlTransfer.bodyLimit),
            (CURLOPT_HTTPPROXYTUNNEL, 1), (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
            (CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE)),
        ]
        return texts.allSatisfy { unsafe assay_curl_set_text(handle, $0.0, $0.1) == CURLE_OK }
            && numbers.allSatisfy { unsafe assay_curl_set_long(handle, $0.0, $0.1) == CURLE_OK }
    }

    /// The header lines of a request.
    private func lines(of request: WebRequest) -> UnsafeMutablePointer<curl_slist>? {
        var lines = ["Accept-Encoding: gzip"] + order.headers
        // Without a User-Agent GitHub and CoinGecko answer 403.
        if !order.headers.contains(where: { $0.hasPrefix("User-Agent:") }) { lines.append("User-Agent: assay") }
        if !request.body.isEmpty { lines.append("Content-Type: application/json") }
        if !order.token.isEmpty { lines.append(order.credential + order.token.revealed) }
        if !request.tag.isEmpty { lines.append("If-None-Match: " + request.tag) }
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines where CurlTransfer.isPlain(line) { unsafe list = curl_slist_append(list, line) }
        return unsafe list
    }

    /// The headers of the last answer: not those of interim ones, of the proxy, or behind the body.
    private func headers() -> [String] {
        var found: [String] = []
        var header: UnsafeMutablePointer<curl_header>?
        while let next = unsafe curl_easy_nextheader(handle, UInt32(CURLH_HEADER), -1, header) {
            unsafe header = next
            let value = unsafe String(cString: next.pointee.value)
            let name = unsafe String(cString: next.pointee.name).lowercased()
            if CurlTransfer.isPlain(value) { found.append("\(name): \(value)") }
        }
        return found
    }

    private static func isPlain(_ line: String) -> Bool {
        !line.utf8.contains { $0 < 0x20 || $0 == 0x7f }
    }
}

/// What has come of a head or a body, up to a cap.
private final class Arrival {
    var bytes: [UInt8] = []
    var isTooLarge = false
    let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// What libcurl hands over with what comes.
    var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }
}

/// Takes what has come; a count other than its size ends the transfer.
private func take(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context = unsafe context else { return 0 }
    let arrival = unsafe Unmanaged<Arrival>.fromOpaque(context).takeUnretainedValue()
    arrival.isTooLarge = size * count > arrival.limit - arrival.bytes.count
    guard !arrival.isTooLarge else { return 0 }
    unsafe arrival.bytes.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: size * count))
    return size * count
}
