/// SHA-256 (FIPS 180-4) of some bytes, written to be read: the page's digests are checked against it.
func sha256(_ message: [UInt8]) -> [UInt8] {
    let primes = (2...311).filter { number in !(2..<number).contains { number.isMultiple(of: $0) } }
    let fraction = { (root: Double) in UInt32((root - Double(Int(root))) * 0x1p32) }
    let constants = primes.prefix(64).map { fraction(cubeRoot(Double($0))) }
    var state = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    padded += bigEndian(UInt64(message.count) * 8)
    for start in stride(from: 0, to: padded.count, by: 64) {
        var words = (0..<16).map { word in
            padded[start + word * 4..<start + word * 4 + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let early = words[index - 15]
            let late = words[index - 2]
            let first = rotated(early, 7) ^ rotated(early, 18) ^ (early >> 3)
            let second = rotated(late, 17) ^ rotated(late, 19) ^ (late >> 10)
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var work = state
        for index in 0..<64 {
            let choice = (work[4] & work[5]) ^ (~work[4] & work[6])
            let mixed = rotated(work[4], 6) ^ rotated(work[4], 11) ^ rotated(work[4], 25)
            let first = work[7] &+ mixed &+ choice &+ constants[index] &+ words[index]
            let majority = (work[0] & work[1]) ^ (work[0] & work[2]) ^ (work[1] & work[2])
            let second = (rotated(work[0], 2) ^ rotated(work[0], 13) ^ rotated(work[0], 22)) &+ majority
            work = [first &+ second] + work.dropLast()
            work[4] = work[4] &+ first
        }
        state = zip(state, work).map { $0 &+ $1 }
    }
    return state.flatMap { word in bigEndian(word) }
}

private func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
}

private func bigEndian<Word: FixedWidthInteger>(_ word: Word) -> [UInt8] {
    (0..<Word.bitWidth / 8).map { UInt8(truncatingIfNeeded: word >> (Word.bitWidth - 8 - 8 * $0)) }
}

/// By Newton's method, to the last bits of a Double.
private func cubeRoot(_ number: Double) -> Double {
    var root = number
    for _ in 0..<60 {
        let square: Double = root * root
        root -= (square * root - number) / (3 * square)
    }
    return root
}
