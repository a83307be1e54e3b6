import Foundation
import TestPrograms
import Testing

/// Fetches of mirrors that end with their time, or with a host that says next to nothing.
@Suite struct DeadlineTests {
    private func commits(_ world: MirrorWorld) throws -> [String] {
        let query = "SELECT key, sum(value) FROM commits GROUP BY key ORDER BY key"
        let words = ["store", "sql", query, "--format", "csv", "--store", world.path("s.sqlite")]
        return try world.assay(words).output.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
    }

    @Test("At the deadline finished mirrors are loaded, and the next run continues") func deadline() throws {
        let world = try MirrorWorld()
        for name in ["a", "b.git", "c"] { try world.commit(4, to: name) }
        try world.serving { address, trusting in
            func fetch(_ kind: String, _ more: [String]) throws -> Program.End {
                let names = ["o/a=\(world.path("a"))", "o/b=\(address)/\(kind)/b.git", "o/c=\(world.path("c"))"]
                let options = ["--mirrors", world.path("mirrors"), "--load", "--store", world.path("s.sqlite")]
                return try world.assay(["fetch", "git"] + names + options + more, environment: trusting)
            }
            let time = try ContinuousClock().measure {
                let first = try fetch("slow", ["--jobs", "1", "--deadline", "6"])
                #expect(first.status == 4 && first.errors.contains("1 cloned, 2 failed"), "\(first.errors)")
                // One was under way, one was not begun.
                for name in ["o/b", "o/c"] {
                    #expect(first.errors.contains("\(name): was not fetched before the time was up"), "\(first.errors)")
                }
                #expect(first.errors.contains("[deadline]") && first.errors.contains("raise --deadline"))
            }
            #expect(time > .seconds(5.9) && time < .seconds(30))
            #expect(try FileManager.default.contentsOfDirectory(atPath: world.path("mirrors")) == ["o__a.git"])
            #expect(try world.programs().filter { $0 != "\(getpid())" }.count <= 1, "the server alone is left")
            #expect(try commits(world) == ["o/a,4.0"])
            let second = try fetch("whole", ["--deadline", "100"])
            #expect(second.status == 0 && second.errors.contains("2 cloned, 1 unchanged"), "\(second.errors)")
            #expect(try commits(world) == ["o/a,4.0", "o/b,4.0", "o/c,4.0"])
        }
    }

    @Test("A fetch where nothing finished by the deadline fails") func nothingInTime() throws {
        let world = try MirrorWorld()
        try world.commit(4, to: "b.git")
        try world.serving { address, trusting in
            let words = ["fetch", "git", "o/b=\(address)/slow/b.git", "--mirrors", world.path("mirrors")]
            let result = try world.assay(words + ["--deadline", "1"], environment: trusting)
            #expect(result.status == 1 && result.errors.contains("[deadline]"), "\(result.errors)")
        }
    }

    @Test("Limits for slow transfers are passed to git by environment only") func slowTransferLimits() throws {
        let world = try MirrorWorld()
        try world.commit(4, to: "a")
        #expect(try world.fetch(["a"]).status == 0)
        let settings = try String(contentsOfFile: world.path("mirrors/o__a.git/config"), encoding: .utf8)
        #expect(!settings.contains("lowSpeed"))
        try world.commit(1, to: "a")
        // Programs write nowhere but into the mirror.
        let told = world.path("mirrors/o__a.git/told")
        try world.writeProgram("env >>\(told)\nexec /usr/bin/git \"$@\"\n", to: "telling/git")
        let result = try world.fetch(["a"], environment: ["PATH": world.path("telling")])
        #expect(result.status == 0 && result.errors.contains("1 updated"), "\(result.errors)")
        #expect(try String(contentsOfFile: world.path("mirrors/o__a.git/config"), encoding: .utf8) == settings)
        let environment = try String(contentsOfFile: told, encoding: .utf8)
        #expect(environment.contains("GIT_HTTP_LOW_SPEED_LIMIT=1000\n"))
        #expect(environment.contains("GIT_HTTP_LOW_SPEED_TIME=120\n"))
    }
}
