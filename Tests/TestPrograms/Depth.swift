import Foundation

/// How far fuzzing and simulation go: all the way where ASSAY_TEST_DEPTH is `full`, an eighth of it otherwise.
package enum Depth {
    /// Whether it goes all the way.
    package static let isFull = ProcessInfo.processInfo.environment["ASSAY_TEST_DEPTH"] == "full"

    /// How many of so many rounds are made, at least one.
    package static func rounds(_ full: Int) -> Int { isFull ? full : max(1, full / 8) }
}
