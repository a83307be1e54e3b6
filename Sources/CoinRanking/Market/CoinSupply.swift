internal import CoinModel

/// How many coins there are and can be, as inputs of the last four weeks tell it.
///
/// 0 and less mean unknown; a maximum that is missing is unknown or does not exist, which no source tells apart.
struct CoinSupply {
    /// The complete weeks whose facts count; those of the running one do too.
    static let weeks = 0..<4

    /// Coins in circulation.
    let circulating: Measured
    /// Coins that exist.
    let total: Measured
    /// Coins that can ever exist.
    let maximum: Measured

    /// - Parameters:
    ///   - section: the coins.
    ///   - index: the coin's row.
    init(_ section: CrossSection, _ index: Int) {
        func told(_ supplies: [Double]) -> Measured {
            Measured(supplies[index] > 0 ? supplies[index] : .nan, orMissing: .noFreshSupply)
        }
        circulating = told(section.circulatingSupply)
        total = told(section.totalSupply)
        maximum = told(section.maxSupply)
    }

    /// Whether the total stands in for a maximum, which is missing.
    var lacksMaximum: Bool { !maximum.isThere }
    /// All coins there will be: the maximum, else the total.
    var all: Measured { lacksMaximum ? total : maximum }
}

extension CoinMeasures {
    /// Newest price × all coins there will be.
    ///
    /// Sources' own words for it are not read: they say nothing where the supplies are missing.
    var fullyDiluted: Measured { price.map(orMissing: .noFreshSupply) { $0 * supply.all.value } }

    /// Fully diluted value / newest capitalisation.
    var dilution: Measured { ratio(fullyDiluted, knownCapitalisation) }

    /// Coins in circulation, else capitalisation / price, by all coins there will be.
    var circulatingShare: Measured {
        ratio(supply.circulating.isThere ? supply.circulating : ratio(knownCapitalisation, price), supply.all)
    }

    /// Its newest capitalisation; 0 is a source's word for unknown.
    private var knownCapitalisation: Measured { marketCap.value > 0 ? marketCap : .missing(.noMarket) }
}
