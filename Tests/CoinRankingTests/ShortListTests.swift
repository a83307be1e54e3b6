import CoinModel
import CoinTables
import Foundation
import Testing

@testable import CoinRanking

/// Which coins stand out, by the figures of the method's worked examples.
@Suite struct ShortListTests {
    func isNear(_ value: Double, _ expected: Double, _ within: Double = 5.1e-7) -> Bool {
        abs(value - expected) <= within
    }

    /// The leading bytes of the SHA-256 of c00 … c11 and e00 … e23.
    static let seedsOfC: [UInt64] = [
        0x2217_bfba_3687_317c, 0x121f_8bd5_661f_979d, 0x31b1_608f_191b_90c3, 0xba6f_e795_62bd_f03f,
        0xff62_523e_04ae_48ba, 0xe51c_453a_44db_c8ea, 0x59d7_f60d_6a37_4987, 0x1965_64cb_3881_97d4,
        0x0a8d_c0ca_56f8_d345, 0x0999_5b50_0481_bfe6, 0x1f31_1134_efe1_f98d, 0xf4ba_f901_d1b9_fcc1,
    ]
    static let seedsOfE: [UInt64] = [
        0xf490_3f27_af49_685a, 0x5680_c373_a7a5_1a8e, 0x8e85_78ab_e44c_09f0, 0x5a6e_29f4_fd5d_d469,
        0xe862_af72_5bcf_a8dd, 0xbfa9_d6d8_d2e7_fb86, 0xa032_8532_81cf_7802, 0x151f_228a_7f31_3d4c,
        0x511d_d4cd_dab9_37fc, 0xe783_42c7_ee0f_d7cd, 0xc996_ee03_0afc_07d5, 0x13a3_7e89_af2d_5a28,
        0x09c5_ad78_abd4_8464, 0x8619_e691_49a7_6c64, 0xce45_ae2d_db85_3010, 0x4b33_e17b_39be_6547,
        0xac2e_fa86_0155_f34c, 0xcb59_d9fb_059a_2b41, 0xd4fa_f8a3_0997_8153, 0x933d_fb8e_b697_041c,
        0x5144_ee6a_9eb6_566b, 0x5e85_70cf_24d5_6a9e, 0x0213_e04d_a0fb_f8d7, 0x347f_2513_732c_c6ae,
    ]

    @Test(
        "A coin stands out if it rose, is among the best and has no flag",
        arguments: [
            (0.86, 0.85, [], true), (0.8, 0.5, [], true), (0.94, 0.4, [], false), (0.45, 0.9, [], false),
            (0.9, 0.9, ["shared"], false), (0.9, 0.9, ["late"], false), (0.9, 0.9, ["shared 3 with a/b"], true),
            (0.8 - 1e-12, 0.5 - 1e-12, [], true), (0.8 - 1e-8, 0.5, [], false),
        ] as [(Double, Double, [String], Bool)]
    )
    func standing(up: Double, top: Double, flags: [String], isWorthALook: Bool) {
        let standing = ShortList.Standing(up: up, top: top, flags: flags)
        #expect(standing.isWorthALook == isWorthALook)
        #expect(standing.sentence.hasPrefix(isWorthALook ? "It stands out: " : "It does not stand out: "))
    }

