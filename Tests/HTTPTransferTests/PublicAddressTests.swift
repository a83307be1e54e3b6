import Testing

@testable import HTTPTransfer

@Suite struct PublicAddressTests {
    private func isPublic(_ host: String) -> Bool { PublicAddress.isPublic(host: host) }

    @Test(
        "Loopback, private and embedded addresses are not public",
        arguments: [
            "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
            "127.255.0.1",
            "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.0.1",
            "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.1.1.1", "240.0.0.1",
            "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::8.8.8.8", "64:ff9b::8.8.8.8",
            "64:ff9b:1::1", "100::1", "2001::1", "2001:2::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "fc00::1",
            "fd12::1",
            "fe80::1", "fec0::1", "ff02::1", "5f00::1",
        ]
    )
    func notPublic(_ host: String) { #expect(!isPublic(host)) }

    @Test(
        "Internet addresses are public",
        arguments: [
            "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1", "192.167.1.1", "192.169.0.1", "198.17.0.1", "198.20.0.1", "223.255.255.255", "2001:200::1",
            "2606:4700::1111", "2a00:1450::1", "3ffe::1",
        ]
    )
    func publicAddresses(_ host: String) { #expect(isPublic(host)) }

    @Test("A name for a proxy to look up needs a domain that is not local")
    func names() {
        for name in ["localhost", "router", "a.local", "a.LOCALHOST", "db.internal", "printer.lan", "x.home.arpa.", ""]
        {
            #expect(!isPublic(name), "\(name)")
        }
        for name in ["a.example", "assets.coingecko.com", "localhost.example."] { #expect(isPublic(name), "\(name)") }
        #expect(!PublicAddress.isPublic([]) && !PublicAddress.isPublic([1, 1, 1]))
    }
}
