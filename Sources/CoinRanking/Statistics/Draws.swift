/// Random numbers that depend on nothing but a draw, an id and a place, so that no coin's draws depend on the order or
/// the presence of others.
///
///     u(b, id, j) = ((mix(mix(mix(b) ⊕ h) ⊕ j) ≫ 11) + ½) / 2⁵³
///
/// mix is one step of SplitMix64 from that state, h the first eight bytes of SHA-256 of the id,
/// which the cross-section brings along. Source: G. L. Steele,
/// D. Lea, C. H. Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
enum Draws {
    /// mix(mix(b) ⊕ h): where the draws `b` of an id start.
    static func start(_ draw: Int, seed: UInt64) -> UInt64 {
        mix(mix(UInt64(draw)) ^ seed)
    }

    /// u in (0, 1) for the place `j` of a start.
    static func uniform(_ start: UInt64, _ j: Int) -> Double {
        (Double(mix(start ^ UInt64(j)) >> 11) + 0.5) * 0x1p-53
    }

    private static func mix(_ state: UInt64) -> UInt64 {
        var mixed = state &+ 0x9e37_79b9_7f4a_7c15
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }
}
