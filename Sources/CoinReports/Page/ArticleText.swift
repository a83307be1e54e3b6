internal import CMD4C

/// Texts in Markdown as HTML, by md4c: CommonMark with tables.
///
/// HTML in a text stands there as its characters.
enum ArticleText {
    static func html(_ text: String) -> String {
        var bytes: [UInt8] = []
        let flags = UInt32(MD_FLAG_TABLES | MD_FLAG_NOHTML)
        let source = Array(text.utf8CString.dropLast())
        let failed = unsafe withUnsafeMutablePointer(to: &bytes) { bytes in
            unsafe source.withUnsafeBufferPointer { source in
                unsafe md_html(source.baseAddress, MD_SIZE(source.count), ArticleText.append, bytes, flags, 0)
            }
        }
        // It fails for want of memory alone.
        precondition(failed == 0, "md4c has memory")
        // Tables may be wider than a page.
        return String(decoding: bytes, as: UTF8.self)
            .replacing("<table>", with: "<div class=\"scroll\" tabindex=\"0\"><table>")
            .replacing("</table>", with: "</table></div>")
    }

    /// Takes a piece of the output; the last value points to the bytes before it.
    private static let append: @convention(c) (UnsafePointer<CChar>?, MD_SIZE, UnsafeMutableRawPointer?) -> Void = {
        piece,
        count,
        output in
        guard let piece = unsafe piece, let output = unsafe output else { return }
        let bytes = unsafe UnsafeRawBufferPointer(start: piece, count: Int(count))
        unsafe output.assumingMemoryBound(to: [UInt8].self).pointee += bytes
    }
}
