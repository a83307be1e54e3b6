import CoinModel
import Testing

@Suite struct RepositoryNameTests {
    @Test(arguments: [
        "ethereum/go-ethereum", "https://github.com/ethereum/go-ethereum",
        "http://www.github.com/Ethereum/Go-Ethereum/",
        "https://github.com/ethereum/go-ethereum.git", "git@github.com:ethereum/go-ethereum.git",
        "HTTPS://GitHub.com/ethereum/go-ethereum/tree/master/core", "github.com/ethereum//go-ethereum",
    ])
    func addressesOfOneRepositoryAreOneName(text: String) {
        #expect(RepositoryName(text)?.key == "ethereum/go-ethereum")
        #expect(RepositoryName(text) == RepositoryName("ethereum/go-ethereum"))
    }

    @Test(arguments: [
        "", "ethereum", "https://github.com/ethereum", "https://gitlab.com/a/b", "a/..", "a/.git", "../etc/passwd",
        "a/b c",
        "a/ü", "/", "//",
    ])
    func whatNamesNoRepositoryIsNil(text: String) {
        #expect(RepositoryName(text) == nil, "\(text)")
    }

    @Test func theSpellingIsKept() {
        #expect(RepositoryName("Chia-Network/chia_blockchain.js")?.description == "Chia-Network/chia_blockchain.js")
    }
}
