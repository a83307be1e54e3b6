/// Rows of fields of an RFC 4180 text, read one character at a time; fields may hold line breaks when quoted.
func parsedCSV(_ text: String) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var field = String.UnicodeScalarView()
    var isQuoted = false
    var afterQuote = false
    for scalar in text.unicodeScalars {
        if isQuoted, !afterQuote {
            if scalar == "\"" { afterQuote = true } else { field.append(scalar) }
        } else if afterQuote, scalar == "\"" {
            field.append(scalar)
            afterQuote = false
        } else if scalar == "," || scalar == "\n" {
            row.append(String(field))
            field = String.UnicodeScalarView()
            (isQuoted, afterQuote) = (false, false)
            if scalar == "\n" {
                rows.append(row)
                row = []
            }
        } else if scalar == "\"", field.isEmpty {
            isQuoted = true
        } else {
            field.append(scalar)
        }
    }
    return rows
}

/// A tag of a page, as a browser's tokenizer cuts it.
struct PageTag {
    var name = ""
    var attributes: [(name: String, value: String)] = []
    /// The text up to the next tag, with references resolved.
    var text = ""
}

/// The tags of a page; inside `style` and `script` only their own end is one.
func parsedPage(_ text: String) -> [PageTag] {
    let scalars = Array(text.unicodeScalars)
    var tags: [PageTag] = []
    var place = 0
    while place < scalars.count {
        let isRaw = ["style", "script"].contains(tags.last?.name)
        let next = place + 1 < scalars.count ? scalars[place + 1] : " "
        guard scalars[place] == "<", next == "/" || (next.properties.isAlphabetic && next.isASCII) || next == "!",
            !isRaw || next == "/"
        else {
            if !tags.isEmpty { tags[tags.count - 1].text.unicodeScalars.append(scalars[place]) }
            place += 1
            continue
        }
        place += 1
        tags.append(parsedTag(scalars, &place))
    }
    return tags.map { tag in
        var resolved = tag
        resolved.text = resolvedReferences(tag.text)
        return resolved
    }
}

private func parsedTag(_ scalars: [Unicode.Scalar], _ place: inout Int) -> PageTag {
    var tag = PageTag()
    var word = ""
    let finish = { (word: inout String, tag: inout PageTag) in
        if !word.isEmpty {
            if tag.name.isEmpty { tag.name = word } else { tag.attributes.append((word, "")) }
        }
        word = ""
    }
    while place < scalars.count, scalars[place] != ">" {
        let scalar = scalars[place]
        place += 1
        if scalar == "=", place < scalars.count, scalars[place] == "\"" {
            var value = ""
            place += 1
            while place < scalars.count, scalars[place] != "\"" {
                value.unicodeScalars.append(scalars[place])
                place += 1
            }
            place += 1
            tag.attributes.append((word, resolvedReferences(value)))
            word = ""
        } else if scalar.properties.isWhitespace {
            finish(&word, &tag)
        } else {
            word.unicodeScalars.append(scalar)
        }
    }
    finish(&word, &tag)
    place += 1
    return tag
}

private func resolvedReferences(_ text: String) -> String {
    let references = [("lt", "<"), ("gt", ">"), ("quot", "\""), ("#39", "'"), ("amp", "&")]
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: parts.first.map(String.init) ?? "") { whole, part in
        let reference = references.first { part.utf8.starts(with: ($0.0 + ";").utf8) }
        whole += (reference?.1 ?? "&") + String(part.unicodeScalars.dropFirst(reference.map { $0.0.count + 1 } ?? 0))
    }
}
