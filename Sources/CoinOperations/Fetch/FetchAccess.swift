internal import CoinModel
internal import Foundation
internal import WorkerProtocol

/// The proxy and the certificates that a person's environment and options name; no description shows a password.
public struct FetchRoute: Sendable {
    let route: NetworkRoute

    private static let longest = 4096

    /// The route of `https_proxy`, `no_proxy` (lower case first) and `certificates`, else `SSL_CERT_FILE`,
    /// else the file of the system.
    ///
    /// - Throws: `OperationError` when there is no such file, or the proxy's address is none.
    public init(environment: [String: String], certificates: String? = nil) throws {
        func value(_ name: String) -> String {
            [name, name.uppercased()].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        }
        let file = certificates ?? environment["SSL_CERT_FILE"] ?? ""
        var path = NetworkRoute.readableCertificates()
        if !file.isEmpty {
            path = URL(fileURLWithPath: file).path
            guard FileManager.default.isReadableFile(atPath: path) else {
                throw OperationError(.failed, "file-not-found", place: file, "is not a readable file of certificates")
            }
        }
        let direct = value("no_proxy")
        let isPlain = direct.utf8.allSatisfy { (0x20...0x7e).contains($0) && !Array("\"'\\<>".utf8).contains($0) }
        guard direct.utf8.count <= FetchRoute.longest, isPlain else {
            throw OperationError(.usage, "bad-proxy", place: "no_proxy", "is not a list of hosts; write host,.domain")
        }
        let proxy = Secret(try FetchRoute.proxy(value("https_proxy")))
        route = NetworkRoute(proxy: proxy, direct: direct, certificates: path)
    }

    /// The direct route, and the certificates of the system.
    public init() {
        route = NetworkRoute(certificates: NetworkRoute.readableCertificates())
    }

    /// The address of an http or https proxy with its scheme; empty for none.
    private static func proxy(_ text: String) throws -> String {
        if text.isEmpty { return "" }
        let address = text.contains("://") ? text : "http://" + text
        guard let parts = URLComponents(string: address, encodingInvalidCharacters: false),
            ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false,
            ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil, text.utf8.count <= longest
        else {
            // What it is may hold a password, so it is not quoted.
            let next = "write http://host:port, https for one that is encrypted, %40 for a @"
            throw OperationError(.usage, "bad-proxy", place: "https_proxy", "is not a proxy that can be used; \(next)")
        }
        return address
    }
}
