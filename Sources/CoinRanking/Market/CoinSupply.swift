internal import CoinModel
internal import CoinTables

/// How many coins there are and can be, by the inputs of the last four weeks.
///
/// 0 and less mean unknown; a maximum that is missing is unknown or does not exist; no source distinguishes the two.
struct CoinSupply {
    /// The complete weeks whose facts count; those of the running one do too.
    static let weeks = 0..<4

    /// Coins in circulation.
    let circulating: Measured
    /// Coins that exist.
    let total: Measured
    /// Coins that can ever exist.
    let maximum: Measured

    private let price: Measured
    private let capitalisation: Measured

    init(_ section: CrossSection, row: Int, price: Measured, capitalisation: Measured) {
        func positive(_ values: [Double], orMissing reason: MissingReason) -> Measured {
            Measured(values[row] > 0 ? values[row] : .nan, orMissing: reason)
        }
        circulating = positive(section.circulatingSupply, orMissing: .noFreshSupply)
        total = positive(section.totalSupply, orMissing: .noFreshSupply)
        maximum = positive(section.maxSupply, orMissing: .noFreshSupply)
        self.price = price
        self.capitalisation = capitalisation
    }

    /// Whether the total stands in for a maximum, which is missing.
    var lacksMaximum: Bool { !maximum.isThere }
    /// All coins there will be: the maximum, else the total.
    var all: Measured { lacksMaximum ? total : maximum }

    /// Newest price × all coins there will be.
    ///
    /// The fully diluted values of the sources are not read: they are missing where the supplies are.
    var fullyDiluted: Measured { price.map(orMissing: .noFreshSupply) { $0 * all.value } }

    /// Fully diluted value / newest capitalisation.
    var dilution: Measured { ratio(fullyDiluted, capitalisation) }

    /// Coins in circulation, else capitalisation / price, by all coins there will be.
    var circulatingShare: Measured { ratio(circulating.isThere ? circulating : ratio(capitalisation, price), all) }
}
