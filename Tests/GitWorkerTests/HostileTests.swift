import Foundation
import GitWorker
import TestPrograms
import Testing
import WorkerProtocol

/// Repositories that are damaged, crafted or of another kind: each is read right or refused by name.
@Suite struct HostileTests {
    private func clone() throws -> Clone {
        try Clone(RandomHistory(seed: 11, commits: 12).stream)
    }

    @Test("A missing pack or pack index is a missing object") func missingFiles() throws {
        let pack = try clone()
        try FileManager.default.removeItem(at: pack.only(".pack", in: "objects/pack"))
        #expect(pack.refusal() == .missingObject)
        let index = try clone()
        try FileManager.default.removeItem(at: index.only(".idx", in: "objects/pack"))
        #expect(index.refusal() == .missingObject)
    }

    @Test("An object that is larger or smaller than it claims is rejected") func bomb() throws {
        let clone = try clone()
        let bomb = "import sys,zlib;sys.stdout.buffer.write(zlib.compress(b'commit 2147483648\\0'+bytes(100<<20)))"
        let id = String(repeating: "ab", count: 20)
        try clone.shell("mkdir -p objects/ab && python3 -c \"\(bomb)\" > objects/ab/\(id.dropFirst(2))")
        try clone.write(Array("\(id)\n".utf8), to: "refs/heads/main")
        #expect(clone.refusal() == .tooLarge)
        // Honest streams whose headers claim more than they hold, or less.
        for (claim, reason) in [(1 << 31, .tooLarge), (5, .damagedObject), (3, .damagedObject)]
            as [(Int, WorkerFault.Reason)]
        {
            let lie = "import sys,zlib;sys.stdout.buffer.write(zlib.compress(b'commit \(claim)\\0'+b'tree'))"
            try clone.shell("python3 -c \"\(lie)\" > objects/ab/\(id.dropFirst(2))")
            #expect(clone.refusal() == reason, "\(claim)")
        }
    }

    @Test("Links, pipes and paths outside the repository are rejected") func linksAndPipes() throws {
        for name in ["HEAD", "config", "packed-refs", "refs/heads/main", "shallow", "objects/info/alternates"] {
            let clone = try clone()
            try clone.shell("rm -f \(name) && mkfifo \(name)")
            if name == "packed-refs" { try clone.shell("rm refs/heads/main") }
            #expect(clone.refusal() == .notRegular, "\(name) as a pipe")
        }
        for name in ["HEAD", "config", "refs/heads/main", "objects", "objects/pack", "refs/heads"] {
            let clone = try clone()
            try clone.shell("mv \(name) moved && ln -s \"$PWD/moved\" \(name)")
            #expect(clone.refusal() == .leadsOutside, "\(name) as a link")
        }
        let circle = try clone()
        try circle.shell("rm refs/heads/main && ln -s main refs/heads/main")
        #expect(circle.refusal() == .leadsOutside)
        let borrowing = try clone()
        try borrowing.write(Array("/somewhere/objects\n".utf8), to: "objects/info/alternates")
        #expect(borrowing.refusal() == .leadsOutside)
        let including = try clone()
        try including.git(["config", "include.path", "/somewhere/config"])
        #expect(including.refusal() == .leadsOutside)
    }

