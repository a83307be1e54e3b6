import Testing

@testable import CoinStore

@Suite struct StorePathTests {
    @Test(arguments: [
        ("s", "."), ("t.store", "."), ("a/s", "a"), ("./s", "."), ("/s", "/"), ("/a/b/s", "/a/b"), ("ä/ö", "ä"),
    ])
    func theFolderOfAStoreIsWhatStandsBeforeItsName(path: String, folder: String) {
        #expect(StorePlace.folder(of: path) == folder)
    }
}
