import Foundation
import TestPrograms
import Testing

/// `assay fetch` through a proxy that makes tunnels, to a host whose certificate a person names.
@Suite struct ProxyTests {
    private static let token = "ghp_canary0123456789"

    private func withProxy(
        _ credentials: [String] = [],
        _ work: (_ world: MirrorWorld, _ address: String, _ proxy: Int, _ trusting: [String: String]) throws -> Void
    ) throws {
        let world = try MirrorWorld()
        try world.commit(20, to: "a.git")
        try world.serving { address, trusting in
            try world.running("connect-proxy.py", credentials, mark: "proxy") { try work(world, address, $0, trusting) }
        }
    }

    private func github(
        _ world: MirrorWorld,
        _ address: String,
        _ environment: [String: String],
        _ more: [String] = []
    ) throws -> Program.End {
        try world.assay(
            ["fetch", "github", "o/n", "--api", address + "/api", "--max-age", "0", "--store", world.path("s.sqlite")]
                + more,
            environment: environment.merging(["GITHUB_TOKEN": ProxyTests.token]) { $1 }
        )
    }

    private func git(_ world: MirrorWorld, _ address: String, _ environment: [String: String]) throws
        -> Program.End
    {
        let words = ["fetch", "git", "o/a=\(address)/whole/a.git", "--mirrors", world.path("mirrors")]
        return try world.assay(words, environment: environment)
    }

    @Test("Both workers use the proxy's tunnel; the proxy sees no token") func tunnel() throws {
        try withProxy { world, address, proxy, trusting in
            let environment = trusting.merging(["https_proxy": "http://127.0.0.1:\(proxy)"]) { $1 }
            let fetched = try github(world, address, environment)
            #expect(fetched.status == 0 && fetched.errors.contains("1 with figures"), "\(fetched.errors)")
            // A head of the proxy's own is none of the answer's: its limit would be waited for.
            let mirrored = try git(world, address, environment)
            #expect(mirrored.status == 0 && mirrored.errors.contains("1 cloned"), "\(mirrored.errors)")
            #expect(try world.weeks("mirrors/o__a.git") == world.weeks("a.git"))
            let seen = try world.printed(by: "proxy").split(separator: "\n").dropFirst()
            #expect(seen.count >= 2)
            let host = address.dropFirst("https://".count)
            #expect(seen.allSatisfy { $0.hasPrefix("CONNECT \(host) HTTP/1.1") })
            #expect(!seen.contains { $0.contains("canary") || $0.lowercased().contains(" authorization:") })
            // The host itself is told the token.
            #expect(try world.printed(by: "server").contains("/stats/commit_activity Bearer \(ProxyTests.token)"))
        }
    }

    @Test("Hosts of NO_PROXY are requested directly") func directHosts() throws {
        try withProxy { world, address, proxy, trusting in
            let environment = trusting.merging([
                "HTTPS_PROXY": "127.0.0.1:\(proxy)", "NO_PROXY": "other.example,localhost",
            ]) { $1 }
            let results = [try github(world, address, environment), try git(world, address, environment)]
            #expect(results.allSatisfy { $0.status == 0 }, "\(results)")
            #expect(try world.printed(by: "proxy") == "\(proxy)\n")
        }
    }

    @Test("The proxy password is sent to the proxy only and never shown") func proxyPassword() throws {
        try withProxy(["me:canary-word"]) { world, address, proxy, trusting in
            let named = trusting.merging(["https_proxy": "http://me:canary-word@127.0.0.1:\(proxy)/"]) { $1 }
            let wrong = trusting.merging(["https_proxy": "http://me:canary-wrong@127.0.0.1:\(proxy)"]) { $1 }
            let bad = trusting.merging(["https_proxy": "socks5://me:canary-word@127.0.0.1:\(proxy)"]) { $1 }
            var told = ""
            for (environment, status, reason) in [
                (wrong, Int32(1), "[proxy-refused]"), (bad, 2, "[bad-proxy]"), (named, 0, ""),
            ] {
                for result in [try github(world, address, environment), try git(world, address, environment)] {
                    #expect(
                        result.status == status && (reason.isEmpty || result.errors.contains(reason)),
                        "\(result.errors)"
                    )
                    told += result.errors + result.output
                }
            }
            #expect(!told.contains("canary"))
            for folder in ["mirrors", "s.sqlite.answers"] {
                let found = try world.run("/bin/grep", ["-rl", "canary", world.path(folder)], environment: [:])
                #expect(found.output.isEmpty)
            }
        }
    }

    @Test("A private certificate authority needs --ca-file, otherwise the host is rejected")
    func privateAuthority() throws {
        try withProxy { world, address, _, trusting in
            let refused = try github(world, address, [:])
            #expect(refused.status == 1 && refused.errors.contains("[bad-certificate]"), "\(refused.errors)")
            #expect(refused.errors.contains("1 request made"))
            // Nothing was said to a host that nobody knows.
            #expect(try !world.printed(by: "server").contains("canary"))
            let file = try #require(trusting["SSL_CERT_FILE"])
            let believed = try github(world, address, [:], ["--ca-file", file])
            #expect(believed.status == 0, "\(believed.errors)")
            let absent = try github(world, address, [:], ["--ca-file", world.path("nowhere.pem")])
            #expect(absent.status == 1 && absent.errors.contains("[file-not-found]"), "\(absent.errors)")
            try world.write("no certificate\n", to: "empty.pem")
            let empty = try github(world, address, [:], ["--ca-file", world.path("empty.pem")])
            #expect(empty.status == 1 && empty.errors.contains("[bad-certificate]"), "\(empty.errors)")
        }
    }
}
