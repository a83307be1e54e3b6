/// How a coin's development stands, as pages show it: a sign, a word, and a tone that never is the only difference.
struct CoinState {
    /// The word, as the column `state` has it.
    let name: String
    /// The sign before it.
    let sign: String
    /// The class of its chip.
    let tone: String
    /// Where it stands among the others, the most lively highest.
    let order: Int

    init(_ name: String) {
        self.name = name.isEmpty ? "none" : name
        (sign, tone, order) = CoinState.known[name] ?? ("○", "off", 0)
    }

    private static let known: [String: (String, String, Int)] = [
        "revived": ("◆", "up", 9), "rising": ("▲", "up", 8), "steady": ("●", "flat", 7), "falling": ("▼", "down", 6),
        "dormant": ("■", "off", 5), "young": ("✦", "off", 4), "shared": ("◫", "off", 3), "thin": ("◌", "off", 2),
        "stale": ("◷", "off", 1), "none": ("○", "off", 0),
    ]

    /// All states that a filter can ask for, the most lively first.
    static let all = known.keys.sorted { (known[$0]?.2 ?? 0) > (known[$1]?.2 ?? 0) }
}
