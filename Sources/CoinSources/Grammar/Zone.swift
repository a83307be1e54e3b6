internal import CoinModel
internal import Foundation

/// A time zone by name, such as `Europe/Berlin`, or by its offset, such as `+01:00`.
public struct Zone: Sendable {
    private let zone: TimeZone

    /// The zone of a name of the IANA list, or of an offset of at most 14 hours; nil for anything else.
    public init?(_ name: String) {
        guard let sign = name.first, "+-".contains(sign) else {
            guard let zone = TimeZone(identifier: name == "Z" ? "UTC" : name) else { return nil }
            self.zone = zone
            return
        }
        let digits = name.dropFirst().filter { $0 != ":" }
        guard digits.utf8.count == 4, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)), hours <= 14, minutes < 60,
            let zone = TimeZone(secondsFromGMT: (hours * 60 + minutes) * (sign == "-" ? -60 : 60))
        else { return nil }
        self.zone = zone
    }

    /// The moment at which clocks of the zone showed what a moment of UTC shows.
    ///
    /// Nil for an hour that they skipped in spring or showed twice in autumn.
    func instant(ofLocal local: Instant) -> Instant? {
        // No zone is a day ahead or behind, so one of these two offsets is right.
        let candidates = [-1, 1].map { days in
            offset(at: Instant(milliseconds: local.milliseconds + days * Instant.millisecondsPerDay))
        }
        let fitting = Set(candidates).map { Instant(milliseconds: local.milliseconds - $0) }
            .filter { local.milliseconds - offset(at: $0) == $0.milliseconds }
        return fitting.count == 1 ? fitting[0] : nil
    }

    private func offset(at instant: Instant) -> Int64 {
        let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
        return Int64(zone.secondsFromGMT(for: date)) * 1000
    }
}
