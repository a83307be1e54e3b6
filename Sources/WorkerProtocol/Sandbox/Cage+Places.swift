#if os(Linux)
    internal import Glibc

    extension Sandbox.Cage {
        /// The files that each cage leaves; all others are closed.
        var places: [Landlock.Place] {
            switch self {
            case .reading(let folders):
                folders.map { ($0, .read) }
            case .fetching(let route):
                Sandbox.Cage.libraries.map { ($0, .read) } + Sandbox.Cage.network(route)
            case .mirroring(let request, let origin):
                Sandbox.Cage.programs(with: request.program).map { ($0, [.read, .run]) }
                    + Sandbox.Cage.network(request.route) + origin.map { ($0, .read) } + [
                        (request.path, .write), ("/dev/null", .write),
                        ("/dev/urandom", .read),
                        // How many threads to start, and, in names alone, which programs it has started.
                        ("/sys/devices/system/cpu/online", .read),
                        ("/proc", .list),
                    ]
            case .serving(let files):
                files.map { ($0, .read) } + [
                    ("/dev/urandom", .read),
                    // How many threads to start, and which of them wait: the system's queues look into `/proc/THREAD/stat`.
                    // What processes keep to themselves there, Landlock refuses all the same.
                    ("/sys/devices/system/cpu/online", .read),
                    ("/proc", .readFile),
                ]
            }
        }

        /// Whether it may connect to hosts.
        var connects: Bool {
            switch self {
            case .reading, .serving: false
            case .fetching, .mirroring: true
            }
        }

        /// The folders of the system's libraries.
        private static let libraries = [
            "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/nix/store", "/gnu/store",
        ]

        /// Where names of hosts, certificates and settings of the system lie.
        ///
        /// What is a link there is named too, for a rule holds for what a path leads to.
        private static func network(_ route: NetworkRoute) -> [Landlock.Place] {
            [
                "/etc", "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/run/systemd/resolve",
                "/run/resolvconf", "/run/NetworkManager", "/run/nscd", "/run/connman", "/etc/ssl/certs",
                "/usr/share/ca-certificates", "/usr/local/share/ca-certificates", "/usr/share/pki",
                "/var/lib/ca-certificates", route.certificates,
            ]
            .map { ($0, .read) }
        }

        /// The folders of the system's programs, and what a git that lies elsewhere consists of.
        private static func programs(with git: String) -> [String] {
            let system = ["/usr", "/bin", "/sbin", "/home/linuxbrew/.linuxbrew"] + libraries
            guard let path = realPath(git) else { return system }
            let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            let prefix = folder.dropLast().joined(separator: "/")
            let parts = ["lib", "lib64", "libexec", "share/git-core"].map { prefix + "/" + $0 }
            return system + [git, folder.joined(separator: "/")] + (folder.last == "bin" ? parts : [])
        }
    }
#endif
