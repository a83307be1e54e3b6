internal import RawInput
public import WorkerProtocol

/// A bare clone of an origin's default branch and the tags of its commits, without trees and files where the origin allows it.
///
/// What comes goes to references of our own first; the branch moves to it when all is there, `.mailmap` too. So whoever
/// reads the mirror, or kills this process, finds it as it was or as it is to be.
public struct Mirror {
    private var git: GitProgram
    private var report = MirrorReport(.unchanged)

    /// Where HEAD of the origin goes, and the branch that the mirror follows.
    private static let (head, branch) = ("refs/assay/head", "refs/assay/branch")
    /// From so many packs on they become one: each fetch leaves up to three.
    private static let mostPacks = 60

    /// Brings a mirror up to date, which may have no commit yet; if this throws, it stays what it was.
    public static func update(_ request: MirrorRequest) throws(WorkerFault) -> MirrorReport {
        let lock = try lock(request.path)
        var mirror = Mirror(git: try GitProgram(request))
        try mirror.updateWithinBudget()
        _ = consume lock
        return mirror.report
    }

    /// Every program that this process starts has the lock too, so that it stands as long as any of them works there.
    private static func lock(_ folder: String) throws(WorkerFault) -> FileLock {
        do throws(OutputError) {
            return try FileLock(folder, .shared, wait: 0, isInherited: true)
        } catch {
            throw WorkerFault(.unreadable, "\(error); see that nothing works in it")
        }
    }

    private init(git: GitProgram) {
        self.git = git
    }

    /// Updates it; what would take more of the disk than it may is undone, as if it had never come.
    private mutating func updateWithinBudget() throws(WorkerFault) {
        let old = try references()
        let growth = MirrorGrowth(git.request.path, most: git.request.limits.fileBytes)
        git.growth = growth
        do throws(WorkerFault) {
            try update(old)
        } catch {
            guard error.reason == .overBudget else { throw error }
            git.growth = nil
            // First nothing refers to it any more.
            for name in [Mirror.head, Mirror.branch] {
                try git.output(old.ids[name].map { ["update-ref", name, $0] } ?? ["update-ref", "-d", name])
            }
            if growth.undo(), old.followed != nil {
                try git.output(["commit-graph", "write", "--reachable", "--split", "--no-progress"])
            }
            throw error
        }
        git.growth = nil
        if report.state == .updated, growth.hasRoomForCopy { try tidy() }
    }

    private mutating func update(_ old: (ids: [String: String], followed: String?)) throws(WorkerFault) {
        var followed = old.followed
        report.formerBranch = followed ?? ""
        if followed == nil { followed = try defaultBranch() }
        guard var name = followed else {
            report.state = .empty
            return
        }
        if try !fetch(name) {
            // The branch is gone: another may be the default now.
            guard let next = try defaultBranch() else {
                throw WorkerFault(
                    .becameEmpty,
                    "has no default branch any more; what was fetched before stays, remove the mirror to forget it"
                )
            }
            name = next
            guard try fetch(name) else { throw Mirror.noBranch }
        }
        let new = try references()
        guard let tip = new.ids[Mirror.head] else { throw Mirror.noBranch }
        if tip != new.ids[Mirror.branch] {
            // HEAD and the branch part: the default is another now, or moved between the two requests.
            name = try defaultBranch() ?? name
        }
        report.branch = name
        let former = old.followed.flatMap { old.ids["refs/heads/\($0)"] }
        if former == tip, name == old.followed { return }
        report.state = former == nil ? .cloned : .updated
        try fetchMailmap(of: tip)
        if let former { report.isRewritten = try !isAncestor(former, of: tip) }
        // To write it every commit that is new is read: what has holes comes no further.
        try git.output(["commit-graph", "write", "--reachable", "--split", "--no-progress"])
        try publish(tip, as: name, insteadOf: old.followed)
    }

    /// Takes the origin's HEAD, a branch of it and the tags that name commits of both; false where there is no such branch.
    private mutating func fetch(_ name: String) throws(WorkerFault) -> Bool {
        let run = try git.run(
            ["fetch"] + git.transport + [
                "--no-write-fetch-head", "--filter=tree:0", "--", "origin", "+HEAD:\(Mirror.head)",
                "+refs/heads/\(name):\(Mirror.branch)",
            ]
        )
        if run.status != 0, run.errors.contains("couldn't find remote ref") { return false }
        // Of an origin that is cut off nothing is taken, and that is not a failure to git.
        guard run.status == 0, !run.errors.contains("shallow roots") else {
            throw GitFailure.fault(run, git.request.limits)
        }
        try noteRedirect(run.errors)
        return true
    }

    /// Fetches the tree of a commit and its `.mailmap`, as far as they are missing.
    private func fetchMailmap(of tip: String) throws(WorkerFault) {
        let head = try git.output(["cat-file", "commit", tip]).prefix { !$0.isNewline }
        let tree = String(head.dropFirst("tree ".count))
        guard try fetchObject(tree) else { return }
        let entry = try git.output(["ls-tree", "-z", tree, "--", ".mailmap"]).split { $0 == " " || $0 == "\t" }
        if entry.count == 4, entry[1] == "blob" { _ = try fetchObject(String(entry[2])) }
    }

