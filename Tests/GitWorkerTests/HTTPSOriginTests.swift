import Foundation
import TestPrograms
import Testing

/// `assay fetch git` over https, from a server on the loopback interface.
@Suite struct HTTPSOriginTests {
    /// A world with a served origin `a.git`, the server's address, and an environment in which it is believed.
    private func withServer(
        _ work: (_ world: MirrorWorld, _ address: String, _ trusting: [String: String]) throws -> Void
    ) throws {
        let world = try MirrorWorld()
        try world.commit(20, to: "a.git")
        try world.serving { address, trusting in try work(world, address, trusting) }
    }

    private func fetch(
        _ kind: String,
        _ world: MirrorWorld,
        _ address: String,
        _ environment: [String: String] = [:],
        _ more: [String] = []
    ) throws -> Program.End {
        try world.assay(
            ["fetch", "git", "o/\(kind)=\(address)/\(kind)/a.git", "--mirrors", world.path("mirrors")] + more,
            environment: environment
        )
    }

    @Test("Origins are mirrored without trees where allowed, otherwise in full") func treeless() throws {
        try withServer { world, address, trusting in
            for isAllowed in [false, true] {
                try world.git(["--git-dir", world.path("a.git"), "config", "uploadpack.allowFilter", "\(isAllowed)"])
                let kind = isAllowed ? "treeless" : "full"
                let result = try fetch(kind, world, address, trusting)
                #expect(result.status == 0 && result.errors.contains("1 cloned"), "\(result.errors)")
                #expect(try world.weeks("mirrors/o__\(kind).git") == world.weeks("a.git"))
            }
            try world.commit(3, to: "a.git")
            for kind in ["treeless", "full"] {
                #expect(try fetch(kind, world, address, trusting).errors.contains("1 updated"))
                #expect(try world.weeks("mirrors/o__\(kind).git") == world.weeks("a.git"))
            }
            let before = try world.printed(by: "server")
            #expect(try fetch("full", world, address, trusting).errors.contains("1 unchanged"))
            let asked = try world.printed(by: "server").dropFirst(before.count)
            // What is said to hello, and what the two references are.
            #expect(asked.split(separator: "\n").count == 2, "\(asked)")
        }
    }

