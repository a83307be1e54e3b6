import Foundation
import TestPrograms
import Testing
import WorkerProtocol

@testable import GitWorker

/// Which tags are releases of the default branch, and what a crafted one does.
@Suite struct ReleaseTagsTests {
    /// A branch of three commits of 2017 and another with a commit that is not merged; tags of both.
    private static let stream: String = {
        func commit(_ branch: String, _ mark: Int, from: Int?) -> String {
            let time = 1_500_000_000 + mark * 86_400
            let people = "author A <a@x> \(time) +0000\ncommitter A <a@x> \(time) +0000\n"
            let parent = from.map { "from :\($0)\n" } ?? ""
            return "commit refs/heads/\(branch)\nmark :\(mark)\n\(people)data 1\nx\n\(parent)\n"
        }
        func tag(_ name: String, _ mark: Int, _ tagger: String) -> String {
            "tag \(name)\nfrom :\(mark)\ntagger A <a@x> \(tagger) +0000\ndata 1\nx\n"
        }
        let light = ["v0.1": 1, "release": 2, "v0.2-rc1": 2, "side-9": 4, "circuits/v3": 3]
            .sorted { $0.key < $1.key }.map { "reset refs/tags/\($0.key)\nfrom :\($0.value)\n\n" }.joined()
        return commit("main", 1, from: nil) + commit("main", 2, from: 1) + commit("main", 3, from: 2)
            + commit("side", 4, from: 1) + light + tag("v1.0", 3, "1600000000") + tag("v1.0.1", 3, "5")
            + tag("v2-beta.1", 3, "1600000000") + tag("v7", 3, "1900000000") + tag("v4.0", 4, "1600000000") + "done\n"
    }()

    @Test("A name is a release by a digit, unless a word for what comes before one begins in it")
    func names() {
        let names = [
            "v1.0": true, "1": true, "release": false, "v1.0-rc1": false, "1.0rc2": false, "V2.0-ALPHA": false,
            "v1.0-beta": false, "prerelease-3": false, "dev-2024": false, "circuits-v1": true, "express-4": true,
            "v3.0.0-pre.1": false, "": false, "v1" + String(repeating: "x", count: 248): true,
            "v1" + String(repeating: "x", count: 249): false,
        ]
        for (name, isRelease) in names { #expect(ReleaseTag.namesRelease(name.utf8) == isRelease, "\(name)") }
    }

    /// The tags by commit, as the moment of tagging or 0.
    private func tags(of clone: Clone, since known: StoredHistory? = nil) throws -> [String] {
        let summary = try #require(try clone.told(since: known).summary)
        #expect(summary.tagFault == "")
        return try summary.releases.map { tag in
            let names = try (1...3).filter { try id(clone, $0) == tag.commit }.map(String.init)
            return "\(names.joined()) \(tag.tagged ?? 0)"
        }.sorted()
    }

    /// The first eight bytes of the id of a commit of the branch, the oldest one 1.
    private func id(_ clone: Clone, _ number: Int) throws -> UInt64? {
        let name = try clone.git(["rev-parse", "main~\(3 - number)"])
        return UInt64(name.prefix(16), radix: 16)
    }

    @Test("Tags of the branch count by the tagger's time, else by their commit; loose and packed ones alike")
    func tagsOfTheBranch() throws {
        let clone = try Clone(Self.stream)
        // v0.1; circuits/v3, v1.0.1 whose clock is wrong; v1.0. That of 2030 was not made yet, those of the side are not on it.
        let all = ["1 0", "3 0", "3 1600000000"]
        #expect(try tags(of: clone) == all)
        try clone.git(["pack-refs", "--all"])
        #expect(try tags(of: clone) == all)
        try clone.git(["-c", "user.name=A", "-c", "user.email=a@x", "tag", "-a", "-m", "x", "again-1", "v1.0"])
        let nested = try tags(of: clone)
        #expect(nested.count == 4 && Set(nested).isSuperset(of: all))
    }

    @Test("Where only new commits are read, the tags of known ones are found too")
    func tagsOfKnownCommits() throws {
        let clone = try Clone(Self.stream)
        let ids = try (1...2).map { try #require(try id(clone, $0)) }.sorted()
        let tip = try clone.git(["rev-parse", "main~1"]).trimmingCharacters(in: .whitespacesAndNewlines)
        let known = StoredHistory(tip: tip, mailmap: 0, ids: ids)
        #expect(try tags(of: clone, since: known) == ["1 0", "3 0", "3 1600000000"])
    }

    @Test("A crafted tag costs the releases, never the commits")
    func craftedTags() throws {
        let whole = try Clone(Self.stream).told().batch
        let missing = String(repeating: "ab", count: 20)
        for (change, why) in [
            ("mkfifo refs/tags/v9", "not a regular file"), ("ln -s /etc/hostname refs/tags/v9", "symbolic link"),
            ("echo \(missing) > refs/tags/v9", "is missing"),
            ("for n in $(seq 10001); do echo x > refs/tags/t$n; done", "10,000 files"),
        ] {
            let clone = try Clone(Self.stream)
            try clone.shell(change)
            let told = try clone.told()
            #expect(told.batch == whole, "\(change)")
            let summary = try #require(told.summary)
            #expect(summary.tagFault.contains(why) && summary.releases.isEmpty, "\(change): \(summary.tagFault)")
        }
        // A text that is no reference, one deep below others, and a chain of tags without an end in reach are no releases.
        let clone = try Clone(Self.stream)
        try clone.shell("echo ref: refs/tags/v1.0 > refs/tags/v9; mkdir -p refs/tags/a/b/c/d/e/f/g")
        try clone.shell("cp refs/heads/main refs/tags/a/b/c/d/e/f/g/v8")
        var last = "v1.0"
        for number in 1...8 {
            let made = ["-c", "user.name=A", "-c", "user.email=a@x", "tag", "-a", "-m", "x", "chain\(number)", last]
            try clone.git(made)
            last = "chain\(number)"
        }
        let found = try tags(of: clone)
        #expect(found.count < 3 + 8 && Set(found).isSuperset(of: ["1 0", "3 0", "3 1600000000"]))
    }
}
