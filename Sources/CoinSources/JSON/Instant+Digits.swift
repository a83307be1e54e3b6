internal import CoinModel

extension Instant {
    /// Reads `2024-03-25T10:00:00.250Z`, the form of most sources, in which the fraction may be missing.
    ///
    /// Nil for any other form, of which some are times as well.
    init?(digits bytes: ArraySlice<UInt8>) {
        let start = bytes.startIndex
        let hasFraction = bytes.count == 24
        guard hasFraction || bytes.count == 20, bytes[start + bytes.count - 1] == UInt8(ascii: "Z"),
            bytes[start + 4] == UInt8(ascii: "-"), bytes[start + 7] == UInt8(ascii: "-"),
            bytes[start + 10] == UInt8(ascii: "T"), bytes[start + 13] == UInt8(ascii: ":"),
            bytes[start + 16] == UInt8(ascii: ":"), !hasFraction || bytes[start + 19] == UInt8(ascii: ".")
        else { return nil }
        let (century, year) = (Instant.twoDigits(bytes, start), Instant.twoDigits(bytes, start + 2))
        let (month, day) = (Instant.twoDigits(bytes, start + 5), Instant.twoDigits(bytes, start + 8))
        let (hour, minute) = (Instant.twoDigits(bytes, start + 11), Instant.twoDigits(bytes, start + 14))
        let second = Instant.twoDigits(bytes, start + 17)
        // Milliseconds as two digits twice: the second and third count once.
        let tens = hasFraction ? Instant.twoDigits(bytes, start + 20) : 0
        let units = hasFraction ? Instant.twoDigits(bytes, start + 21) : 0
        guard century < 100, year < 100, hour < 24, minute < 60, second < 60, tens < 100, units < 100,
            let date = Day(year: century * 100 + year, month: month, day: day)
        else { return nil }
        let clock = Int64((hour * 60 + minute) * 60 + second) * 1000 + Int64(tens * 10 + units % 10)
        self.init(milliseconds: Instant(startOf: date).milliseconds + clock)
    }

    /// The value of two digits; 1000 when they are not.
    private static func twoDigits(_ bytes: ArraySlice<UInt8>, _ place: Int) -> Int {
        let (first, second) = (bytes[place] &- 0x30, bytes[place + 1] &- 0x30)
        return first < 10 && second < 10 ? Int(first) * 10 + Int(second) : 1000
    }
}
