/// The authors of commits as they stand there, `Name <address`, in the order in which they were met.
///
/// A history has a thousand commits an author: what an author means is worked out once for each, not for each commit.
struct AuthorTable {
    private(set) var authors: [[UInt8]] = []
    private var places: [[UInt8]: UInt32] = [:]

    /// The place of an author, who is added where not met before.
    mutating func place(of author: [UInt8]) -> UInt32 {
        if let place = places[author] { return place }
        let place = UInt32(authors.count)
        authors.append(author)
        places[author] = place
        return place
    }
}
