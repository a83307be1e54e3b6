/// A number for sentences: at most six digits that matter, without zeros at the end.
public func shortest(_ number: Double) -> String {
    guard number != 0, number.isFinite else { return number == 0 ? "0" : "\(number)" }
    var scale = 1.0
    while abs(number) * scale < 100_000, scale < 1e15 { scale *= 10 }
    let rounded = (number * scale).rounded() / scale
    let text = rounded.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
