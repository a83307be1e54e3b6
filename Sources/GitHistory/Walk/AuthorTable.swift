/// The authors of commits as they stand there, `Name <address`, in the order in which they were met.
///
/// A history has a thousand commits an author: what an author means is worked out once for each, not for each commit.
struct AuthorTable {
    /// An author's bytes, hashed at once: an array's own hash takes them one by one.
    private struct Key: Hashable {
        let bytes: [UInt8]

        func hash(into hasher: inout Hasher) {
            unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
    }

    private(set) var authors: [[UInt8]] = []
    private var places: [Key: UInt32] = [:]

    /// The place of an author, who is added where not met before.
    mutating func place(of author: [UInt8]) -> UInt32 {
        let key = Key(bytes: author)
        if let place = places[key] { return place }
        let place = UInt32(authors.count)
        authors.append(author)
        places[key] = place
        return place
    }
}
