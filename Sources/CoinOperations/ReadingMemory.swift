internal import CoinSources
internal import RawInput

/// What one thread's reading of files teaches it for the next: files that lie together are mostly alike.
struct ReadingMemory: ~Copyable {
    /// The coins that they named.
    let names = CoinNames()
    /// The files that are read now and those that are read next, where they are open already.
    private var now: InputFile.Group = [nil, nil, nil]
    private var next: InputFile.Group = [nil, nil, nil]
    /// Whether files of moderate size follow each other: such are best read some at once.
    private(set) var isAmongSmall = false
    /// Heads whose format was recognised, the last of them first.
    private(set) var heads: [InputHead] = []
    /// The reader of each head.
    private(set) var readers: [any SourceReader] = []
    /// The reader of the file before.
    private(set) var last: (any SourceReader)?

    /// The most heads that are remembered: pages differ by what their first rows happen to leave out.
    private static let limit = 8

    /// How many files are read at once: their digests are made side by side.
    static let together = InputFile.Group.count

    /// Keeps a file that is read next.
    mutating func keep(_ file: consuming InputFile) {
        for place in next.indices where next[place] == nil {
            next[place] = consume file
            return
        }
    }

    /// Goes on to the files that were kept.
    mutating func turn() {
        swap(&now, &next)
        isAmongSmall = true
        for place in next.indices {
            next[place] = nil
            isAmongSmall = isAmongSmall && now[place]?.size ?? 0 < InputReading.largeSize
        }
    }

    /// The file at a path.
    mutating func opened(_ path: String) throws -> InputFile {
        for place in now.indices {
            if let file = now[place].take(), file.path == path { return file }
        }
        return try InputFile(path: path)
    }

    /// The digest of a file, made along with those of the next ones.
    mutating func digest(of file: inout InputFile) throws -> String {
        // A large file is digested while it is parsed, if it is new.
        isAmongSmall ? try file.digest(beside: &now) : try file.digest()
    }

    /// Remembers the head of a file, if it is one that others may have, and its reader.
    mutating func remember(_ head: InputHead, _ reader: any SourceReader) {
        last = reader
        guard head.isLike(head), !heads.contains(where: head.isLike) else { return }
        heads.insert(head, at: 0)
        readers.insert(reader, at: 0)
        if heads.count > ReadingMemory.limit {
            heads.removeLast()
            readers.removeLast()
        }
    }
}
