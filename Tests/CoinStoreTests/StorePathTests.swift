import Testing

@testable import CoinStore

@Suite struct StorePathTests {
    @Test(
        "The folder of a store is the part before its name",
        arguments: [
            ("s", "."), ("t.store", "."), ("a/s", "a"), ("./s", "."), ("/s", "/"), ("/a/b/s", "/a/b"), ("ä/ö", "ä"),
        ]
    )
    func folder(path: String, folder: String) {
        #expect(StorePlace.folder(of: path) == folder)
    }
}
