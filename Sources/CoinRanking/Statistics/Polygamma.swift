/// ψ(x), the derivative of ln Γ, for x > 0: the series for large arguments (DLMF 5.11.2), reached by
/// ψ(x) = ψ(x+1) − 1/x.
func digamma(_ x: Double) -> Double {
    var (x, below) = (x, 0.0)
    while x < 12 {
        below += 1 / x
        x += 1
    }
    let r = 1 / (x * x)
    let series =
        r * (1.0 / 12 - r * (1.0 / 120 - r * (1.0 / 252 - r * (1.0 / 240 - r * (1.0 / 132 - r * 691.0 / 32_760)))))
    return ln(x) - 0.5 / x - series - below
}

/// ψ₁(x), the derivative of ψ, for x > 0, in the same way (DLMF 5.15.8).
func trigamma(_ x: Double) -> Double {
    var (x, below) = (x, 0.0)
    while x < 12 {
        below += 1 / (x * x)
        x += 1
    }
    let r = 1 / (x * x)
    let series = 1.0 / 6 - r * (1.0 / 30 - r * (1.0 / 42 - r * (1.0 / 30 - r * (5.0 / 66 - r * 691.0 / 2730))))
    return (1 + 0.5 / x + r * series) / x + below
}
