import Foundation
import TestPrograms
import Testing

/// Servers of a world, each a program of the fixtures on the loopback interface.
extension MirrorWorld {
    /// Runs a fixture that prints its port, as long as some work is done; all that it printed is known by its mark.
    func running<Value>(_ fixture: String, _ words: [String], mark: String, _ work: (_ port: Int) throws -> Value)
        throws
        -> Value
    {
        let script = try MirrorWorld.fixture(fixture).path
        let search = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
        let server = try start("/usr/bin/env", ["python3", script] + words, environment: search)
        servers[mark] = server
        defer { server.signal(SIGKILL) }
        let deadline = Date(timeIntervalSinceNow: 30)
        while try !printed(by: mark).contains("\n"), deadline.timeIntervalSinceNow > 0 { usleep(5000) }
        return try work(try #require(printed(by: mark).split(separator: "\n").first.flatMap { Int($0) }, "no port"))
    }

    /// What a server printed so far.
    func printed(by mark: String) throws -> String {
        try #require(servers[mark]).printed
    }

    /// Serves this world's origins over https; hands on the address, and an environment in which it is believed.
    func serving(_ work: (_ address: String, _ trusting: [String: String]) throws -> Void) throws {
        let key = try MirrorWorld.fixture("loopback.pem").path
        let trusting = ["SSL_CERT_FILE": try MirrorWorld.fixture("loopback-certificate.pem").path]
        try running("https-origin.py", [path(""), key], mark: "server") { port in
            try work("https://localhost:\(port)", trusting)
        }
    }

    static func fixture(_ name: String) throws -> URL {
        try #require(Bundle.module.resourceURL).appendingPathComponent("Fixtures").appendingPathComponent(name)
    }
}
