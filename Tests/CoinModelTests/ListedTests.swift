import CoinModel
import Testing

@Suite struct ListedTests {
    @Test(
        "Lists show three names and count the others",
        arguments: [
            ([], ""), (["a"], "a"), (["a", "b", "c"], "a, b, c"), (["a", "b", "c", "d"], "a, b, c and 1 more"),
            (["a", "b", "c", "d", "e"], "a, b, c and 2 more"),
        ]
    )
    func threeNames(names: [String], text: String) {
        #expect(listed(names) == text)
    }

    @Test("The limit and the noun can be chosen")
    func limitAndNoun() {
        #expect(listed(["a", "b", "c"], most: 1, "input") == "a and 2 more inputs")
        #expect(listed(["a", "b"], most: 1, "input") == "a and 1 more input")
    }

    @Test("Each reason for a missing value has its own text")
    func reasons() {
        #expect(Set(MissingReason.allCases.map(\.meaning)).count == MissingReason.allCases.count)
        for reason in MissingReason.allCases {
            #expect(
                MissingReason(code: reason.code) == reason && reason.rawValue == "\(reason.code): \(reason.meaning)"
            )
            #expect(reason.code.allSatisfy { $0.isLowercase || $0 == "-" } && reason.meaning.hasSuffix("."))
        }
        #expect(MissingReason(code: "no-such-reason") == nil)
    }
}
