/// How much more the weekly counts of a coin vary than Poisson counts would.
struct Dispersion: Equatable {
    /// φ̂ = Σ (x − μ)² / μ ÷ Σ (t − 1) over the segments that have units, each with its own mean μ and t weeks;
    /// 2.5 where Σ (t − 1) is below 10.
    let raw: Double

    /// φ = max(1, 1 + 5 (φ̂ − 1)): the excess counts five times, for weeks that follow each other are alike.
    var corrected: Double { max(1, 1 + 5 * (raw - 1)) }

    /// The dispersion of the counts of some segments, each of which has a rate of its own.
    init(_ segments: [[Double]]) {
        var squares = 0.0
        var freedom = 0
        for segment in segments {
            let rate = mean(segment)
            guard rate > 0 else { continue }
            squares += sum(segment.map { ($0 - rate) * ($0 - rate) }) / rate
            freedom += segment.count - 1
        }
        raw = freedom < 10 ? 2.5 : squares / Double(freedom)
    }
}
