import Foundation
import TestPrograms
import Testing

/// `assay fetch git` from folders: what it makes of origins that change.
@Suite struct MirrorTests {
    @Test("A mirror has the counts of its origin and follows it") func follows() throws {
        let world = try MirrorWorld()
        try world.commit(30, to: "a")
        let first = try world.fetch(["a"])
        #expect(first.status == 0 && first.errors.contains("1 cloned"), "\(first.errors)")
        #expect(try world.weeks("mirrors/o__a.git") == world.weeks("a"))
        // No tree but that of the newest commit and no file but its .mailmap.
        let objects = try world.git([
            "--git-dir", world.path("mirrors/o__a.git"), "cat-file", "--batch-all-objects", "--batch-check",
        ])
        #expect(objects.split(separator: "\n").count { $0.contains(" commit ") } == 30)
        #expect(objects.split(separator: "\n").count { !$0.contains(" commit ") } == 2)
        let second = try world.fetch(["a"])
        #expect(second.status == 0 && second.errors.contains("1 unchanged"), "\(second.errors)")
        try world.commit(5, to: "a")
        let third = try world.fetch(["a"])
        #expect(third.status == 0 && third.errors.contains("1 updated"), "\(third.errors)")
        #expect(!third.errors.contains("warning"), "\(third.errors)")
        #expect(try world.weeks("mirrors/o__a.git") == world.weeks("a"))
        let load = try world.assay(["load", "commits", "mirrors", "--observed-at", "2026-11-21", "--store", "s.sqlite"])
        #expect(load.status == 0 && load.errors.contains("1 loaded"), "\(load.errors)")
        #expect(
            try world.assay(["store", "sql", "SELECT key FROM entity", "--store", "s.sqlite"]).output.contains("o/a")
        )
    }

    @Test("A mirror has the tags of its branch, as releases, and no others") func tags() throws {
        let world = try MirrorWorld()
        try world.commit(3, to: "a")
        try world.commit(2, to: "a", branch: "side", text: "s")
        let origin = ["--git-dir", world.path("a"), "-c", "user.name=A", "-c", "user.email=a@x"]
        try world.git(origin + ["tag", "v0.1", "main~1"])
        try world.git(origin + ["tag", "-a", "-m", "x", "v0.2", "main"])
        try world.git(origin + ["tag", "v9", "side"])
        func tags() throws -> [Substring] {
            try world.git(["--git-dir", world.path("mirrors/o__a.git"), "tag"]).split(separator: "\n")
        }
        #expect(try world.fetch(["a"]).status == 0)
        #expect(try tags() == ["v0.1", "v0.2"])
        // What is new is taken too, though it names a commit that was there.
        try world.commit(1, to: "a")
        try world.git(origin + ["tag", "v0.3", "main"])
        try world.git(origin + ["tag", "v0.1.1", "main~3"])
        let store = ["--load", "--store", world.path("s.sqlite")]
        let again = try world.fetch(["a"], store)
        #expect(again.status == 0 && again.errors.contains("1 updated"), "\(again.errors)")
        #expect(try tags() == ["v0.1", "v0.1.1", "v0.2", "v0.3"])
        let objects = try world.git(["--git-dir", world.path("mirrors/o__a.git"), "rev-list", "--count", "--all"])
        #expect(objects == "4\n")
        // The commits of three of them landed on two days; the fourth was tagged today.
        try world.write("id,symbol,name,repos\nx,X,Ex,o/a\n", to: "coins.csv")
        let names = ["--store", world.path("s.sqlite"), "--quiet"]
        #expect(try world.assay(["load", "coins", world.path("coins.csv")] + names).status == 0)
        let rank = ["rank", "--as-of", "2024-03-01", "--columns", "coin_id,releases52", "--format", "csv"]
        let ranked = try world.assay(rank + names)
        #expect(ranked.output == "coin_id,releases52\nx,2.0\n", "\(ranked.errors)")
    }

    @Test("Tags count against the room of a mirror, and go with what did not fit") func tagsBeyondBudget() throws {
        let world = try MirrorWorld()
        try world.commit(3, to: "a")
        #expect(try world.fetch(["a"]).status == 0)
        let before = try world.files(in: "mirrors/o__a.git")
        let names = (0..<900).map { "create refs/tags/v\($0) main\n" }.joined()
        try world.commit(1, to: "a")
        let tip = try world.git(["--git-dir", world.path("a"), "rev-parse", "main"]).dropLast()
        try world.git(
            ["--git-dir", world.path("a"), "update-ref", "--stdin"],
            input: names.replacing(" main", with: " \(tip)")
        )
        let result = try world.fetch(["a"], ["--budget-each", "1"])
        #expect(result.status == 1 && result.errors.contains("[over-budget]"), "\(result.errors)")
        #expect(
            try world.files(in: "mirrors/o__a.git").filter { $0 != "refs/tags" } == before.filter { $0 != "refs/tags" }
        )
    }

    @Test("A git that skips missing objects still mirrors the mailmap") func newerGit() throws {
        let world = try MirrorWorld()
        try world.commit(3, to: "a")
        // Since 2.45 git names a missing object that it was asked about, where it may, and does not fail.
        try world.writeProgram(
            "case \"$*\" in *' rev-list '*)\n"
                + "/usr/bin/git \"$@\" 2>/dev/null && exit\n"
                + "case \"$*\" in *--missing=print*) for last; do :; done; echo \"?$last\";; esac\nexit 0;;\nesac\n"
                + "exec /usr/bin/git \"$@\"\n",
            to: "newer/git"
        )
        let result = try world.fetch(["a"], environment: ["PATH": "\(world.path("newer")):/usr/bin:/bin"])
        #expect(result.status == 0 && result.errors.contains("1 cloned"), "\(result.errors)")
        #expect(try world.weeks("mirrors/o__a.git") == world.weeks("a"))
    }

    @Test("Many updates leave fewer than 60 packs") func fewPacks() throws {
        let world = try MirrorWorld()
        try world.commit(1, to: "a")
        #expect(try world.fetch(["a"]).status == 0)
        for _ in 0..<24 {
            try world.commit(1, to: "a")
            #expect(try world.fetch(["a"]).status == 0)
        }
        let packs = try FileManager.default.contentsOfDirectory(atPath: world.path("mirrors/o__a.git/objects/pack"))
        #expect(packs.count { $0.hasSuffix(".pack") } < 60)
        #expect(try world.weeks("mirrors/o__a.git") == world.weeks("a"))
    }

    @Test("A rewritten history is reported once and followed") func rewritten() throws {
        let world = try MirrorWorld()
        try world.commit(10, to: "a")
        #expect(try world.fetch(["a"]).status == 0)
        try world.commit(8, to: "a", anew: true)
        let result = try world.fetch(["a"])
        #expect(result.status == 0 && result.errors.contains("[rewritten]"), "\(result.errors)")
        #expect(try world.tip("mirrors/o__a.git") == world.tip("a"))
        #expect(try !world.fetch(["a"]).errors.contains("[rewritten]"))
    }

    @Test("A changed default branch is reported and followed") func defaultBranch() throws {
        let world = try MirrorWorld()
        for name in ["moved", "renamed"] { try world.commit(5, to: name, branch: "master") }
        #expect(try world.fetch(["moved", "renamed"]).status == 0)
        for name in ["moved", "renamed"] {
            let place = ["--git-dir", world.path(name)]
            try world.git(place + ["branch", "trunk/main", "master"])
            try world.git(place + ["symbolic-ref", "HEAD", "refs/heads/trunk/main"])
            if name == "renamed" { try world.git(place + ["branch", "-D", "master"]) }
            try world.commit(3, to: name, branch: "trunk/main")
        }
        let result = try world.fetch(["moved", "renamed"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count { $0.contains("[branch-renamed]") } == 2, "\(result.errors)")
        for name in ["moved", "renamed"] {
            #expect(try world.weeks("mirrors/o__\(name).git") == world.weeks(name))
            let references = try world.git(["--git-dir", world.path("mirrors/o__\(name).git"), "branch"])
            #expect(references == "* trunk/main\n")
        }
        #expect(try world.fetch(["moved", "renamed"]).errors.contains("2 unchanged"))
    }

    @Test("Empty and missing origins are reported and their mirrors stay") func emptyOrigins() throws {
        let world = try MirrorWorld()
        try world.git(["init", "-q", "--bare", world.path("empty")])
        let empty = try world.fetch(["empty"])
        #expect(empty.status == 0 && empty.errors.contains("[empty]"), "\(empty.errors)")
        #expect(!world.exists("mirrors/o__empty.git"))
        for name in ["emptied", "gone", "headless", "well"] { try world.commit(4, to: name) }
        #expect(try world.fetch(["emptied", "gone", "headless", "well"]).status == 0)
        let counted = try world.weeks("mirrors/o__gone.git")
        try world.git(["--git-dir", world.path("emptied"), "update-ref", "-d", "refs/heads/main"])
        try world.git(["--git-dir", world.path("headless"), "branch", "-m", "main", "other"])
        try world.git(["--git-dir", world.path("headless"), "symbolic-ref", "HEAD", "refs/heads/main"])
        try FileManager.default.removeItem(atPath: world.path("gone"))
        try world.commit(1, to: "well")
        let result = try world.fetch(["emptied", "gone", "headless", "well"])
        #expect(result.status == 4, "\(result.errors)")
        for line in [
            "o/emptied: ", "[became-empty]", "o/gone: ", "[not-found]", "[no-default-branch]", "1 updated, 3 failed",
        ] {
            #expect(result.errors.contains(line), "\(line): \(result.errors)")
        }
        for name in ["emptied", "gone", "headless"] { #expect(try world.weeks("mirrors/o__\(name).git") == counted) }
        #expect(try world.fetch(["gone"]).status == 1)
    }

    @Test("Without arguments the repositories of the coin list are fetched") func coinList() throws {
        let world = try MirrorWorld()
        for name in ["One/a", "two/b"] { try world.commit(3, to: "origins/\(name)") }
        try world.write("coin_id,symbol,name,repositories\nx,X,Ex,One/a two/b\ny,Y,Why,two/b\n", to: "coins.csv")
        #expect(try world.assay(["load", "coins", "coins.csv"]).status == 0)
        let words = ["fetch", "git", "--base", "./origins"]
        let dry = try world.assay(words + ["--dry-run"])
        #expect(dry.output.split(separator: "\n").count == 2 && dry.output.contains("clone file:///"), "\(dry.output)")
        #expect(!world.exists("assay.sqlite.mirrors"))
        let result = try world.assay(words)
        #expect(result.status == 0 && result.errors.contains("2 cloned"), "\(result.errors)")
        #expect(world.exists("assay.sqlite.mirrors/one__a.git"))
        #expect(try world.assay(words + ["--dry-run"]).output.contains("update file:///"))
        try world.write("coin_id,symbol,name\nx,X,Ex\n", to: "none.csv")
        #expect(try world.assay(["load", "coins", "none.csv", "--store", "none.sqlite"]).status == 0)
        #expect(try world.assay(words + ["--store", "none.sqlite"]).status == 8)
    }

    @Test("With --load, mirrors are loaded by the same command") func loads() throws {
        let world = try MirrorWorld()
        for (name, count) in [("a", 8), ("b", 5)] { try world.commit(count, to: name) }
        try world.git(["init", "-q", "--bare", world.path("none")])
        let store = ["--load", "--store", world.path("s.sqlite")]
        func commits() throws -> [String] {
            let query = "SELECT key, sum(value) FROM commits GROUP BY key ORDER BY key"
            let words = ["store", "sql", query, "--format", "csv", "--store", world.path("s.sqlite")]
            return try world.assay(words).output.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
        }
        let first = try world.fetch(["a", "b", "none"], store)
        #expect(first.status == 0 && first.errors.contains("commits files: 2 loaded"), "\(first.errors)")
        #expect(try commits() == ["o/a,8.0", "o/b,5.0"])
        // The weeks end with the last one that is over: there is no warning that the newest is left out.
        #expect(!first.errors.contains("--observed-at"), "\(first.errors)")
        let second = try world.fetch(["a", "b"], store)
        #expect(second.status == 0 && second.errors.contains("2 loaded before"), "\(second.errors)")
        // Of a mirror that could not be brought up to date nothing is said about the weeks since.
        try world.commit(2, to: "a")
        try FileManager.default.removeItem(atPath: world.path("b"))
        let third = try world.fetch(["a", "b"], store)
        #expect(third.status == 4 && third.errors.contains("commits files: 1 loaded"), "\(third.errors)")
        #expect(try commits() == ["o/a,10.0", "o/b,5.0"])
        #expect(try world.fetch(["b"], store).status == 1)
        // A mirror that is there and cannot be read leaves the others.
        try world.commit(1, to: "c")
        let graph = world.path("mirrors/o__a.git/HEAD")
        try FileManager.default.removeItem(atPath: graph)
        try world.write("ref: refs/heads/gone\n", to: "mirrors/o__a.git/HEAD")
        let fourth = try world.fetch(["a", "c"], store)
        #expect(fourth.status == 0, "\(fourth.errors)")
        #expect(try commits().contains("o/c,1.0"))
    }
}
