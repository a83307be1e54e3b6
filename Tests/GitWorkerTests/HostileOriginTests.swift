import Foundation
import TestPrograms
import Testing

/// What origins, addresses, settings and environments may try.
@Suite struct HostileOriginTests {
    @Test("Addresses of unsafe kinds are rejected and nothing is started") func refusedAddresses() throws {
        let world = try MirrorWorld()
        let canary = world.path("canary")
        let refused = [
            "ext::sh -c touch% \(canary)", "ssh://git@host.example/a/b", "git@host.example:a/b",
            "git://host.example/a/b",
            "http://github.com/a/b", "ftp://host.example/a", "https://me:canary-word@github.com/a/b",
            "file://host.example/a", "fd::17/x", "https://-oProxyCommand/a/b", "https://github.com/a/b\nc",
            "https://github.com/a/b;c", "https://github.com/a/b#c", "https://github.com/a/b?c", "file:///srv/a;b",
            "file:///srv/a#b", "file:///srv/a?b", "https://github.com/a/b c", "https://github.com/a/b\tc",
            "https://github.com/a/b\u{1b}[31mc", "https://github.com/a/\"b", "https://github.com/a\\b",
            "https://me@github.com/a/b", "https:///a/b", "https://me:canary-word|@github.com/a/b",
            "https://ä.example/a/b", "-oProxy",
        ]
        for text in refused + refused.map({ "o/a=\($0)" }) {
            let result = try world.assay(["fetch", "git", "--mirrors", "mirrors", "--", text])
            #expect(result.status == 2 && result.errors.contains("[address-refused]"), "\(text): \(result.errors)")
            #expect(!result.errors.contains("canary-word"))
        }
        let nameless = ["--upload-pack=touch \(canary)", "-c/x", "a/..", "=\(world.path("a"))", "a/b/c=/x", "o=/x"]
        for text in nameless {
            let result = try world.assay(["fetch", "git", "--mirrors", "mirrors", "--", text])
            #expect(result.status == 2, "\(text): \(result.errors)")
        }
        for text in [world.path("a"), "o/a=https://github.com/p/b", "https://host.example/a b"] {
            #expect(try world.assay(["fetch", "git", "--mirrors", "mirrors", text]).status == 2, "\(text)")
        }
        let secret = "a/b/c=https://me:canary-word@host.example/b"
        let said = try world.assay(["fetch", "git", "--mirrors", "mirrors", secret])
        #expect(said.status == 2 && !said.errors.contains("canary-word"), "\(said.errors)")
        #expect(!world.exists("canary") && !world.exists("mirrors"))
    }

    @Test("Special characters in a folder name do not change which folder is cloned") func folderCharacters() throws {
        let world = try MirrorWorld()
        try world.commit(2, to: "a")
        for name in ["a;b", "a#b", "a?b", "a b", "a%41", "a\"b"] {
            try world.commit(3, to: name)
            let words = ["fetch", "git", "o/x=\(world.path(name))", "--mirrors", world.path("mirrors")]
            let result = try world.assay(words)
            #expect(result.status == 0 && result.errors.contains("1 cloned"), "\(name): \(result.errors)")
            #expect(try world.tip("mirrors/o__x.git") == world.tip(name), "\(name)")
            try FileManager.default.removeItem(atPath: world.path("mirrors"))
        }
    }

