/// How a worker reaches hosts over https: directly or through a proxy, and whom it believes.
public struct NetworkRoute: Codable, Hashable, Sendable {
    /// The proxy's address, which may hold a name and a password; empty for none.
    public var proxy: Secret
    /// The hosts that are asked without it, as `no_proxy` names them.
    public var direct: String
    /// A file of certificates to believe, in PEM; empty for those of the system.
    public var certificates: String

    /// A route; by default the direct one with the system's certificates.
    public init(proxy: Secret = Secret(""), direct: String = "", certificates: String = "") {
        self.proxy = proxy
        self.direct = direct
        self.certificates = certificates
    }
}