    /// Fetches one object if it is missing; false where single objects are not given out: a load reports then that the
    /// `.mailmap` is not applied.
    private func fetchObject(_ id: String) throws(WorkerFault) -> Bool {
        // It looks without asking the origin, which other commands of older versions do. That it fails for a missing
        // object, where it may name it, is so before git 2.45 only.
        let found = try git.run(["rev-list", "--objects", "--missing=print", "--no-walk", id])
        if found.status == 0, !found.output.split(whereSeparator: \.isNewline).contains("?\(id)") { return true }
        // If we claim the commit, the origin assumes that we have its tree as well.
        let run = try git.run(
            ["-c", "fetch.negotiationAlgorithm=noop", "fetch"] + git.transport + [
                "--no-tags", "--no-write-fetch-head", "--filter=tree:0", "--", "origin", id,
            ]
        )
        if ["unadvertised object", "not our ref"].contains(where: run.errors.contains) { return false }
        guard run.status == 0 else { throw GitFailure.fault(run, git.request.limits) }
        return true
    }

    /// The origin's default branch; nil when it has no commit.
    ///
    /// This lists all that the origin has, which may be much: it is asked once for a mirror, and when a branch is gone.
    private mutating func defaultBranch() throws(WorkerFault) -> String? {
        let run = try git.run(["ls-remote", "--symref"] + git.transport + ["--", "origin", "HEAD", "refs/heads/*"])
        guard run.status == 0 else { throw GitFailure.fault(run, git.request.limits) }
        try noteRedirect(run.errors)
        let lines = run.output.split { $0.isNewline }
        if lines.isEmpty { return nil }
        let mark = "ref: refs/heads/"
        guard let line = lines.first(where: { $0.hasPrefix(mark) && $0.hasSuffix("\tHEAD") }),
            lines.contains(where: { !$0.hasPrefix("ref: ") && $0.hasSuffix("\tHEAD") })
        else { throw Mirror.noBranch }
        let name = String(line.dropFirst(mark.count).dropLast("\tHEAD".count))
        let isPlain = name.utf8.allSatisfy { $0 > 32 && $0 != 127 && !Array(":*?[\\^~".utf8).contains($0) }
        guard isPlain, !name.isEmpty else { throw Mirror.noBranch }
        return name
    }

    /// What the mirror's references are, and the branch that it follows if that is there.
    private func references() throws(WorkerFault) -> (ids: [String: String], followed: String?) {
        var ids: [String: String] = [:]
        var followed: String?
        let text = try git.output(["for-each-ref", "--format=%(HEAD) %(objectname) %(refname)"])
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.dropFirst(2).split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { continue }
            ids[String(parts[1])] = String(parts[0])
            if line.hasPrefix("*") { followed = String(parts[1].dropFirst("refs/heads/".count)) }
        }
        return (ids, followed)
    }

    private func isAncestor(_ old: String, of new: String) throws(WorkerFault) -> Bool {
        let run = try git.run(["merge-base", "--is-ancestor", old, new])
        guard run.status <= 1 else { throw GitFailure.fault(run, git.request.limits) }
        return run.status == 0
    }

    /// Moves the branch, and HEAD to it where it has another name.
    private func publish(_ tip: String, as name: String, insteadOf former: String?) throws(WorkerFault) {
        try git.output(["update-ref", "refs/heads/\(name)", tip])
        guard name != former else { return }
        try git.output(["symbolic-ref", "HEAD", "refs/heads/\(name)"])
        if let former { try git.output(["update-ref", "-d", "refs/heads/\(former)"]) }
    }

    /// Makes one pack of many; both are there at once.
    private func tidy() throws(WorkerFault) {
        let counts = try git.output(["count-objects", "-v"]).split { $0.isNewline }
        guard let line = counts.first(where: { $0.hasPrefix("packs: ") }),
            let packs = Int(line.dropFirst("packs: ".count)), packs >= Mirror.mostPacks
        else { return }
        try git.output(["repack", "-a", "-d", "-q"])
    }

    /// Notes a redirect, which may only lead to another path of the same host.
    private mutating func noteRedirect(_ errors: String) throws(WorkerFault) {
        let mark = "warning: redirecting to "
        guard let line = errors.split(whereSeparator: \.isNewline).first(where: { $0.hasPrefix(mark) }) else { return }
        let target = String(line.dropFirst(mark.count))
        let origin = try git.output(["config", "--local", "remote.origin.url"])
        func host(_ address: String) -> Substring? {
            address.hasPrefix("https://") ? address.dropFirst(8).prefix { $0 != "/" && !$0.isNewline } : nil
        }
        guard let there = host(target), there == host(origin) else {
            throw WorkerFault(.redirect, "leads to another host; see what became of it")
        }
        report.moved = String(target.unicodeScalars.filter { ("!"..."~").contains($0) }.prefix(200).map(Character.init))
    }

    private static let noBranch = WorkerFault(
        .noBranch,
        "has no default branch: its HEAD names none that is there; inform its owner, or load GitHub's statistics"
    )
}