    @Test("Hooks, links and settings of an origin run nothing") func hostileOrigin() throws {
        let world = try MirrorWorld()
        try world.commit(3, to: "lender")
        try world.git(["clone", "-q", "--bare", "--shared", world.path("lender"), world.path("a")])
        // A link where the submodules are told, and one that leads outside.
        try world.git(
            ["--git-dir", world.path("a"), "fast-import", "--quiet"],
            input: """
                commit refs/heads/main
                committer Ben <ben@x> 1701000000 +0000
                data 1
                m
                from refs/heads/main^0
                M 120000 inline .gitmodules
                data 11
                /etc/passwd
                M 120000 inline .mailmap
                data 11
                /etc/passwd

                done

                """
        )
        let canary = "touch \(world.path("canary"))\n"
        for hook in ["post-update", "reference-transaction", "pre-receive", "post-checkout", "post-merge"] {
            try world.writeProgram(canary, to: "a/hooks/\(hook)")
        }
        try world.writeProgram(canary, to: "evil")
        let evil = world.path("evil")
        let settings = """
            [core]
            \tbare = true
            \trepositoryformatversion = 0
            \thooksPath = \(world.path("a/hooks"))
            \tfsmonitor = \(evil)
            \tsshCommand = \(evil)
            \talternateRefsCommand = \(evil)
            [uploadpack]
            \tpackObjectsHook = \(evil)
            [credential]
            \thelper = !\(evil)

            """
        try world.write(settings, to: "a/config")
        let result = try world.fetch(["a"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(!world.exists("canary"))
        #expect(!world.exists("mirrors/o__a.git/hooks") && !world.exists("mirrors/o__a.git/objects/info/alternates"))
        try world.write("[uploadpack]\n\tpackObjectsHook = \(evil)\n", to: "included")
        try world.write(settings + "[include]\n\tpath = \(world.path("included"))\n", to: "a/config")
        let including = try world.fetch(["a"])
        #expect(including.status == 1 && including.errors.contains("[damaged-reference]"), "\(including.errors)")
        try FileManager.default.removeItem(atPath: world.path("lender"))
        #expect(try world.weeks("mirrors/o__a.git").split(separator: "\n").count > 3)
    }

    @Test("Settings and environment of the user do not reach git") func userSettings() throws {
        let world = try MirrorWorld()
        try world.commit(3, to: "a")
        try world.commit(9, to: "b")
        try world.writeProgram("touch \(world.path("canary"))\n", to: "evil")
        let evil = world.path("evil")
        try world.write(
            "[url \"\(world.path("b"))\"]\n\tinsteadOf = file://\(world.path("a"))\n[uploadpack]\n\tpackObjectsHook = \(evil)\n",
            to: "home/.gitconfig"
        )
        let environment = [
            "GIT_CONFIG_GLOBAL": world.path("home/.gitconfig"), "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": "uploadpack.packObjectsHook", "GIT_CONFIG_VALUE_0": evil, "GIT_ASKPASS": evil,
            "GIT_DIR": world.path("b"), "GIT_OBJECT_DIRECTORY": world.path("b/objects"),
            "GIT_TRACE": world.path("trace"),
            "GIT_EXEC_PATH": world.path("home"), "GIT_TEMPLATE_DIR": world.path("home"),
            "XDG_CONFIG_HOME": world.path("home"),
        ]
        let result = try world.fetch(["a"], environment: environment)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try world.tip("mirrors/o__a.git") == world.tip("a"))
        #expect(!world.exists("canary") && !world.exists("trace"))
    }

    @Test("A repository that is not a mirror of assay is not changed") func foreignMirror() throws {
        let world = try MirrorWorld()
        try world.commit(3, to: "a")
        try world.git(["clone", "-q", "--bare", world.path("a"), world.path("mirrors/o__a.git")])
        let before = try String(contentsOfFile: world.path("mirrors/o__a.git/config"), encoding: .utf8)
        try world.commit(3, to: "a")
        let result = try world.fetch(["a"])
        #expect(result.status == 1 && result.errors.contains("[not-our-mirror]"), "\(result.errors)")
        #expect(try String(contentsOfFile: world.path("mirrors/o__a.git/config"), encoding: .utf8) == before)
        #expect(try world.tip("mirrors/o__a.git") != world.tip("a"))
    }

    @Test("An origin over the size limit leaves nothing and the others succeed") func overBudget() throws {
        let world = try MirrorWorld()
        var random = SplitMix(seed: 148)
        let noise = (0..<200_000).map { _ in String(random.next(), radix: 36) }.joined()
        try world.commit(1, to: "huge", text: noise)
        for name in ["b", "c"] { try world.commit(3, to: name) }
        let each = try world.fetch(["huge", "b", "c"], ["--budget-each", "1"])
        #expect(each.status == 4 && each.errors.contains("[over-budget]"), "\(each.errors)")
        #expect(each.errors.contains("2 cloned, 1 failed"), "\(each.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.path("mirrors")).count == 2)
        let whole = try world.fetch(["huge", "b", "c"], ["--budget-disk", "1", "--jobs", "1"])
        #expect(whole.status == 4 && whole.errors.contains("2 unchanged, 1 failed"), "\(whole.errors)")
        try world.commit(1, to: "b", text: noise)
        let counted = try world.weeks("mirrors/o__b.git")
        let update = try world.fetch(["b"], ["--budget-each", "1"])
        #expect(update.status == 1 && update.errors.contains("[over-budget]"), "\(update.errors)")
        #expect(try world.weeks("mirrors/o__b.git") == counted)
        #expect(try world.fetch(["huge", "b"]).errors.contains("1 cloned, 1 updated"))
    }

    @Test("Updates respect the limits of one mirror and of all together", .timeLimit(.minutes(8)))
    func updateBudgets() throws {
        let world = try MirrorWorld()
        let names = ["a", "b", "c"]
        for name in names { try world.commit(20, to: name, seconds: 7000) }
        #expect(try world.fetch(names).status == 0)
        let mirrors = names.map { "mirrors/o__\($0).git" }
        let before = try mirrors.map { try (world.files(in: $0), world.weeks($0), world.size(of: $0)) }
        for name in names { try world.commit(5000, to: name, seconds: 7000) }
        // Each file would fit; pack, index and commit-graph together do not.
        let each = try world.fetch(["a"], ["--budget-each", "1"])
        #expect(each.status == 1 && each.errors.contains("[over-budget]"), "\(each.errors)")
        #expect(try world.files(in: mirrors[0]) == before[0].0)
        #expect(try world.weeks(mirrors[0]) == before[0].1)
        // Of three updates that all mirrors together have room for, two come; the third is named and as it was.
        let whole = try world.fetch(names, ["--budget-disk", "3", "--jobs", "2"])
        #expect(whole.status == 4 && whole.errors.contains("2 updated, 1 failed"), "\(whole.errors)")
        #expect(try world.size(of: "mirrors") <= 3 << 20)
        for (name, (mirror, old)) in zip(names, zip(mirrors, before)) {
            let isOld = try world.tip(mirror) != world.tip(name)
            #expect(isOld == whole.errors.contains("o/\(name): takes more than"))
            if isOld {
                #expect(try world.files(in: mirror) == old.0)
                #expect(try world.weeks(mirror) == old.1)
            } else {
                #expect(try world.weeks(mirror) == world.weeks(name))
            }
        }
        // With room for it what was refused comes.
        #expect(try world.fetch(names).errors.contains("1 updated, 2 unchanged"))
        for (name, mirror) in zip(names, mirrors) { #expect(try world.weeks(mirror) == world.weeks(name)) }
    }

    @Test("A missing or too old git is reported with the version needed") func gitVersion() throws {
        let world = try MirrorWorld()
        try world.commit(1, to: "a")
        let missing = try world.fetch(["a"], environment: ["PATH": world.path("nowhere")])
        #expect(missing.status == 1 && missing.errors.contains("apt install git"), "\(missing.errors)")
        try world.writeProgram("echo git version 2.20.1\n", to: "old/git")
        let old = try world.fetch(["a"], environment: ["PATH": world.path("old")])
        #expect(old.status == 1 && old.errors.contains("is git 2.20; install 2.36"), "\(old.errors)")
        try world.writeProgram("echo hello\n", to: "other/git")
        #expect(try world.fetch(["a"], environment: ["PATH": world.path("other")]).errors.contains("[no-git]"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.path("mirrors")).isEmpty)
    }
}
