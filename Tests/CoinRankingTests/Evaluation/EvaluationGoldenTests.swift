import Foundation
import Testing

@testable import CoinRanking

/// The checks of method.md, section 6.
@Suite struct EvaluationGoldenTests {
    /// The first eight bytes of SHA-256 of c00, c01, … c11.
    static let seeds: [UInt64] = [
        0x2217_bfba_3687_317c, 0x121f_8bd5_661f_979d, 0x31b1_608f_191b_90c3, 0xba6f_e795_62bd_f03f,
        0xff62_523e_04ae_48ba, 0xe51c_453a_44db_c8ea, 0x59d7_f60d_6a37_4987, 0x1965_64cb_3881_97d4,
        0x0a8d_c0ca_56f8_d345, 0x0999_5b50_0481_bfe6, 0x1f31_1134_efe1_f98d, 0xf4ba_f901_d1b9_fcc1,
    ]

    @Test func errorsByPhasesOfTenWeeks() {
        let error = PhaseError([0.05, -0.02, 0.08, 0.03, -0.01, 0.06, 0.04, -0.03, 0.07, 0.02], horizon: 3)
        #expect(rounded6(error.mean) == 0.028333)
        #expect(rounded6(error.error) == 0.006009)
        #expect(error.freedom == 2)
        #expect(rounded6(error.interval.low) == 0.010786)
        #expect(rounded6(error.interval.high) == 0.045880)
        #expect(error.periods == 3)
    }

    @Test func permutationsOfTwelveCoins() {
        func u(_ week: Int, _ coin: Int, _ place: Int) -> Double {
            Draws.uniform(Draws.start(week, seed: Self.seeds[coin]), place)
        }
        let signal = PanelMatrix(coins: 12, weeks: 6) { u($1, $0, 7) }
        let outcome = PanelMatrix(coins: 12, weeks: 6) { 0.3 * u($1, $0, 7) + u($1, $0, 8) }
        let test = PermutationTest(RankedPanel(signal, outcome), horizon: 1, seeds: Self.seeds)
        #expect(rounded6(test.mean) == 0.372960)
        #expect(test.p == 0.003)
    }

    private func rounded6(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
}
