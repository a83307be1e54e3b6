import Foundation
import Synchronization

/// A server on the loopback interface that says what a script says, for so many requests at most.
final class ScriptedServer: Sendable {
    /// What was asked.
    struct Request: Sendable {
        let path: String
        let head: String
        var body = ""

        func header(_ name: String) -> String? {
            let line = head.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix(name + ":") }
            return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
    }

    /// What is said; a cut one ends the connection within its body, of a slow one a byte a second comes.
    struct Reply: Sendable {
        var status: Int
        var headers: [String] = []
        var body: [UInt8] = []
        var isCut = false
        var isSlow = false

        init(
            _ status: Int,
            _ headers: [String] = [],
            _ body: String = "",
            isCut: Bool = false,
            isSlow: Bool = false
        ) {
            self.status = status
            self.headers = headers
            self.body = Array(body.utf8)
            self.isCut = isCut
            self.isSlow = isSlow
        }
    }

    let port: Int
    private let listener: Int32
    private let script: @Sendable (Request) -> Reply
    private let seen = Mutex<[Request]>([])
    private let limit: Int

    /// All that was asked.
    var requests: [Request] { seen.withLock { $0 } }

    /// The address of a path here.
    func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    init(limit: Int = 100_000, script: @escaping @Sendable (Request) -> Reply) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        port = Int(UInt16(bigEndian: place.sin_port))
        self.limit = limit
        self.script = script
        Thread { [self] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                Thread { [self] in serve(connection) }.start()
            }
            // Closed here, so that its number is not another server's while this thread still waits at it.
            close(listener)
        }.start()
    }

    /// Ends it.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var one: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        while let request = receive(connection) {
            // A request that a test can see has its reply already, so that changing the script changes later ones only.
            let reply = script(request)
            let count = seen.withLock { seen in
                seen.append(request)
                return seen.count
            }
            guard count <= limit else { return }
            var head = "HTTP/1.1 \(reply.status) Scripted\r\n" + reply.headers.map { $0 + "\r\n" }.joined()
            if ![204, 304].contains(reply.status) { head += "Content-Length: \(reply.body.count)\r\n" }
            let body = reply.isCut ? Array(reply.body.prefix(reply.body.count / 2)) : reply.body
            let start = Array((head + "\r\n").utf8)
            guard reply.isSlow ? trickle(start + body, connection) : write(start + body, connection), !reply.isCut
            else { return }
        }
    }

    private func receive(_ connection: Int32) -> Request? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.firstRange(of: "\r\n\r\n".utf8) == nil {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0, bytes.count < 1 << 16 else { return nil }
            bytes += buffer[..<count]
        }
        let end = bytes.firstRange(of: "\r\n\r\n".utf8)?.upperBound ?? bytes.count
        let head = String(decoding: bytes[..<end], as: UTF8.self)
        let words = head.prefix { !$0.isNewline }.split(separator: " ")
        guard words.count == 3 else { return nil }
        var request = Request(path: String(words[1]), head: head)
        let length = request.header("content-length").flatMap { Int($0) } ?? 0
        var body = bytes[end...]
        while body.count < length {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            body += buffer[..<count]
        }
        request.body = String(decoding: body, as: UTF8.self)
        return request
    }

    private func trickle(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        bytes.allSatisfy { byte in
            guard write([byte], connection) else { return false }
            sleep(1)
            return true
        }
    }

    private func write(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
