import Testing
import WorkerProtocol

@testable import CoinOperations

/// Why sources gave no answer, in words.
@Suite struct FailureTextTests {
    @Test("Every reason of a failed request has a text", arguments: FetchFailure.allCases)
    func texts(failure: FetchFailure) throws {
        let text = try #require(failureTexts[failure.rawValue])
        #expect(!text.isEmpty && !text.contains("{"))
    }

    @Test("A reason has a text of its own for GitHub only beside one for all") func gitHub() {
        let own = failureTexts.keys.filter { $0.hasSuffix(" of github") }
        #expect(!own.isEmpty && own.allSatisfy { failureTexts[String($0.dropLast(" of github".count))] != nil })
    }
}
