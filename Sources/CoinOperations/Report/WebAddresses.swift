/// The page of a coin where its market is shown, at CoinGecko.
func marketPage(ofCoin id: String) -> String { "https://www.coingecko.com/en/coins/" + webQuery(id) }

/// A text as part of an address: what is no letter, digit, hyphen or point stands as its bytes.
func webQuery(_ text: String) -> String {
    text.utf8.map { byte in
        let isPlain =
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
        let digits = String(byte, radix: 16, uppercase: true)
        return isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
}
