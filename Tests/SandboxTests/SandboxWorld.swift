import Foundation
import TestPrograms
import Testing

/// A folder with something to attack in it, and the built programs to run on it; gone with the test.
final class SandboxWorld {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sandbox-\(UUID().uuidString)")
        for name in ["inside", "source"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name),
                withIntermediateDirectories: true
            )
        }
        try run(
            "/bin/sh",
            [
                "-c",
                "echo x >inside/HEAD; echo v >inside/victim; echo o >outside; ln -s ../outside inside/link;"
                    + " echo x >source/HEAD; mkdir source/objects; echo 'gitdir: ../source' >inside/.git;"
                    + " mkdir -p origin/objects origin/refs; echo x >origin/HEAD; echo 'gitdir: ../origin' >source/.git;"
                    + " echo ../source/.git >origin/gitdir;"
                    + " for f in program inside/program; do printf '#!/bin/sh\\n' >$f; chmod 755 $f; done",
            ]
        )
    }

    deinit {
        do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") }
    }

    /// What comes of an attempt in a cage: `done`, or how it was refused.
    func attempt(_ name: String, in cage: String, launcher: [String] = []) throws -> String {
        let attacker = Program.builtWithTests.appendingPathComponent("sandbox-attacker").path
        let words =
            (launcher.isEmpty ? [] : [attacker] + launcher) + [
                attacker, cage, name, folder.appendingPathComponent("inside").path,
            ]
        let result = try run(words[0], Array(words.dropFirst()))
        return result.status == 0 ? result.output : "ended by \(result.status)"
    }

    /// Runs the program as on a kernel that lacks something.
    func assay(_ words: [String], launcher: String? = nil) throws -> Program.End {
        let program = Program.products.appendingPathComponent("assay").path
        guard let launcher else { return try run(program, words) }
        let attacker = Program.builtWithTests.appendingPathComponent("sandbox-attacker").path
        return try run(attacker, [launcher, program] + words)
    }

    /// A repository with a commit.
    func makeRepository(_ name: String) throws -> String {
        let path = folder.appendingPathComponent(name).path
        let commit = """
            git init -q -b main --bare "$0" && cd "$0" && tree=$(git hash-object -t tree -w /dev/null) && \
            git update-ref refs/heads/main $(git commit-tree -m m $tree)
            """
        let made = try run("/bin/sh", ["-c", commit, path])
        try #require(made.status == 0, "\(made.errors)")
        return path
    }

    @discardableResult
    func run(_ program: String, _ words: [String]) throws -> Program.End {
        let environment = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C",
            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@x", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@x",
        ]
        return try Program.run([program] + words, in: folder, environment: environment)
    }
}
