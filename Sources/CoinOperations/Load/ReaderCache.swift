internal import CoinSources

/// What one thread's reading of files teaches it for the next: files that lie together are mostly alike.
struct ReaderCache {
    /// The coins that they named.
    let names = CoinNames()
    /// Heads whose format was recognised, the last of them first.
    private(set) var heads: [InputHead] = []
    /// The reader of each head.
    private(set) var readers: [any SourceReader] = []

    /// The most heads that are remembered: pages differ by what their first rows happen to leave out.
    private static let limit = 8

    /// Remembers the head of a file, if it is one that others may have, and its reader.
    mutating func remember(_ head: InputHead, _ reader: any SourceReader) {
        guard head.isLike(head), !heads.contains(where: head.isLike) else { return }
        heads.insert(head, at: 0)
        readers.insert(reader, at: 0)
        if heads.count > ReaderCache.limit {
            heads.removeLast()
            readers.removeLast()
        }
    }
}
