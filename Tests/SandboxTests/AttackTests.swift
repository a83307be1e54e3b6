#if os(Linux)
    import Foundation
    import Testing

    /// What a worker in foreign hands would try, tried in the sandbox that it enters.
    @Suite struct AttackTests {
        /// What each cage is for, and so leaves.
        private static let allowed: [String: [String]] = [
            "reading": ["read_inside", "start_thread"],
            "serving": ["read_inside", "start_thread"],
            "fetching": [
                "start_thread", "find_host", "read_hosts", "connect_tcp", "socket_ipv4", "socket_udp", "socket_unix",
                "socket_netlink",
            ],
            "mirroring": [
                "read_inside", "read_where_file_leads", "read_where_origin_leads", "write_inside", "create_inside",
                "rename_inside", "remove_inside", "make_folder", "write_nowhere", "run_git", "fork_itself",
                "start_thread", "find_host", "read_hosts", "connect_tcp",
            ],
        ]

        /// What only Landlock refuses, by the cage.
        private static let files: [String: [String]] = [
            "reading": otherFiles,
            "serving": otherFiles,
            "fetching": [
                "read_outside", "read_link_to_outside", "read_where_file_leads", "read_where_origin_leads",
                "list_outside", "read_inside", "open_memory_of_neighbour",
            ],
            "mirroring": [
                "read_outside", "read_link_to_outside", "list_outside", "write_outside", "create_outside",
                "remove_outside", "rename_to_outside", "cut_off_outside", "make_link", "make_pipe",
                "run_program_inside", "run_program_outside", "open_memory_of_neighbour",
            ],
        ]

        /// What the filter of system calls and the missing rights refuse, by the cage.
        private static let calls: [String: [String]] = [
            "reading": noWriting + noProcesses + noKernel + noNetwork,
            "serving": noWriting + noProcesses + noKernel + noNetwork,
            "fetching": noWriting + noProcesses + noKernel + ["become_another"],
            "mirroring": [
                "give_away_by_program", "change_root", "mount_something", "trace_neighbour", "read_neighbour",
                "raise_limit", "socket_raw", "socket_packet", "socket_x32", "set_up_uring", "make_bpf_map",
            ] + namespaces,
        ]
        private static let otherFiles = [
            "read_outside", "read_link_to_outside", "read_where_file_leads", "read_where_origin_leads",
            "read_passwords", "read_hosts", "find_host", "list_outside", "open_memory_of_neighbour",
        ]
        private static let noNetwork = [
            "socket_ipv4", "socket_ipv6", "socket_udp", "socket_unix", "socket_netlink", "connect_tcp", "listen_tcp",
            "become_another",
        ]
        private static let namespaces = [
            "make_user_namespace", "clone_into_user_namespace", "clone_into_all_namespaces",
            "clone3_into_user_namespace",
        ]

        private static let noWriting = [
            "write_inside", "write_outside", "create_inside", "create_outside", "create_nameless", "remove_inside",
            "remove_outside", "rename_inside", "rename_to_outside", "make_folder", "make_link", "make_pipe",
            "change_mode", "cut_off_inside", "cut_off_outside", "write_nowhere",
        ]
        private static let noProcesses = [
            "become_a_program", "run_git", "run_program_inside", "run_program_outside", "give_away_by_program",
            "fork_itself", "vfork_itself", "trace_neighbour", "read_neighbour", "signal_neighbour", "raise_limit",
        ]
        private static let noKernel =
            [
                "change_root", "mount_something", "socket_netlink_audit", "socket_raw", "socket_packet",
                "socket_bluetooth", "socket_x32", "set_up_uring", "make_bpf_map", "make_memory_file",
                "map_writable_program", "make_memory_program",
            ] + namespaces

        /// What nobody but the superuser may, or not every kernel does, sandbox or none.
        private static let rare = Set(
            [
                "give_away_by_program", "change_root", "mount_something", "become_another", "raise_limit",
                "socket_ipv6", "socket_netlink_audit", "socket_raw", "socket_packet", "socket_bluetooth", "socket_x32",
                "set_up_uring", "make_bpf_map", "trace_neighbour", "read_neighbour", "open_memory_of_neighbour",
            ] + namespaces
        )

        private static let cages = ["reading", "serving", "fetching", "mirroring"]

        private static func pairs(_ table: [String: [String]]) -> [(String, String)] {
            cages.flatMap { cage in table[cage, default: []].map { (cage, $0) } }
        }

        private static let hasLandlock: Bool = {
            do {
                return try SandboxWorld().attempt("read_outside", in: "reading").hasPrefix("refused")
            } catch {
                return false
            }
        }()

        /// Refused with an error, or ended for it.
        private func isRefused(_ outcome: String) -> Bool {
            outcome.hasPrefix("refused: ") || outcome == "ended by \(128 + SIGSYS)"
        }

        @Test("A sandbox allows what its worker needs", arguments: pairs(allowed))
        func needed(_ cage: String, _ attempt: String) throws {
            #expect(try SandboxWorld().attempt(attempt, in: cage) == "done")
        }

        @Test("A sandbox refuses every other system call", arguments: pairs(calls))
        func refusedCalls(_ cage: String, _ attempt: String) throws {
            let outcome = try SandboxWorld().attempt(attempt, in: cage)
            #expect(isRefused(outcome), "\(outcome)")
        }

        @Test("A sandbox refuses every other file", .enabled(if: hasLandlock), arguments: pairs(files))
        func refusedFiles(_ cage: String, _ attempt: String) throws {
            let outcome = try SandboxWorld().attempt(attempt, in: cage)
            #expect(isRefused(outcome), "\(outcome)")
        }

        @Test("An origin that is not a repository cannot be read", .enabled(if: hasLandlock))
        func notARepository() throws {
            let world = try SandboxWorld()
            for change in ["rmdir origin/refs", "mkdir origin/refs; rmdir origin/objects; touch origin/objects"] {
                try world.run("/bin/sh", ["-c", change])
                let outcome = try world.attempt("read_where_origin_leads", in: "mirroring")
                #expect(isRefused(outcome), "\(change): \(outcome)")
            }
        }

        @Test("System calls are refused without Landlock, too", arguments: pairs(calls))
        func withoutLandlock(_ cage: String, _ attempt: String) throws {
            let outcome = try SandboxWorld().attempt(attempt, in: cage, launcher: ["without-landlock"])
            #expect(isRefused(outcome), "\(outcome)")
        }

        @Test("Each refused attempt succeeds outside a sandbox") func possibleOutside() throws {
            let attempts = Set((AttackTests.pairs(AttackTests.calls) + AttackTests.pairs(AttackTests.files)).map(\.1))
            for attempt in attempts.subtracting(AttackTests.rare) {
                let outcome = try SandboxWorld().attempt(attempt, in: "none")
                // Another program took its place, and had nothing to say.
                #expect(outcome == (attempt == "become_a_program" ? "" : "done"), "\(attempt): \(outcome)")
            }
        }
    }
#endif