    @Test("A .git file is followed to its git directory, and rejected if wrong") func gitFiles() throws {
        let clone = try clone()
        let whole = try clone.told().batch
        try clone.git(["worktree", "add", "-q", "tree", "main~1"])
        let tree = clone.path + "/tree"
        let older = try clone.told(from: clone.git(["rev-parse", "main~1"]).trimmed)
        var told = Told()
        let asked = HistoryRequest(path: tree, detail: .commits, observedAt: 1_800_000_000)
        let workers = HistoryWorkers(try Worker(named: "assay-git"), reading: [asked.path])
        told.summary = try workers.ask(asked) { told.take($0) }
        #expect(told.batch == older.batch && told.batch.count < whole.count)
        try clone.write(Array("gitdir: ../.\n".utf8), to: "sub/.git")
        #expect(Clone.refusal(clone.path + "/sub") == nil)
        for (text, reason) in [
            ("gitdir: /nowhere\n", .notARepository), ("gitdir: \n", .leadsOutside), ("elsewhere\n", .leadsOutside),
            ("gitdir: /etc\n", .notARepository), (String(repeating: "x", count: 9000), .leadsOutside),
        ] as [(String, WorkerFault.Reason)] {
            try clone.write(Array(text.utf8), to: "sub/.git")
            #expect(Clone.refusal(clone.path + "/sub") == reason, "\(text.prefix(30))")
        }
        // Another repository: by a file `.git` alone, by one that names it back, and by what is shared.
        let other = try self.clone()
        try clone.write(Array("gitdir: \(other.path)\n".utf8), to: "sub/.git")
        #expect(Clone.refusal(clone.path + "/sub") == .leadsOutside)
        try other.git(["config", "core.worktree", clone.path + "/sub"])
        #expect(Clone.refusal(clone.path + "/sub") == nil)
        try other.git(["config", "core.worktree", "/nowhere"])
        #expect(Clone.refusal(clone.path + "/sub") == .leadsOutside)
        try clone.shell("rm sub/.git && mkdir sub/.git && cp HEAD sub/.git && echo \(other.path) > sub/.git/commondir")
        #expect(Clone.refusal(clone.path + "/sub") == .leadsOutside)
        try clone.shell("rm -r sub/.git; touch sub/.git")
        try clone.git(["worktree", "move", "tree", "moved"])
        #expect(Clone.refusal(clone.path + "/moved") == nil)
        try clone.shell("cp -r moved copied")
        #expect(Clone.refusal(clone.path + "/copied") == .leadsOutside)
        try clone.shell("rm sub/.git && mkfifo sub/.git")
        #expect(Clone.refusal(clone.path + "/sub") == .notARepository)
        try clone.shell("rm sub/.git && ln -s .. sub/.git")
        #expect(Clone.refusal(clone.path + "/sub") == .leadsOutside)
    }

