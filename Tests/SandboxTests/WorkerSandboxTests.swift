#if os(Linux)
    import Foundation
    import TestPrograms
    import Testing

    /// The workers that `assay` starts, on kernels that cannot shut them in.
    @Suite struct WorkerSandboxTests {
        /// Commands that need a worker, reading, mirroring, fetching, and the one that shuts itself in.
        private func commands(_ world: SandboxWorld) throws -> [[String]] {
            let repository = try world.makeRepository("o__a.git")
            let store = world.folder.appendingPathComponent("s.sqlite").path
            return [
                ["commits", repository, "--weeks", "1", "--format", "csv"],
                ["load", "commits", repository, try world.makeRepository("o__b.git"), "--store", store],
                ["fetch", "git", "o/c=\(repository)", "o/d=\(repository)", "--mirrors", "mirrors"],
                ["fetch", "github", "o/n", "--api", "http://127.0.0.1:1", "--patience", "0", "--store", store],
                ["mcp", "--store", store],
            ]
        }

        @Test("Without Landlock workers continue with one warning") func missingLandlock() throws {
            let (plain, without) = (try SandboxWorld(), try SandboxWorld())
            for (usual, command) in zip(try commands(plain), try commands(without)) {
                let expected = try plain.assay(usual)
                let result = try without.assay(command, launcher: "without-landlock")
                #expect(result.status == expected.status && result.output == expected.output, "\(result.errors)")
                let warnings = result.errors.split(separator: "\n").filter { $0.hasSuffix("[no-landlock]") }
                #expect(warnings.count == 1 && warnings[0].hasPrefix("assay: warning: "), "\(result.errors)")
                let others = result.errors.split(separator: "\n").count { !$0.hasSuffix("[no-landlock]") }
                #expect(others == expected.errors.split(separator: "\n").count, "\(result.errors)")
            }
        }

        @Test("Without a system call filter workers read nothing and fail") func missingSeccomp() throws {
            let world = try SandboxWorld()
            for command in try commands(world) {
                let result = try world.assay(command, launcher: "without-seccomp")
                #expect(result.status != 0 && result.output.isEmpty, "\(result.errors)")
                // Of each repository the same is told.
                let asked = command[0] == "load" || command[1] == "git" ? 2 : 1
                let told = result.errors.split(separator: "\n").count { $0.hasSuffix("[no-sandbox]") }
                #expect(told == asked, "\(result.errors)")
            }
        }

        @Test("Bare, linked, shared and symlinked repositories are mirrored") func originForms() throws {
            let world = try SandboxWorld()
            let bare = try world.makeRepository("bare.git")
            let made = try world.run(
                "/bin/sh",
                [
                    "-c",
                    "git clone -q bare.git whole && cd whole && git worktree add -q ../linked && cd .. && "
                        + "git clone -q --bare --shared whole borrowing && ln -s whole link",
                ]
            )
            #expect(made.status == 0, "\(made.errors)")
            let names = ["bare", "whole", "linked", "borrowing", "link"]
            let origins = names.map { "o/\($0)=\(world.folder.appendingPathComponent($0).path)" }
            let result = try world.assay(["fetch", "git"] + origins + ["--mirrors", "mirrors"])
            #expect(result.status == 0 && result.errors.contains("5 cloned"), "\(result.errors)")
            let weeks = try world.assay(["commits", bare, "--format", "csv"]).output
            for name in names {
                #expect(try world.assay(["commits", "mirrors/o__\(name).git", "--format", "csv"]).output == weeks)
            }
        }

        @Test("The programs are position-independent executables", arguments: ["assay", "assay-git", "assay-fetch"])
        func positionIndependent(_ program: String) throws {
            let file = try FileHandle(forReadingFrom: Program.products.appendingPathComponent(program))
            let head = [UInt8](try #require(try file.read(upToCount: 18)))
            // In an ELF file the kind of a position-independent program is 3, that of another 2.
            #expect(head.starts(with: [0x7f] + "ELF".utf8) && head[16] == 3)
        }
    }
#endif
