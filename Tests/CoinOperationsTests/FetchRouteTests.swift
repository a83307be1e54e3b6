import Foundation
import Testing
import WorkerProtocol

@testable import CoinOperations

@Suite struct FetchRouteTests {
    private let system = NetworkRoute.readableCertificates()

    @Test("Without a named file the workers are handed the system's certificates by their path")
    func systemCertificates() throws {
        #expect(FetchRoute().route.certificates == system)
        for environment in [[:], ["SSL_CERT_FILE": ""]] {
            #expect(try FetchRoute(environment: environment).route.certificates == system)
        }
    }

    @Test("A named file goes before that of the environment, and this one before the system's")
    func namedCertificates() throws {
        let files = ["one", "two"].map { "\(NSTemporaryDirectory())\($0)-\(UUID().uuidString).pem" }
        for file in files { try Data().write(to: URL(fileURLWithPath: file)) }
        defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
        let environment = ["SSL_CERT_FILE": files[0]]
        #expect(try FetchRoute(environment: environment).route.certificates == files[0])
        #expect(try FetchRoute(environment: environment, certificates: files[1]).route.certificates == files[1])
        #expect(throws: OperationError.self) {
            try FetchRoute(environment: ["SSL_CERT_FILE": files[0] + ".not-there"])
        }
    }
}