    @Test("A shallow origin is rejected, but updates an existing mirror") func shallowOrigin() throws {
        try withServer { world, address, trusting in
            for isAllowed in [false, true] {
                try world.git([
                    "clone", "-q", "--bare", "--depth=5", "file://" + world.path("a.git"), world.path("b.git"),
                ])
                try world.git(["--git-dir", world.path("b.git"), "config", "uploadpack.allowFilter", "\(isAllowed)"])
                let words = ["fetch", "git", "o/b=\(address)/whole/b.git", "--mirrors", world.path("mirrors")]
                let result = try world.assay(words, environment: trusting)
                #expect(result.status == 1 && result.errors.contains("[shallow-clone]"), "\(result.errors)")
                // What is new of it fits to what is there already.
                try FileManager.default.moveItem(atPath: world.path("b.git"), toPath: world.path("cut.git"))
                try FileManager.default.copyItem(atPath: world.path("a.git"), toPath: world.path("b.git"))
                #expect(try world.assay(words, environment: trusting).status == 0)
                try FileManager.default.removeItem(atPath: world.path("b.git"))
                try FileManager.default.moveItem(atPath: world.path("cut.git"), toPath: world.path("b.git"))
                try world.commit(1, to: "b.git")
                #expect(try world.assay(words, environment: trusting).status == 0)
                #expect(try world.tip("mirrors/o__b.git") == world.tip("b.git"))
                #expect(
                    try world.git(["--git-dir", world.path("mirrors/o__b.git"), "rev-list", "--count", "HEAD"])
                        == "21\n"
                )
                #expect(!world.exists("mirrors/o__b.git/shallow"))
                for name in ["b.git", "mirrors"] { try FileManager.default.removeItem(atPath: world.path(name)) }
            }
        }
    }

    @Test("A host without a valid certificate is rejected, whatever the settings") func untrustedHost() throws {
        try withServer { world, address, _ in
            let result = try fetch("whole", world, address)
            #expect(result.status == 1 && result.errors.contains("[bad-certificate]"), "\(result.errors)")
            // Not even by a setting of the user's.
            try world.write("[http]\n\tsslVerify = false\n", to: "home/.gitconfig")
            let again = try fetch("whole", world, address, ["GIT_SSL_NO_VERIFY": "1"])
            #expect(again.errors.contains("[bad-certificate]"), "\(again.errors)")
        }
    }

    @Test("A host that hangs up before it has proved who it is, is a fault of the network") func hungUp() throws {
        let world = try MirrorWorld()
        try world.running("closing-server.py", [], mark: "server") { port in
            let result = try fetch("whole", world, "https://localhost:\(port)")
            #expect(result.status == 1 && result.errors.contains("[network]"), "\(result.errors)")
        }
    }

    @Test("A redirect on the same host is followed and reported as renamed") func samePathRedirect() throws {
        try withServer { world, address, trusting in
            let result = try fetch("renamed", world, address, trusting)
            #expect(result.status == 0 && result.errors.contains("[renamed]"), "\(result.errors)")
            #expect(result.errors.contains("\(address)/whole/a.git"))
            #expect(try world.weeks("mirrors/o__renamed.git") == world.weeks("a.git"))
        }
    }

    @Test("An origin that asks to slow down is asked again within the time that there is") func slowDown() throws {
        try withServer { world, address, trusting in
            let result = try fetch("busy", world, address, trusting, ["--deadline-each", "60"])
            #expect(result.status == 0 && result.errors.contains("1 cloned"), "\(result.errors)")
            #expect(try world.weeks("mirrors/o__busy.git") == world.weeks("a.git"))
        }
    }

    @Test(
        "Every failure of an origin has its reason and leaves no mirror",
        arguments: [
            ("away", "redirect-refused"), ("plain", "redirect-refused"), ("file", "redirect-refused"),
            ("circle", "network"), ("private", "not-found"), ("gone", "not-found"), ("forbidden", "refused-by-origin"),
            ("impatient", "rate-limited"), ("failing", "source-failing"), ("cut", "network"), ("silent", "network"),
        ]
    )
    func otherAnswers(_ kind: String, _ reason: String) throws {
        try withServer { world, address, trusting in
            // A password that must not be asked for, nor sent.
            try world.write("machine localhost login me password canary\n", to: "home/.netrc")
            try world.writeProgram("touch \(world.path("asked")); echo canary\n", to: "askpass")
            let environment = trusting.merging(["GIT_ASKPASS": world.path("askpass")]) { $1 }
            // Whoever asks to slow down is waited for, but not beyond the time that there is.
            let bound = kind == "impatient" ? ["--deadline-each", "4"] : []
            let result = try fetch(kind, world, address, environment, bound)
            #expect(result.status == 1 && result.errors.contains("[\(reason)]"), "\(result.errors)")
            #expect(!world.exists("asked"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: world.path("mirrors")).isEmpty)
        }
    }

    @Test(
        "A part of a list counts addresses, and says of each failure whether another try may succeed",
        arguments: [
            ("whole", nil, nil), ("renamed", nil, nil), ("private", "not-found", "final"),
            ("gone", "not-found", "final"), ("forbidden", "refused-by-origin", "final"),
            ("away", "redirect-refused", "final"), ("failing", "source-failing", "again"), ("cut", "network", "again"),
            ("silent", "network", "again"), ("impatient", "rate-limited", "again"), ("slow", "deadline", "again"),
        ] as [(String, String?, String?)]
    )
    func partition(_ kind: String, _ reason: String?, _ when: String?) throws {
        try withServer { world, address, trusting in
            let hangs = ["impatient", "slow"].contains(kind)
            let lines = try partition(
                ["o/a\t\(address)/\(kind)/a.git"],
                hangs ? ["--deadline-each", "4"] : [],
                world,
                trusting
            )
            if let reason, let when {
                #expect(lines.count == 3 && lines[1].starts(with: ["x", "o/a", reason, when]), "\(lines)")
            } else {
                #expect(lines.count { $0[0] == "c" } == 20 && lines[1].starts(with: ["r", "o/a", "o/a"]), "\(lines)")
            }
        }
    }

    @Test("A mirror above the budget of a part is stopped, named with the budget, and the others are counted")
    func partitionBudget() throws {
        let world = try MirrorWorld()
        var random = SplitMix(seed: 148)
        try world.commit(1, to: "huge", text: (0..<200_000).map { _ in String(random.next(), radix: 36) }.joined())
        for name in ["b", "c"] { try world.commit(3, to: name) }
        let lines = try partition(
            ["b", "c", "huge"].map { "o/\($0)\tfile://\(world.path($0))" },
            ["--budget-each", "1"],
            world
        )
        let failure = ["x", "o/huge", "over-budget", "final", "takes more than the 1 MiB of --budget-each"]
        #expect(lines.contains(failure) && lines.count { $0[0] == "r" } == 2, "\(lines)")
    }

    /// The fields of the lines that a part of a list is counted to; no mirror stays.
    private func partition(
        _ list: [String],
        _ more: [String],
        _ world: MirrorWorld,
        _ environment: [String: String] = [:]
    ) throws -> [[String]] {
        let header = #"{"protocol":"assay-partition","version":1,"job":"commits","observed_at":"2024-03-24"}"#
        try world.write(([header] + list).map { $0 + "\n" }.joined(), to: "part")
        try FileManager.default.createDirectory(atPath: world.path("mirrors"), withIntermediateDirectories: true)
        let words = ["partition", "commits", "--mirrors", world.path("mirrors")] + more
        let end = try world.run(MirrorWorld.program, words, environment: environment, input: "part")
        #expect(end.status == 0 && end.errors.isEmpty, "\(end.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.path("mirrors")).isEmpty)
        return end.output.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }
}
