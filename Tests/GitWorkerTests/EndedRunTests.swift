import Foundation
import TestPrograms
import Testing

/// Runs that are ended from outside, or that take too long.
@Suite struct EndedRunTests {
    /// A git program that never ends once it is to fetch; what it starts outlives it unless somebody sees to that.
    private func hangingGit(_ world: MirrorWorld) throws -> [String: String] {
        try world.writeProgram(
            "case \"$*\" in *' fetch '*|*ls-remote*) /bin/sleep 300 & /bin/sleep 300;; esac\n"
                + "exec /usr/bin/git \"$@\"\n",
            to: "hanging/git"
        )
        return ["PATH": world.path("hanging")]
    }

    private func waitFor(_ seconds: Double, _ condition: () throws -> Bool) rethrows -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while deadline.timeIntervalSinceNow > 0 {
            if try condition() { return true }
            usleep(2000)
        }
        return false
    }

    /// How many programs the hanging git has started that are still there: its sandbox lets it tell nobody else.
    private func hanging(_ world: MirrorWorld) throws -> Int {
        try world.programs().count { id in
            FileManager.default.contents(atPath: "/proc/\(id)/comm") == Data("sleep\n".utf8)
        }
    }

    @Test("A repository over its deadline is stopped with all its processes") func repositoryDeadline() throws {
        let world = try MirrorWorld()
        try world.commit(3, to: "a")
        let clock = ContinuousClock()
        let environment = try hangingGit(world)
        let time = try clock.measure {
            let process = try world.start(
                MirrorWorld.program,
                world.fetching(["a"]) + ["--deadline-each", "2"],
                environment: environment
            )
            #expect(try waitFor(20) { try hanging(world) == 2 || !process.isRunning })
            #expect(process.isRunning)
            let end = try process.wait()
            #expect(end.status == 1 && end.errors.contains("[deadline]"), "\(end.errors)")
        }
        #expect(time < .seconds(30))
        #expect(try waitFor(5) { try world.programs().isEmpty })
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.path("mirrors")).isEmpty)
    }

    @Test(
        "A signal stops a run and all its processes, and the next run succeeds",
        arguments: [SIGINT, SIGTERM, SIGKILL]
    )
    func signals(_ signal: Int32) throws {
        let world = try MirrorWorld()
        try world.commit(3, to: "a")
        let process = try world.start(
            MirrorWorld.program,
            world.fetching(["a"]),
            environment: hangingGit(world).merging(["PATH": "\(world.path("hanging")):/usr/bin:/bin"]) { $1 }
        )
        #expect(try waitFor(20) { try hanging(world) == 2 })
        // Nobody else fetches into the same folder meanwhile.
        let other = try world.fetch(["a"])
        #expect(other.status == 6 && other.errors.contains("[mirrors-busy]"), "\(other.errors)")
        process.signal(signal)
        #expect(try waitFor(2) { try !process.isRunning && world.programs().isEmpty })
        #expect(!world.exists("mirrors/o__a.git"))
        let again = try world.fetch(["a"])
        #expect(again.status == 0 && again.errors.contains("1 cloned"), "\(again.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.path("mirrors")) == ["o__a.git"])
    }

    @Test("Wrong arguments print one error and leave no worker running") func wrongArguments() throws {
        let world = try MirrorWorld()
        try world.commit(3, to: "a")
        try world.git(["--git-dir", world.path("a"), "commit-graph", "write", "--reachable"])
        for words in [["--wrong"], ["--weeks", "many"], ["another"]] {
            let result = try world.assay(["commits", world.path("a")] + words)
            #expect(result.status == 2 && result.output.isEmpty)
            #expect(
                result.errors.hasPrefix("assay: error: ") && result.errors.hasSuffix("[usage]\n"),
                "\(result.errors)"
            )
            #expect(result.errors.filter(\.isNewline).count == 1)
            #expect(try waitFor(5) { try world.programs().isEmpty })
        }
    }

    @Test("A run killed at any moment leaves complete mirrors only") func killedAnytime() throws {
        let world = try MirrorWorld()
        try world.commit(400, to: "a")
        try world.commit(400, to: "b")
        #expect(try world.fetch(["b"]).status == 0)
        let (old, counted) = (try world.weeks("b"), try world.weeks("a"))
        try world.commit(400, to: "b")
        let new = try world.weeks("b")
        var isDone = false
        for round in 0..<40 where !isDone {
            let process = try world.start(MirrorWorld.program, world.fetching(["a", "b"]) + ["--jobs", "2"])
            usleep(UInt32(20_000 + 12_000 * round))
            process.signal(SIGKILL)
            let end = try process.wait()
            // Both are what they were or what they are to be.
            if world.exists("mirrors/o__a.git") { #expect(try world.weeks("mirrors/o__a.git") == counted) }
            let now = try world.weeks("mirrors/o__b.git")
            #expect(now == old || now == new)
            isDone = end.status < 128
        }
        let last = try world.fetch(["a", "b"])
        #expect(last.status == 0, "\(last.errors)")
        #expect(try world.weeks("mirrors/o__a.git") == counted && world.weeks("mirrors/o__b.git") == new)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: world.path("mirrors")).sorted() == [
                "o__a.git", "o__b.git",
            ]
        )
        try world.git(["--git-dir", world.path("mirrors/o__b.git"), "fsck", "--connectivity-only"])
    }
}
