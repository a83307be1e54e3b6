import Foundation
import TestPrograms
import Testing

/// SciPy and statsmodels in a child process: a line of numbers for each case goes in, a line of numbers comes out.
enum Oracle {
    /// How many cases each comparison takes.
    static let cases = Depth.rounds(10_000)

    /// The first Python that has both.
    private static let python: String? = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
        .first { path in
            guard FileManager.default.isExecutableFile(atPath: path) else { return false }
            do {
                _ = try run(path, "import numpy, scipy, statsmodels", input: "")
                return true
            } catch {
                return false
            }
        }

    /// Asks about many cases at once.
    ///
    /// - Parameters:
    ///   - cases: the numbers of each.
    ///   - body: Python that takes the list `x` of a case and gives a list back, as the body of a function.
    ///   - preamble: Python before it.
    /// - Returns: the answers in order.
    /// - Throws: `Failed` when Python does.
    static func answers(_ cases: [[Double]], _ body: String, preamble: String = "") throws -> [[Double]] {
        let python = try #require(python, "python3 lacks scipy or statsmodels: `make test-deps` installs them")
        let indented = body.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        let script = """
            import sys
            import numpy as np
            from scipy import special, stats
            \(preamble)
            def answer(x):
            \(indented)
            for line in sys.stdin:
                print(*(repr(float(v)) for v in answer([float(v) for v in line.split()])))
            """
        let lines = cases.map { $0.map { "\($0)" }.joined(separator: " ") }.joined(separator: "\n")
        return try run(python, script, input: lines + "\n").split(separator: "\n").map { line in
            try line.split(separator: " ").map { try #require(Double($0)) }
        }
    }

    /// Compares answers with ours to a relative 1e-9, and to `floor` of an absolute one where they are about 0.
    static func compare(
        _ cases: [[Double]],
        with ours: [[Double]],
        _ body: String,
        preamble: String = "",
        floor: Double = 1e-300
    ) throws {
        let theirs = try answers(cases, body, preamble: preamble)
        #expect(theirs.count == cases.count)
        var worst = (difference: 0.0, place: 0)
        for (place, (a, b)) in zip(ours, theirs).enumerated() {
            #expect(a.count == b.count)
            for (mine, other) in zip(a, b) where mine != other && !(mine.isNaN && other.isNaN) {
                let difference = abs(mine - other) / max(abs(mine), abs(other), floor)
                if !(difference <= worst.difference) { worst = (difference, place) }
            }
        }
        #expect(
            worst.difference <= 1e-9,
            "\(cases[worst.place]): \(ours[worst.place]), but \(theirs[worst.place])"
        )
    }

    private static func run(_ program: String, _ script: String, input: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("oracle-\(UUID().uuidString)")
        try Data(input.utf8).write(to: file)
        defer { do { try FileManager.default.removeItem(at: file) } catch { Issue.record("\(error)") } }
        let end = try Program.run([program, "-c", script], input: file, limit: 600)
        guard end.status == 0 else { throw Failed(status: end.status) }
        return end.output
    }

    struct Failed: Error {
        let status: Int32
    }
}
