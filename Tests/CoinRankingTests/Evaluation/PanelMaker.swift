@testable import CoinRanking

extension PanelMatrix {
    /// A matrix of values by coin and week.
    init(coins: Int, weeks: Int, _ value: (_ coin: Int, _ week: Int) -> Double) {
        self.init(coins: coins, weeks: weeks)
        for coin in 0..<coins {
            for week in 0..<weeks { self[coin, week] = value(coin, week) }
        }
    }
}

/// The first eight bytes of SHA-256 of some ids, and their random numbers.
enum Seeds {
    static let market: UInt64 = 0xe4d6_93d2_4e64_6cb7
    static let week: UInt64 = 0x6df3_7daa_a46c_e714
    static let coin: UInt64 = 0xb3a1_984b_a0b1_d8ad
    static let all: UInt64 = 0x5ef5_ef03_64b6_939c
    /// Of c00, c01, … c11.
    static let coins: [UInt64] = [
        0x2217_bfba_3687_317c, 0x121f_8bd5_661f_979d, 0x31b1_608f_191b_90c3, 0xba6f_e795_62bd_f03f,
        0xff62_523e_04ae_48ba, 0xe51c_453a_44db_c8ea, 0x59d7_f60d_6a37_4987, 0x1965_64cb_3881_97d4,
        0x0a8d_c0ca_56f8_d345, 0x0999_5b50_0481_bfe6, 0x1f31_1134_efe1_f98d, 0xf4ba_f901_d1b9_fcc1,
    ]
    /// Of d00, d01, … d23.
    static let leaning: [UInt64] = [
        0x265d_7dcc_a439_37ce, 0x149b_2675_984b_b243, 0xab40_7769_c9c5_e2d6, 0xc720_5cb2_4ef8_72e2,
        0x0077_94b2_65a3_4a56, 0xcbc2_b781_d584_3285, 0x133f_68c6_6119_8a0b, 0xa47a_fb96_7d25_6c98,
        0xa429_d8f5_a080_7461, 0xdd55_e184_6dd1_6440, 0xce66_af0c_0480_b94c, 0xcc89_a056_daf1_08c4,
        0x6aa0_030b_7b60_2c9a, 0x7f17_5c41_383c_b704, 0xb8ec_9f06_3a96_51bf, 0xd7c9_6f31_eacb_1575,
        0x4450_e6ef_1f28_ea07, 0x8bfb_2fa5_f98f_ad81, 0x713a_5cb5_99d2_a90b, 0xe443_65d1_bd2a_2090,
        0x53ee_1462_2490_b9d5, 0xfde3_7047_f95c_8f6f, 0x780f_56d7_749b_cb21, 0x4ec9_2078_16fb_1204,
    ]

    /// u(week, id, place).
    static func u(_ week: Int, _ seed: UInt64, _ place: Int) -> Double {
        Draws.uniform(Draws.start(week, seed: seed), place)
    }
}
