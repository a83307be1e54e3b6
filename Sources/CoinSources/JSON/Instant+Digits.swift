internal import CoinModel

extension Instant {
    /// Reads `2024-03-25T10:00:00.250Z`, the form of most sources, in which the fraction may be missing.
    ///
    /// Nil for any other form, of which some are times as well.
    init?(digits bytes: UnsafeBufferPointer<UInt8>) {
        let hasFraction = bytes.count == 24
        guard hasFraction || bytes.count == 20 else { return nil }
        let two = { (place: Int) in unsafe Instant.twoDigits(bytes[place], bytes[place + 1]) }
        let isMark = { (place: Int, mark: Unicode.Scalar) in unsafe bytes[place] == UInt8(ascii: mark) }
        guard isMark(4, "-"), isMark(7, "-"), isMark(10, "T"), isMark(13, ":"), isMark(16, ":"),
            isMark(bytes.count - 1, "Z"), !hasFraction || isMark(19, ".")
        else { return nil }
        // Milliseconds as two digits twice, of which the one in the middle counts once.
        let fraction = hasFraction ? (two(20), two(21)) : (0, 0)
        let (hour, minute, second) = (two(11), two(14), two(17))
        guard two(0) < 100, two(2) < 100, hour < 24, minute < 60, second < 60, fraction.0 < 100, fraction.1 < 100,
            let day = Day(year: two(0) * 100 + two(2), month: two(5), day: two(8))
        else { return nil }
        let clock = Int64((hour * 60 + minute) * 60 + second) * 1000 + Int64(fraction.0 * 10 + fraction.1 % 10)
        self.init(milliseconds: Instant(startOf: day).milliseconds + clock)
    }

    /// The value of two digits; 1000 when they are not.
    private static func twoDigits(_ first: UInt8, _ second: UInt8) -> Int {
        let (tens, units) = (first &- 0x30, second &- 0x30)
        return tens < 10 && units < 10 ? Int(tens) * 10 + Int(units) : 1000
    }
}
