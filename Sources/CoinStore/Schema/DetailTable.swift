internal import CoinModel
internal import GRDB

/// What sources say of coins beside series: of each coin and format the newest word, by its moment, of one moment the
/// one loaded later.
///
/// Earlier values are not stored, so it has no history: who asks for an earlier moment or state than that of the word sees
/// none. Forgetting a load takes out what it said, and what that had replaced comes back with `assay store rebuild`. The
/// content digest leaves it out, for what is there depends on what was forgotten.
struct DetailTable {
    let database: Database

    /// The table, with a column for each field, and its view.
    static let schema = """

        -- What sources say of coins beside series, the newest word of each; `moment` is in milliseconds since 1970. Lists of words
        -- have a line each; `quote` is the currency of money.
        CREATE TABLE coin_detail (
          space TEXT NOT NULL, coin_id TEXT NOT NULL, source TEXT NOT NULL, load_id INTEGER NOT NULL,
          moment INTEGER NOT NULL, quote TEXT NOT NULL,
          \(CoinField.allCases.map { "\($0.form.name) \($0.type)" }.joined(separator: ", "))
        ) STRICT;
        CREATE UNIQUE INDEX coin_detail_by_coin ON coin_detail (space, coin_id, source);
        CREATE VIEW v_coin_detail AS
          SELECT iif(space = '', '', space || ':') || coin_id AS coin, source,
                 strftime('%Y-%m-%dT%H:%M:%SZ', moment / 1000, 'unixepoch') AS time, quote,
                 \(CoinField.allCases.map(\.form.name).joined(separator: ", ")), load_id
          FROM coin_detail;

        """

    private static let insertion: String = {
        let changed = ["load_id", "moment", "quote"] + CoinField.allCases.map(\.form.name)
        return """
            INSERT INTO coin_detail VALUES (\(databaseQuestionMarks(count: 3 + changed.count)))
            ON CONFLICT (space, coin_id, source) DO UPDATE
            SET \(changed.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")) WHERE excluded.moment >= moment
            """
    }()

    /// Takes what a load says, unless newer is known; what holds from when it was loaded replaces what held before.
    func merge(_ details: [CoinDetail], load: Int, acceptedAt: Instant, _ links: inout LoadLinks) throws {
        let before = "SELECT load_id FROM coin_detail WHERE space = ? AND coin_id = ? AND source = ?"
        for detail in details {
            guard let moment = detail.time?.milliseconds else { continue }
            if moment == acceptedAt.milliseconds {
                let key: StatementArguments = [detail.coin.space, detail.coin.id, detail.source]
                if let earlier: Int32 = try database.value(before, key) { links.replaces(earlier) }
            }
            let place: [any StatementBinding] = [detail.coin.space, detail.coin.id, detail.source]
            let fields = CoinField.allCases.map { detail[$0]?.binding ?? DatabaseValue.null }
            try database.insert(DetailTable.insertion, place + [load, moment, detail.quote] + fields)
        }
    }

    /// Takes out what a load said.
    func forget(_ load: Int) throws { try database.run("DELETE FROM coin_detail WHERE load_id = ?", [load]) }
}

extension CoinField {
    /// What its column takes.
    fileprivate var type: String {
        switch form.kind {
        case .count: "INTEGER"
        case .money, .minutes, .change: "REAL"
        case .time, .day, .text, .address, .series, .lines: "TEXT"
        }
    }
}

extension CoinFieldValue {
    fileprivate var binding: any StatementBinding {
        switch self {
        case .number(let number): number
        case .text(let text): text
        }
    }
}
