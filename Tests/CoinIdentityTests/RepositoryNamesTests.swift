import CoinIdentity
import CoinModel
import Testing

/// What repositories are called over their renames.
@Suite struct RepositoryNamesTests {
    private func names(_ renames: String...) throws -> RepositoryNames {
        RepositoryNames(try renames.map { try #require(RepositoryRename($0)) })
    }

    @Test("All names of a repository lead to the current one") func currentName() throws {
        let names = try names("a/a>b/b", "B/b>c/C", "x/x>c/c")
        #expect(["a/a", "b/b", "c/c", "x/x"].map(names.current) == ["c/c", "c/c", "c/c", "c/c"])
        #expect(names.all(of: "b/b") == ["c/c", "x/x", "b/b", "a/a"])
        #expect(names.all(of: "other/one") == ["other/one"])
    }

    @Test("A later rename wins and loops are cut") func laterRename() throws {
        #expect(try names("a/a>b/b", "b/b>a/a").current(of: "b/b") == "a/a")
        #expect(try names("a/a>b/b", "b/b>c/c", "c/c>a/a").all(of: "b/b") == ["a/a", "c/c", "b/b"])
        // What was said before is nothing new, and cuts no way.
        #expect(try names("a/a>b/b", "b/b>c/c", "a/a>b/b").current(of: "a/a") == "c/c")
        // Another project took the name: from then on it leads elsewhere.
        #expect(try names("a/a>b/b", "a/a>z/z").all(of: "b/b") == ["b/b"])
        #expect(
            RepositoryRename("a/a>A/a") == nil && RepositoryRename("a/a<b/b") == nil && RepositoryRename("a>b") == nil
        )
    }
}
