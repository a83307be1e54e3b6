import Foundation
import TestPrograms
import Testing

/// Names that an origin chooses are told by the codes of what steers a terminal.
@Suite struct HostileNameTests {
    /// Git allows everything in a branch but C0 controls and a few signs.
    private static let branch = "main\u{9B}31m\u{202E}\u{85}assay\u{2028}\u{2066}"

    @Test("A branch name with control characters does not reach the terminal") func branchName() throws {
        let world = try MirrorWorld()
        try world.commit(2, to: "moved", branch: "main")
        #expect(try world.fetch(["moved"]).status == 0)
        let place = ["--git-dir", world.path("moved")]
        try world.git(place + ["branch", HostileNameTests.branch, "main"])
        try world.git(place + ["symbolic-ref", "HEAD", "refs/heads/" + HostileNameTests.branch])
        try world.commit(1, to: "moved", branch: HostileNameTests.branch)
        let told = try world.fetch(["moved"])
        #expect(told.errors.contains("assay: warning: o/moved: "), "\(told.errors)")
        #expect(HostileNameTests.steering(told.errors).isEmpty, "\(told.errors.debugDescription)")
    }

    @Test("Control characters in a folder name do not reach the terminal") func folderName() throws {
        let world = try MirrorWorld()
        let name = "x\u{1B}[31m\u{202E}\u{9B}\nassay: error: forged"
        try world.write("ref: refs/heads/main\n", to: name + "/HEAD")
        for folder in ["objects", "refs"] { try world.write("", to: "\(name)/\(folder)/empty") }
        try world.write("[core\u{1B}]\n\tx\u{202E}\n", to: name + "/config")
        for words in [world.fetching([name]), ["load", "commits", world.path(name)], ["commits", world.path(name)]] {
            let told = try world.assay(words + (words[0] == "load" ? ["--store", world.path("s")] : []))
            #expect(told.status == 0 || told.errors.hasPrefix("assay: "), "\(told.errors)")
            #expect(HostileNameTests.steering(told.errors).isEmpty, "\(told.errors.debugDescription)")
            #expect(!told.errors.contains("\nassay: error: forged"))
        }
    }

    private static func steering(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { scalar in
            [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
                && scalar != "\n"
        }
    }
}
