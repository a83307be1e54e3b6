/// What columns are called in a table of a person's own, by the names under which they are read.
///
/// This is the only place that reads `price_usd=Kurs (USD)`, and that writes it for the ledger.
public struct ColumnMap: Hashable, Sendable {
    /// The heading of each name, as the caller writes it.
    public private(set) var headings: [String: String] = [:]

    /// No column is called otherwise.
    public init() {}

    /// Adds pairs such as `date=Datum,price_usd=Kurs (USD)`.
    ///
    /// Names have small letters, digits and `_`. A part without a name and `=` belongs to the heading before it, whose comma it is.
    ///
    /// - Returns: what is wrong with them, for a message; nil where nothing is.
    public mutating func add(_ text: String) -> String? {
        var pairs: [(name: Substring, heading: String)] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = part.prefix { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
            if !name.isEmpty, part.dropFirst(name.count).first == "=" {
                pairs.append((name, String(part.dropFirst(name.count + 1))))
            } else if pairs.isEmpty {
                return "takes column=heading, as 'date=Datum,price_usd=Kurs (USD)'"
            } else {
                pairs[pairs.count - 1].heading += "," + part
            }
        }
        for (name, heading) in pairs {
            if let fault = add(String(name), heading: heading) { return fault }
        }
        return nil
    }

    /// Adds a name and its heading; what is wrong with them, else nil.
    public mutating func add(_ name: String, heading: String) -> String? {
        let heading = trimmed(heading)
        if heading.isEmpty { return "names no heading for '\(name)'" }
        if let other = headings[name], other != heading {
            return "names '\(other)' and '\(heading)' for '\(name)'; name one of them"
        }
        if let other = headings.first(where: { $0.key != name && $0.value.lowercased() == heading.lowercased() }) {
            return "names '\(heading)' for '\(other.key)' and '\(name)'; name it once"
        }
        headings[name] = heading
        return nil
    }

    /// The headings that a header lacks, in order.
    public func missing(in header: [String]) -> [String] {
        let own = Set(header.map { $0.lowercased() })
        return headings.values.filter { !own.contains($0.lowercased()) }.sorted()
    }

    /// A header with the names instead of the headings, in lower case; nil where it lacks one of the headings.
    ///
    /// A column that has one of the names itself and is not meant by it stays under `NAME of the file`.
    public func renamed(_ header: [String]) -> [String]? {
        var names = header.map { $0.lowercased() }
        var places: [String: Int] = [:]
        for (name, heading) in headings {
            guard let place = names.firstIndex(of: heading.lowercased()) else { return nil }
            places[name] = place
        }
        for place in names.indices where headings[names[place]] != nil { names[place] += " of the file" }
        for (name, place) in places { names[place] = name }
        return names
    }
}

extension ColumnMap: CustomStringConvertible {
    /// The pairs by name, without a blank: in headings blanks, commas and percent signs are written as `%20`.
    public var description: String {
        headings.sorted { $0.key < $1.key }.map { "\($0)=\(escaped($1, ","))" }.joined(separator: ",")
    }

    /// Reads what `description` writes; nil for other texts.
    public init?(ledger text: String) {
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, let heading = unescaped(pair[1]),
                add(String(pair[0]), heading: heading) == nil
            else { return nil }
        }
    }
}
