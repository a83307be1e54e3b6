/// A currency that amounts are quoted in.
///
/// This is the only place that lists currencies.
public struct Currency: Hashable, Sendable {
    /// Its code in lower case, such as `usd`.
    public let code: String

    /// The currency of a code in any case; nil for a text that is not the code of a known one.
    public init?(_ text: some StringProtocol) {
        let code = text.lowercased()
        guard Currency.known.contains(code) else { return nil }
        self.code = code
    }

    /// Codes of the currencies that most sources have, and of coins and metals that prices are quoted in.
    public static let common = list(
        """
        usd eur jpy gbp chf aud cad cny hkd nzd sgd sek nok dkk isk czk pln huf ron bgn hrk try rub uah ils inr idr krw myr \
        php thb twd vnd brl mxn ars clp cop pen aed sar kwd bhd bdt lkr mmk ngn pkr zar gel bmd vef xdr xag xau cyp eek ltl \
        lvl mtl rol sit skk trl btc eth ltc bch bnb eos xrp xlm link dot yfi sol bits sats usdt usdc dai busd tusd fdusd
        """
    )

    /// Codes of all known currencies: those of `common`, and what else ISO 4217 has.
    ///
    /// `ALL` and `TOP` are left out: at the end of a column's name they are words.
    public static let codes =
        common
        + list(
            """
            afn amd ang aoa awg azn bam bbd bif bnd bob bsd btn bwp byn bzd cdf cnh crc cup cve djf dop dzd egp ern etb fjd \
            fkp ghs gip gmd gnf gtq gyd hnl htg iqd irr jmd jod kes kgs khr kmf kpw kyd kzt lak lbp lrd lsl lyd mad mdl mga \
            mkd mnt mop mru mur mvr mwk mzn nad nio npr omr pab pgk pyg qar rsd rwf sbd scr sdg shp sle sos srd ssp stn svc \
            syp szl tjs tmt tnd ttd tzs ugx uyu uzs ves vuv wst xaf xcd xof xpd xpf xpt yer zmw zwl ada doge trx
            """
        )

    private static func list(_ codes: String) -> [String] { codes.split(separator: " ").map(String.init) }

    private static let known = Set(codes)

    /// Whether it is the currency of a country, and not a coin or a metal that prices are quoted in.
    public var isOfCountry: Bool { !Currency.coins.contains(code) }

    private static let coins = Set(
        list(
            """
            btc eth ltc bch bnb eos xrp xlm link dot yfi sol bits sats usdt usdc dai busd tusd fdusd ada doge trx xdr xag xau \
            xpt xpd
            """
        )
    )

    /// What a symbol begins or ends with of a token that stands for money.
    public static let marksOfTokens = [
        "usd", "eur", "gbp", "jpy", "cny", "cnh", "chf", "aud", "cad", "sgd", "brl", "yen",
    ]

    /// What names of such tokens call the money.
    public static let words = ["dollar", "dollars", "euro", "euros", "pound", "yuan", "franc"]

    /// The sign before an amount; nil where the code stands behind it.
    public var sign: String? { Currency.signs[code] }

    private static let signs = ["usd": "$", "eur": "€", "gbp": "£", "jpy": "¥", "btc": "₿"]

    /// The code in lower case that a source of rates gives a currency, known or not; nil for what cannot be one: 2 to 12
    /// letters and digits are.
    public static func code(ofRate text: some StringProtocol) -> String? {
        let code = text.lowercased()
        let isWord = code.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) }
        return isWord && (2...12).contains(code.utf8.count) ? code : nil
    }

    /// The coin and the quote of a market's name without a mark between them, such as `BTCUSDT`; nil where no known code
    /// ends it.
    ///
    /// Of two codes that end it the longer one is the quote.
    public static func pair(_ text: String) -> (coin: String, quote: Currency)? {
        for length in [5, 4, 3] where text.utf8.count > length {
            if let quote = Currency(text.suffix(length)) { return (String(text.dropLast(length)), quote) }
        }
        return nil
    }
}
