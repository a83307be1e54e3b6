internal import Platform

/// How a worker reaches hosts over https: directly or through a proxy, and whom it believes.
public struct NetworkRoute: Codable, Hashable, Sendable {
    /// The proxy's address, which may hold a name and a password; empty for none.
    public var proxy: Secret
    /// The hosts that are asked without it, as `no_proxy` names them.
    public var direct: String
    /// A file of certificates to believe, in PEM; empty if none is known, and libraries look where their builder did.
    public var certificates: String

    /// Where systems keep the certificates that they believe, in PEM: Debian, Red Hat, SUSE, Red Hat's newer place, and
    /// macOS, Alpine and FreeBSD.
    ///
    /// libcurl and git know the place of the machine that they were built on, which need not be that of the one they run on.
    public static let certificatePlaces = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/cert.pem",
    ]

    /// A route; by default the direct one, and nothing said about certificates.
    public init(proxy: Secret = Secret(""), direct: String = "", certificates: String = "") {
        self.proxy = proxy
        self.direct = direct
        self.certificates = certificates
    }

    /// The first of some files that can be read, by default of those of systems; empty if none can.
    public static func readableCertificates(among places: [String] = certificatePlaces) -> String {
        places.first { unsafe access($0, R_OK) == 0 } ?? ""
    }
}