    @Test(
        "The best are a fifth of the ranked coins, at most ten",
        arguments: [(4, 0), (5, 1), (48, 9), (50, 10), (900, 10)]
    )
    func size(ranked: Int, best: Int) { #expect(Overview.bestCount(ofRanked: ranked) == best) }

    @Test(
        "The first note names the coins that stand out",
        arguments: [
            (["A", "B", "C"], 48, "3 of 48 ranked coins stand out: A, B, C; the others cannot be told apart."),
            (["A"], 5, "1 of 5 ranked coins stands out: A; the others cannot be told apart."),
            ([], 38, "None of 38 ranked coins stands out today."), ([], 0, "No coin is ranked."),
            (
                ["A", "B", "C", "D", "E", "F", "G"], 60,
                "7 of 60 ranked coins stand out: A, B, C, D, E and 2 more; the others cannot be told apart."
            ),
        ]
    )
    func sentence(names: [String], ranked: Int, expected: String) {
        #expect(ShortList.sentence(names, ranked: ranked) == expected)
    }

    @Test("A share near 0 or 1 is not rounded to 0 or 100 %")
    func extremeShares() {
        let standing = ShortList.Standing(up: 0.9991, top: 1, size: 9, ranked: 48)
        let rise = "its developer activity rose by over a quarter with a probability of over 99 %"
        #expect(
            standing.sentence == "It stands out: \(rise), and it is among the best 9 of 48 in over 99 % of the draws."
        )
        let other = ShortList.Standing(up: 0.799, top: 0.0001, size: 9, ranked: 48)
        #expect(
            other.sentence.contains(
                "of 79 %, and 80 % are needed; it is among the best 9 of 48 in under 1 % of the draws"
            )
        )
    }

    @Test("Simultaneous ranks equal those of the method")
    func sureRanks() {
        let x = [1.6, 0.9, 0.7, 0.4, 0.2, 0.1, 0, -0.1, -0.3, -0.5, -0.9, -2.2]
        let s = [0.3, 0.4, 0.25, 0.6, 0.3, 0.5, 0.2, 0.35, 0.3, 0.45, 0.5, 0.3]
        let sure = SureRanks(zip(x, s).map { ($0, $1) }, seeds: Self.seedsOfC)
        #expect(isNear(sure.quantile, 3.038486))
        #expect(sure.ranges.map(\.lowerBound) == [1, 1, 1, 1, 2, 1, 2, 2, 2, 2, 2, 11])
        #expect(sure.ranges.map(\.upperBound) == [5, 11, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12])
    }

    @Test("The fit of capitalisation on effort and volume equals the method")
    func capAgainstVolume() {
        let coins = Self.seedsOfE.enumerated().map { place, seed -> (v: Double, d: Double, p: Double, cap: Double) in
            func u(_ j: Int) -> Double { Draws.uniform(Draws.start(0, seed: seed), j) }
            let (v, d) = (14 + 6 * u(21), 4 * u(22))
            let cap = 3 + 0.95 * v + 0.3 * d + 1.2 * (u(24) - 0.5) + (place == 5 ? 4 : 0)
            return (v, d, d / 2 + u(23), cap)
        }
        let columns = [coins.map { _ in 1 }, coins.map(\.d), coins.map(\.p), coins.map(\.v)]
        let fit = HuberRegression(columns: columns, response: coins.map(\.cap))
        for (coefficient, expected) in zip(fit.coefficients, [3.872895, 0.429917, -0.113845, 0.899235]) {
            #expect(isNear(coefficient, expected))
        }
        #expect(isNear(fit.scale, 0.407051))
        #expect(isNear(fit.explained, 0.913247))
        #expect(isNear(fit.partialShare(of: 1..<3, columns, coins.map(\.cap)), 0.499229))
    }

    @Test("The short list is limited by capitalisation, and excludes coins without one")
    func limits() throws {
        var section = try DiscoveryScoreTests.whole(30, seed: 12)
        let usual = try ranking(of: section, preset: .discovery)
        func count(_ table: Table) throws -> Int {
            try table.column("worth_a_look").values.count { $0 == .text("yes") }
        }
        var options = RankingOptions()
        options.capFrom = 0
        section.marketCap[3] = nil
        let all = try ranking(of: section, preset: .discovery, options: options)
        #expect(try all.column("worth_a_look")["c3"] == .text("no"))
        #expect(all.notes.first == "Only coins with a market capitalisation from 0.0 USD can stand out.")
        options.capTo = 1
        let none = try ranking(of: section, preset: .discovery, options: options)
        #expect(try count(none) == 0)
        #expect(none.lead == "None of 30 ranked coins stands out today.")
        // Nothing but the short list depends on it.
        for column in ["rank", "score", "p_top10", "rank_sure_low", "rank_sure_high"] {
            #expect(try none.column(column) == all.column(column), "\(column)")
            #expect(try usual.ids() == all.ids())
        }
    }

    @Test("Only discovery has a short list", arguments: [Preset.classic, .activity])
    func otherPresets(preset: Preset) throws {
        let table = try ranking(of: DiscoveryScoreTests.whole(8, seed: 12), preset: preset)
        #expect(table.lead.isEmpty)
        #expect(try table.reason("p_top10", "c0") == "no-interval")
        #expect(try table.reason("worth_a_look", "c0") == "no-interval")
        #expect(try table.reason("rank_sure_low", "c0") == "no-interval")
    }
}
