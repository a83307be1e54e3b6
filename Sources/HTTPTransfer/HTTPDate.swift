/// Dates as headers write them.
enum HTTPDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Seconds since 1970 of `Mon, 11 Nov 2013 01:17:12 GMT`, the one form that servers may send; nil for others.
    static func seconds(_ text: String) -> Int64? {
        let words = text.lowercased().split(separator: " ")
        guard words.count == 6, words[5] == "gmt", let day = number(words[1], 1...31),
            let month = months.firstIndex(of: String(words[2])), let year = number(words[3], 1970...9999)
        else { return nil }
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], 0...23), let minute = number(clock[1], 0...59),
            let second = number(clock[2], 0...60)
        else { return nil }
        // Days from March of year 0 on, so that a leap day is a year's last.
        let marchYear = month < 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
        let days = marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
        return Int64(((days * 24 + hour) * 60 + minute) * 60 + second)
    }

    private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
        guard text.utf8.count <= 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(text),
            range.contains(value)
        else { return nil }
        return value
    }
}
