#if os(Linux)
    import Foundation
    import TestPrograms
    import Testing

    /// Names of hosts that only `/etc/hosts` knows, looked up by workers in their sandboxes.
    @Suite struct HostsFileTests {
        /// Runs a program in a world where `/etc/hosts` is a file of ours.
        private static let words = [
            "--mount", "--map-root-user", "sh", "-c", "mount --bind \"$0\" /etc/hosts && exec \"$@\"",
        ]

        private static let isPossible: Bool = {
            do {
                let world = try MirrorWorld()
                try world.write("127.0.0.1 localhost\n", to: "hosts")
                return try world.run("/usr/bin/unshare", words + [world.path("hosts"), "true"], environment: [:]).status
                    == 0
            } catch {
                return false
            }
        }()

        @Test("Both workers find a proxy by its name in the hosts file", .enabled(if: isPossible))
        func proxyByName() throws {
            let world = try MirrorWorld()
            try world.commit(20, to: "a.git")
            try world.write("127.0.0.1 localhost proxy.example\n", to: "hosts")
            try world.serving { address, trusting in
                try world.running("connect-proxy.py", [], mark: "proxy") { proxy in
                    for (host, isKnown) in [("proxy.example", true), ("nobody.example", false)] {
                        let fetches = [
                            ["github", "o/n", "--api", address + "/api", "--max-age", "0", "--patience", "0"],
                            ["git", "o/a=\(address)/whole/a.git", "--mirrors", world.path("mirrors-\(host)")],
                        ]
                        for words in fetches {
                            let result = try world.run(
                                "/usr/bin/unshare",
                                HostsFileTests.words + [world.path("hosts"), MirrorWorld.program, "fetch"] + words
                                    + (words[0] == "github" ? ["--store", world.path("\(host).sqlite")] : []),
                                environment: trusting.merging([
                                    "https_proxy": "http://\(host):\(proxy)", "GITHUB_TOKEN": "ghp_canary0123456789",
                                ]) { $1 }
                            )
                            #expect((result.status == 0) == isKnown, "\(words): \(result.errors)")
                        }
                    }
                }
                // A question of each worker at least went through it.
                #expect(try world.printed(by: "proxy").split(separator: "\n").dropFirst().count >= 2)
            }
        }
    }
#endif
