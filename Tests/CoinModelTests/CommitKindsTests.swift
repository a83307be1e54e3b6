import CoinModel
import Testing

@Suite struct CommitKindsTests {
    @Test(
        "Merges by bots leave a count once, and without their number the larger of the two does",
        arguments: [
            (30.0, 12.0, 12.0, Double.nan, 18.0, true), (30, 12, 12, 11, 17, false), (40, 5, 12, 2, 25, false),
            (57, 21, 22, 16, 30, false), (10, 0, 10, .nan, 0, false), (11, 4, 5, 4, 6, false),
            (11, 4, 5, .nan, 6, true),
            (9, .nan, 2, .nan, 7, false), (9, 3, .nan, 1, 6, false), (3, 4, 0, .nan, 0, false),
            // More merges by bots than there are merges or bots' commits are from an older count.
            (5, 0, 2, 2, 3, false),
        ]
    ) func people(all: Double, merges: Double, bots: Double, both: Double, people: Double, isAtMost: Bool) {
        let kinds = CommitKinds(all: all, merges: merges, bots: bots, botMerges: both)
        #expect(kinds.people == people)
        #expect(kinds.isAtMost == isAtMost)
    }

    @Test("Without commits there are none by people, not zero")
    func missing() {
        #expect(CommitKinds(all: .nan, merges: 1, bots: 1, botMerges: 1).people.isNaN)
    }
}
