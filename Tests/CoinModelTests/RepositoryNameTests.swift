import CoinModel
import Testing

@Suite struct RepositoryNameTests {
    @Test(
        "All addresses of one GitHub repository give one name",
        arguments: [
            "ethereum/go-ethereum", "https://github.com/ethereum/go-ethereum",
            "http://www.github.com/Ethereum/Go-Ethereum/",
            "https://github.com/ethereum/go-ethereum.git", "git@github.com:ethereum/go-ethereum.git",
            "HTTPS://GitHub.com/ethereum/go-ethereum/tree/master/core", "github.com/ethereum//go-ethereum",
        ]
    )
    func githubForms(text: String) {
        #expect(RepositoryName(text)?.key == "ethereum/go-ethereum")
        #expect(RepositoryName(text) == RepositoryName("ethereum/go-ethereum"))
    }

    @Test(
        "Addresses that name no repository are rejected",
        arguments: [
            "", "ethereum", "https://github.com/ethereum", "a/..", "a/.git", "../etc/passwd", "a/b c", "a/ü", "/", "//",
            "https://gitlab.com", "https://gitlab.com/", "https://-x.org/a/b", "https://x_y.org/a", "https://x..org/a",
            "https://x.org:0/a", "https://x.org:99999/a", "https://x.org:a/b", "file:///a/b", "https://user@x.org/a/b",
            "git@x.org", "https://x.org/../b", "ftp://x.org/a/b",
        ]
    )
    func malformedNames(text: String) {
        #expect(RepositoryName(text) == nil, "\(text)")
    }

    @Test(
        "The name of a repository elsewhere includes its host",
        arguments: [
            "gitlab.com/Group/sub/Name", "https://gitlab.com/group/sub/name",
            "https://www.gitlab.com/group/sub/name.git",
            "git@gitlab.com:group/sub/name.git", "ssh://git@gitlab.com/group/sub/name",
            "https://gitlab.com/group/sub/name/-/tree/main", "http://GITLAB.com/group/sub/name/",
        ]
    )
    func hostedForms(text: String) {
        #expect(RepositoryName(text)?.key == "gitlab.com/group/sub/name")
        #expect(RepositoryName(text)?.host == "gitlab.com")
    }

    @Test("Repository names read back as written") func nameRoundTrip() throws {
        let names = [
            "https://git.example.org:8443/tool", "https://codeberg.org/o/n/src/branch/main", "o/n", "git.zx2c4.com/a",
        ]
        let read = try names.map { try #require(RepositoryName($0)) }
        #expect(read.map(\.description) == ["git.example.org:8443/tool", "codeberg.org/o/n", "o/n", "git.zx2c4.com/a"])
        #expect(read.allSatisfy { RepositoryName($0.description) == $0 && RepositoryName($0.address) == $0 })
        #expect(RepositoryName("gitlab.com/o/n") != RepositoryName("o/n"))
        #expect(RepositoryName("https://github.com/o/n")?.host == nil)
    }

    @Test("The original spelling is shown") func spelling() {
        #expect(RepositoryName("Chia-Network/chia_blockchain.js")?.description == "Chia-Network/chia_blockchain.js")
    }
}
