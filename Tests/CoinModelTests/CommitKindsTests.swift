import CoinModel
import Testing

@Suite struct CommitKindsTests {
    @Test(
        "Merges by bots are subtracted once, and if unknown only the larger count is",
        arguments: [
            ([30.0, 12, 12, 0, .nan], 18.0, true), ([30, 12, 12, 0, 11], 17, false), ([40, 5, 9, 3, 2], 25, false),
            ([57, 21, 18, 4, 16], 30, false), ([10, 0, 10, 0, .nan], 0, false), ([11, 4, 5, .nan, 4], 6, false),
            ([11, 4, 5, .nan, .nan], 6, true), ([11, 4, 3, 2, .nan], 6, true), ([11, 4, 0, 5, .nan], 6, true),
            ([9, .nan, 2, .nan, .nan], 7, false), ([9, 3, .nan, .nan, 1], 6, false),
            ([3, 4, 0, 0, .nan], 0, false),
            // More merges by bots than there are merges or bots' commits are from an older count.
            ([5, 0, 2, 0, 2], 3, false),
        ]
    ) func people(counts: [Double], people: Double, isAtMost: Bool) {
        let kinds = CommitKinds(
            all: counts[0],
            merges: counts[1],
            bots: counts[2],
            agents: counts[3],
            botMerges: counts[4]
        )
        #expect(kinds.people == people)
        #expect(kinds.isAtMost == isAtMost)
    }

    @Test("Without commits the commits by people are missing, not zero")
    func missing() {
        #expect(CommitKinds(all: .nan, merges: 1, bots: 1, agents: 0, botMerges: 1).people.isNaN)
    }
}