    @Test("A pipe as a reference of a linked worktree is rejected") func pipeInWorktree() throws {
        let clone = try clone()
        try clone.git(["worktree", "add", "-q", "tree", "main"])
        let folder = "worktrees/tree"
        try clone.shell("mkdir -p \(folder)/refs/bisect && mkfifo \(folder)/refs/bisect/x")
        try clone.write(Array("ref: refs/bisect/x\n".utf8), to: "\(folder)/HEAD")
        var limits = WorkerLimits()
        limits.wallSeconds = 5
        let request = HistoryRequest(path: clone.path + "/tree", detail: .tip, observedAt: 1_800_000_000)
        let fault = #expect(throws: WorkerFault.self) {
            try HistoryWorkers(Worker(named: "assay-git"), reading: [request.path], limits: limits).ask(request) { _ in
            }
        }
        #expect(fault?.reason == .notRegular, "\(String(describing: fault))")
    }

    @Test("A git directory without refs, objects or HEAD is not a repository") func incompleteDirectory() throws {
        for change in [
            "rm -r refs", "rm -r refs && touch refs", "rm -r objects", "rm -r objects && touch objects", "rm HEAD",
            "rm HEAD && mkdir HEAD",
        ] {
            let clone = try clone()
            try clone.write(Array("gitdir: ../.\n".utf8), to: "sub/.git")
            try clone.shell(change)
            #expect(clone.refusal() == .notARepository, "\(change)")
            // Before the worker shuts itself in, and lets what is named be read.
            let fault = #expect(throws: WorkerFault.self, "\(change)") { try RepositoryPlace(clone.path + "/sub") }
            #expect(fault?.reason == .notARepository, "\(change)")
        }
    }

    @Test("References are followed, and wrong ones rejected with their reason") func references() throws {
        let clone = try clone()
        let count = try clone.told().batch.count
        let tip = try clone.git(["rev-parse", "HEAD"])
        try clone.write(Array("ref: refs/heads/a\n".utf8), to: "HEAD")
        #expect(clone.refusal() == .noBranch)
        try clone.write(Array("ref: refs/heads/b\n".utf8), to: "refs/heads/a")
        try clone.write(Array("ref: refs/heads/a\n".utf8), to: "refs/heads/b")
        #expect(clone.refusal() == .damagedReference)
        for wrong in [
            "ref: ../outside\n", "ref: refs/../../outside\n", "nothing", "", String(repeating: "g", count: 40),
        ] {
            try clone.write(Array(wrong.utf8), to: "HEAD")
            #expect(clone.refusal() == .damagedReference, "\(wrong)")
        }
        try clone.write(Array(tip.utf8), to: "HEAD")
        #expect(try clone.told().batch.count == count, "detached")
        let many = (0..<100_000).map { "\(String(repeating: "0", count: 40)) refs/pull/\($0)/head\n" }.joined()
        try clone.write(Array((many + "\(tip.prefix(40)) refs/heads/zz\n").utf8), to: "packed-refs")
        try clone.write(Array("ref: refs/heads/zz\n".utf8), to: "HEAD")
        #expect(try clone.told().batch.count == count, "among 100,000")
    }

    @Test("An empty repository has no commits") func emptyRepository() throws {
        #expect(try Clone().told().summary == HistorySummary(commits: 0, newest: nil))
    }

    @Test("Other repository formats are rejected with their reason") func otherFormats() throws {
        #expect(try Clone(format: ["--object-format=sha256"]).refusal() == .objectFormat)
        for (setting, reason) in [
            ("[core]\n\trepositoryformatversion = 1\n[extensions]\n\trefStorage = reftable\n", .referenceFormat),
            ("[core]\n\trepositoryformatversion = 1\n[Extensions] # x\n\tfuture\n", .extensions),
            ("[core]\n\trepositoryformatversion = 2 ; later\n", .extensions),
            ("[core] repositoryformatversion = \"x\"\n", .damagedReference),
        ] as [(String, WorkerFault.Reason)] {
            let clone = try clone()
            try clone.write(Array(setting.utf8), to: "config")
            #expect(clone.refusal() == reason, "\(setting)")
        }
        let source = try clone()
        try source.git(["config", "uploadpack.allowFilter", "true"])
        try source.git(["clone", "-q", "--bare", "--depth=2", "file://\(source.path)", "shallow.git"])
        #expect(Clone.refusal(source.path + "/shallow.git") == .shallow)
        #expect(Clone.refusal(source.path + "/none") == .notARepository)
        #expect(Clone.refusal("/tmp") == .notARepository)
    }

    @Test("A partial clone is counted in full and reported to lack its mailmap") func partialClone() throws {
        let source = try clone()
        try source.git(["config", "uploadpack.allowFilter", "true"])
        let whole = try source.told()
        for filter in ["blob:none", "tree:0"] {
            try source.git(["clone", "-q", "--bare", "--filter=\(filter)", "file://\(source.path)", "\(filter).git"])
            var told = Told()
            let path = source.path + "/\(filter).git"
            let request = HistoryRequest(path: path, detail: .commits, observedAt: 1_800_000_000)
            let workers = HistoryWorkers(try Worker(named: "assay-git"), reading: [request.path])
            told.summary = try workers.ask(request) { told.take($0) }
            #expect(told.batch.ids == whole.batch.ids)
            #expect(told.summary?.lacksMailmap == true)
        }
        #expect(whole.summary?.lacksMailmap == false)
    }

    @Test("A repository of another user is rejected") func otherOwner() throws {
        let clone = try clone()
        guard geteuid() == 0 else { return }
        try clone.shell("chown 12345 .")
        #expect(clone.refusal() == .foreignOwner)
    }

    @Test("Unusual commits are counted, or rejected with their reason") func strangeCommits() throws {
        let clone = try clone()
        let base = try clone.git(["rev-parse", "HEAD"]).prefix(40)
        let tree = try clone.git(["rev-parse", "HEAD^{tree}"]).prefix(40)
        let count = try clone.told().batch.count
        func text(_ author: String, _ committer: String) -> [UInt8] {
            Array("tree \(tree)\nparent \(base)\nauthor \(author)\ncommitter \(committer)\n\nx".utf8)
        }
        let plain = "A <a@x> 1500000000 +0000"
        for (time, value) in [
            ("9223372036854775807 +0000", .max), ("-5000 +0000", -5000), ("32503680000 +0000", 32_503_680_000),
            ("1500000000 +999999", 1_500_000_000), ("1500000000", 1_500_000_000),
        ] as [(String, Int64)] {
            _ = try clone.commit(text(plain, "A <a@x> \(time)"))
            let told = try clone.told()
            #expect(told.batch.committed.first == value)
            #expect(told.batch.count == count + 1)
            let landed = told.batch.landed
            #expect(landed.allSatisfy { $0 < 1_700_000_000 })
        }
        for wrong in ["A <a@x>", "A <a@x> now", "A <a@x> 9223372036854775808 +0000", "A a@x 5 +0000", ""] {
            _ = try clone.commit(text(plain, wrong))
            #expect(clone.refusal() == .malformedCommit, "\(wrong)")
            _ = try clone.commit(text(wrong, plain))
            #expect(clone.refusal() == .malformedCommit, "\(wrong)")
        }
        for behind in [" ", "0", "\r\n"] {
            let ends = "author \(plain)\ncommitter \(plain)\n\nx"
            _ = try clone.commit(Array("tree \(tree)\(behind)parent \(base)\n\(ends)".utf8))
            #expect(clone.refusal() == .malformedCommit, "behind a tree: \(behind)")
            _ = try clone.commit(Array("tree \(tree)\nparent \(base)\(behind)\(ends)".utf8))
            #expect(clone.refusal() == .malformedCommit, "behind a parent: \(behind)")
        }
        _ = try clone.commit(Array("author A <a@x> 5 +0000\n".utf8))
        #expect(clone.refusal() == .malformedCommit)
        _ = try clone.commit(text("A <\(String(repeating: "a", count: 20_000))> 5 +0000", plain))
        #expect(clone.refusal() == .tooLarge)
        var latin = text("J\u{1}rg <\u{1}@X> 1500000000 +0000", plain)
        for place in latin.indices where latin[place] == 1 { latin[place] = 0xf6 }
        _ = try clone.commit(latin)
        #expect(try clone.told().keys.first == [0xf6, UInt8(ascii: "@"), UInt8(ascii: "x")])
        let named = try clone.commit(text("Nameless <> 1500000000 +0000", plain))
        #expect(try clone.told().developers.first == "nameless<>")
        let nobody = try clone.commit(text(" <> 1500000000 +0000", plain))
        #expect(try clone.told().batch.developers.first == CommitBatch.noDeveloper)
        #expect(named != nobody)
    }

    @Test("A merge of a thousand parents is one commit") func octopus() throws {
        var stream = ""
        for mark in 1...1000 {
            stream +=
                "commit refs/heads/b\(mark)\nmark :\(mark)\ncommitter A <a@x> \(1_500_000_000 + mark) +0000\ndata 0\n\n"
        }
        let clone = try Clone(stream + "done\n")
        let ids = try clone.git(["for-each-ref", "--format=%(objectname)", "--sort=refname", "refs/heads/"])
            .split(separator: "\n")
        let parents = ids.map { "parent \($0)\n" }.joined()
        let tree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
        let plain = "A <a@x> 1600000000 +0000"
        _ = try clone.commit(Array("tree \(tree)\n\(parents)author \(plain)\ncommitter \(plain)\n\n".utf8))
        #expect(try clone.told().batch.count == 1001)
        #expect(try clone.told().batch.flags.filter { $0.contains(.merge) }.count == 1)
    }
}

extension Clone {
    /// Writes a commit of any bytes, lets the branch point to it, and gives its id.
    func commit(_ text: [UInt8]) throws -> String {
        try write(text, to: "commit-text")
        let id = try git(["hash-object", "-t", "commit", "--literally", "-w", "--stdin"], file: file("commit-text"))
            .prefix(40)
        try write(Array("\(id)\n".utf8), to: "refs/heads/main")
        return String(id)
    }

    func shell(_ command: String) throws {
        try #require(Program.run(["sh", "-c", command], in: folder).status == 0, "\(command)")
    }
}
