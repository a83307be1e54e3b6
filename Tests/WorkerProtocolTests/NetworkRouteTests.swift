import Foundation
import Testing

import WorkerProtocol

@Suite struct NetworkRouteTests {
    @Test("The first file of certificates that can be read is taken, whatever follows it")
    func firstReadable() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("certificates-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["first", "second", "third"].map { folder.appendingPathComponent($0).path }
        #expect(NetworkRoute.readableCertificates(among: files) == "")
        try Data().write(to: URL(fileURLWithPath: files[2]))
        #expect(NetworkRoute.readableCertificates(among: files) == files[2])
        // As systems have it: a link to where the file is kept.
        try FileManager.default.createSymbolicLink(atPath: files[1], withDestinationPath: files[2])
        #expect(NetworkRoute.readableCertificates(among: files) == files[1])
        try FileManager.default.createSymbolicLink(atPath: files[0], withDestinationPath: folder.path + "/nowhere")
        #expect(NetworkRoute.readableCertificates(among: files) == files[1])
    }

    @Test("The places of Debian, Red Hat and SUSE are looked at in this order")
    func places() {
        let places = NetworkRoute.certificatePlaces
        #expect(Set(places).count == places.count && places.allSatisfy { $0.hasPrefix("/etc/") && !$0.hasSuffix("/") })
        let order = ["/etc/ssl/certs/", "/etc/pki/tls/", "/etc/ssl/ca-bundle"]
            .map { start in places.firstIndex { $0.hasPrefix(start) } }
        #expect(order == [0, 1, 2])
    }
}
