/// What counts of the references that a repository has in one file, `packed-refs`: a line each, the id and the name.
///
/// Lines that are not a reference are skipped.
struct PackedReferences {
    /// The ids of tags by their names, without `refs/tags/`; for a tag of its own the tag's id.
    private(set) var tags: [[UInt8]: ObjectID] = [:]
    /// Whether one gives a commit other parents or contents, which are not read.
    private(set) var haveReplacements = false

    private static let idLength = 40

    /// Reads the file, a line at a time: busy projects have a reference for every change that was proposed.
    init(_ file: [UInt8]) {
        let text = file.span
        var start = 0
        while start < text.count {
            var name = start + PackedReferences.idLength
            let end = TextLine.end(text, from: start)
            if name < end {
                if TextLine.take(" refs/tags/", text, &name) {
                    if name < end, let id = ObjectID(text, at: start) { tags[TextLine.bytes(text, name..<end)] = id }
                } else if TextLine.take(" refs/replace/", text, &name) {
                    haveReplacements = true
                }
            }
            start = end + 1
        }
    }
}
